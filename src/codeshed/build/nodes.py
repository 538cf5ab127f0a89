"""The rows of the graph, and at the end their columns.

Turns: Declarations → symbols in order; Declarations + all that the passes found out → NodeTable.
"""

import msgspec
import numpy as np

from codeshed.build.declarations import Declaration, Declarations
from codeshed.build.references import UnresolvedCall, Wiring
from codeshed.build.scopes import NODE_KIND_BY_DEFINITION, is_node
from codeshed.build.signature import (
    is_constructor,
    is_declared_complete,
    is_plain_complete,
    is_registry_complete,
)
from codeshed.build.variable_types import VariableTypes
from codeshed.graph.code_graph import MUTABILITIES, VARIABLE_KINDS
from codeshed.graph.kinds import NodeFlag, NodeKind
from codeshed.graph.tables import NO_ROW, Ints, NodeTable
from codeshed.graph.type_registry import TypeInfo, TypeRegistry
from codeshed.model.identity import member_name
from codeshed.model.language import is_test_path
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Mutability,
    TypeKind,
    TypeSource,
    VariableKind,
)
from codeshed.model.type_expression import receiver_types

_FULL_SCORE = 100


def order_symbols(declarations: Declarations) -> tuple[str, ...]:
    """Return the symbols of all rows in order: modules, functions, variables and types, but no parameters."""
    declared = {
        symbol
        for symbol, declaration in declarations.by_symbol.items()
        if is_node(declaration.item.kind, declaration.item.details.variable_kind)
    }
    return tuple(sorted(declared | declarations.module_size_by_path.keys()))


def rows_by_member(
    declarations: Declarations, types: TypeRegistry, row_by_symbol: dict[str, int]
) -> dict[tuple[str, str], tuple[int, ...]]:
    """Return the methods of every type by name."""
    members: dict[tuple[str, str], list[int]] = {}
    for symbol, row in row_by_symbol.items():
        declaration = declarations.by_symbol.get(symbol)
        if declaration is None or declaration.item.kind is not DefinitionKind.FUNCTION:
            continue
        owner = declaration.item.enclosing_symbol
        if owner is not None and types.get(owner) is not None:
            members.setdefault((owner, member_name(symbol, owner, declaration.item.name)), []).append(row)
    return {key: tuple(rows) for key, rows in members.items()}


def tabulate_nodes(
    symbols: tuple[str, ...],
    declarations: Declarations,
    variable_types: VariableTypes,
    wiring: Wiring,
    unresolved: list[UnresolvedCall],
    *,
    dangling_rows: list[int],
) -> NodeTable:
    """Put what is known of each node into columns."""
    file_by_path = wiring.file_by_path
    names: list[str] = []
    details: list[DefinitionDetails | None] = []
    rows: list[tuple[int, ...]] = []
    spans: list[tuple[int, int, int, int]] = []
    for symbol in symbols:
        declaration = declarations.by_symbol.get(symbol)
        if symbol in file_by_path or declaration is None:
            names.append(symbol.rsplit("/", 1)[-1])
            details.append(None)
            rows.append(_module_row(symbol, declarations, file_by_path))
            spans.append((0, 0, 0, 0))
        else:
            names.append(declaration.item.name)
            details.append(_final_details(declaration, variable_types))
            rows.append(_declared_row(declaration, wiring))
            item = declaration.item
            spans.append(item.span.sort_key() if isinstance(item, Definition) else (0, 0, 0, 0))
    columns = np.array(rows, dtype=np.int64).reshape(-1, _N_COLUMNS)
    callers = [wiring.source_row(call.enclosing_symbol, call.path) for call in unresolved]
    return NodeTable(
        symbols=symbols,
        names=tuple(names),
        details=tuple(details),
        kinds=columns[:, 0].astype(np.uint8),
        flags=columns[:, 1].astype(np.int32),
        sizes=columns[:, 2].copy(),
        documentation_score=columns[:, 3].astype(np.int32),
        documentation_best=columns[:, 4].astype(np.int32),
        abstract_return_score=columns[:, 5].astype(np.int32),
        mutability=columns[:, 6].astype(np.uint8),
        variable_kind=columns[:, 7].astype(np.uint8),
        enclosing=columns[:, 8].astype(np.int32),
        files=columns[:, 9].astype(np.int32),
        n_unresolved_calls=_counts(callers, len(symbols)),
        n_dangling_references=_counts(dangling_rows, len(symbols)),
        spans=np.array(spans, dtype=np.int32).reshape(-1, 4),
    )


_N_COLUMNS = 10


def _counts(rows: list[int], n_nodes: int) -> Ints:
    return np.bincount(np.array(rows, dtype=np.int64), minlength=n_nodes).astype(np.int32)


def _module_row(path: str, declarations: Declarations, file_by_path: dict[str, int]) -> tuple[int, ...]:
    """Describe a module's top level: a function that takes and returns nothing."""
    flags = NodeFlag.DECLARED_COMPLETE
    if is_test_path(path):
        flags |= NodeFlag.TEST
    if path in declarations.partial_paths:
        flags |= NodeFlag.PARTIAL_FILE
    size = declarations.module_size_by_path[path]
    return (NodeKind.MODULE, flags, size, 0, _FULL_SCORE, -1, 0, 0, NO_ROW, file_by_path[path])


def _declared_row(declaration: Declaration, wiring: Wiring) -> tuple[int, ...]:
    types, row_by_symbol = wiring.types, wiring.row_by_symbol
    item = declaration.item
    details = item.details
    abstract = [
        info
        for info in map(types.get, _returned_types(declaration, types))
        if info is not None and _is_abstract(info)
    ]
    return (
        NODE_KIND_BY_DEFINITION[item.kind],
        _flags(declaration, types),
        declaration.measures.context_size,
        declaration.measures.documentation_score,
        declaration.measures.documentation_best,
        max((round(info.documentation_score * 100) for info in abstract), default=-1),
        MUTABILITIES.index(details.mutability or Mutability.MUTABLE),
        VARIABLE_KINDS.index(details.variable_kind or VariableKind.GLOBAL),
        NO_ROW if declaration.enclosing is None else row_by_symbol.get(declaration.enclosing, NO_ROW),
        NO_ROW if declaration.path is None else wiring.file_by_path[declaration.path],
    )


def _flags(declaration: Declaration, types: TypeRegistry) -> NodeFlag:
    is_test = declaration.path is not None and is_test_path(declaration.path)
    facts = {
        NodeFlag.EXTERNAL: declaration.is_external,
        NodeFlag.TEST: is_test,
        NodeFlag.PARTIAL_FILE: declaration.is_partial,
    }
    if declaration.item.kind is DefinitionKind.FUNCTION:
        facts |= _function_facts(declaration, types)
    return NodeFlag(sum(int(flag) for flag, is_so in facts.items() if is_so))


def _function_facts(declaration: Declaration, types: TypeRegistry) -> dict[NodeFlag, bool]:
    item = declaration.item
    modifiers = item.details.modifiers
    returned = [types.get(type_id) for type_id in item.details.return_types or ()]
    return {
        NodeFlag.CONSTRUCTOR: is_constructor(item),
        NodeFlag.ABSTRACT: modifiers is not None and modifiers.is_abstract,
        NodeFlag.INTERFACE_METHOD: declaration.is_interface_method,
        NodeFlag.DECLARED_COMPLETE: is_declared_complete(item, types),
        NodeFlag.REGISTRY_COMPLETE: is_registry_complete(item, types),
        NodeFlag.PLAIN_COMPLETE: is_plain_complete(item),
        NodeFlag.RETURNS_ABSTRACT: any(info is not None and info.is_abstract for info in returned),
    }


def _returned_types(declaration: Declaration, types: TypeRegistry) -> list[str]:
    """Return what a function may return, unions taken apart."""
    return [
        member
        for type_id in declaration.item.details.return_types or ()
        for member in ((type_id,) if types.get(type_id) is not None else receiver_types(type_id))
    ]


def _is_abstract(info: TypeInfo) -> bool:
    return info.is_abstract or info.kind is TypeKind.INTERFACE


def _final_details(declaration: Declaration, variable_types: VariableTypes) -> DefinitionDetails:
    """Return the details of a node, a variable's with the types that were found for it."""
    details = declaration.item.details
    if declaration.item.kind is not DefinitionKind.VARIABLE:
        return details
    known = variable_types.types_of(declaration.symbol)
    if not known:
        return msgspec.structs.replace(details, type_source=TypeSource.UNKNOWN)
    sources = set(known.values())
    source = next(source for source in TypeSource if source in sources)
    return msgspec.structs.replace(details, var_type=" | ".join(sorted(known)), type_source=source)
