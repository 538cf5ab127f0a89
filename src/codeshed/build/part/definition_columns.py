"""Definitions and external symbols as columns.

Turns: measured definitions → DefinitionTable, sorted by symbol. Texts are not kept: what they measure is in columns.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.build.part.definition_sizes import NO_SIZE, DefinitionSizes
from codeshed.build.part.document_part import (
    BYTE,
    INT,
    LONG,
    BaseColumns,
    DefinitionColumns,
    DefinitionFlag,
    DefinitionTable,
    FlowColumns,
    ParameterColumns,
    SignatureTypeColumns,
)
from codeshed.build.part.signature_types import (
    find_bases,
    find_typed_parameters,
    iter_flows,
    iter_signature_types,
    signature_flags,
)
from codeshed.build.part.string_table import StringTable
from codeshed.graph.data.code_graph import MUTABILITIES, VARIABLE_KINDS
from codeshed.graph.data.details_column import TYPE_SOURCES
from codeshed.graph.data.kinds import FLAG_BY_VISIBILITY, NodeFlag, NodeKind
from codeshed.graph.data.type_registry import TYPE_KINDS
from codeshed.model.facts.type_expression import head_of
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    ExternalSymbol,
    TypeKind,
    TypeSource,
)
from codeshed.model.symbol_ids import last_name, member_name

_NO_SPAN = (0, 0, 0, 0)
_MAX_INT = 2**31 - 1
# Module constants, since looking enum members up is slow, and there are a hundred thousand definitions.
_FUNCTION, _TYPE = DefinitionKind.FUNCTION, DefinitionKind.TYPE
_NODE_KIND_BY_KIND = {
    DefinitionKind.FUNCTION: int(NodeKind.FUNCTION),
    DefinitionKind.VARIABLE: int(NodeKind.VARIABLE),
    DefinitionKind.TYPE: int(NodeKind.TYPE),
}
_CLASS = TypeKind.CLASS
_EXTERNAL, _ABSTRACT, _INFERRED = int(NodeFlag.EXTERNAL), int(NodeFlag.ABSTRACT), int(NodeFlag.INFERRED)
_UNKNOWN_BASE = int(NodeFlag.UNKNOWN_BASE)
_FLAG_BY_VISIBILITY = {visibility: int(flag) for visibility, flag in FLAG_BY_VISIBILITY.items()}
_BODILESS, _ENCLOSED = int(DefinitionFlag.BODILESS), int(DefinitionFlag.ENCLOSED)
_MARKED_CONSTRUCTOR = int(DefinitionFlag.MARKED_CONSTRUCTOR)
_ABSTRACT_TYPE, _RESTRICTED = int(DefinitionFlag.ABSTRACT_TYPE), int(DefinitionFlag.BOUNDED)
_HAS_TYPE_PARAMETERS, _OPEN_BASES = (
    int(DefinitionFlag.HAS_TYPE_PARAMETERS),
    int(DefinitionFlag.UNDECLARED_BASES),
)
_PRIMARY = int(DefinitionFlag.PRIMARY_CONSTRUCTOR)
_PROPERTY = int(DefinitionFlag.PROPERTY)
_encode = msgspec.msgpack.Encoder().encode


class MeasuredDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """A definition or external symbol with the sizes of its texts; documentation scores are in hundredths."""

    item: Definition | ExternalSymbol
    path: str | None
    is_external: bool
    is_inferred: bool = False
    has_undeclared_bases: bool = False
    overload_key: str | None = None
    override_flags: int = 0
    sizes: DefinitionSizes
    documentation_score: int
    documentation_best: int


class _Row(NamedTuple):
    symbol: int
    name: int
    last_name: int
    lower_name: int
    enclosing: int
    member: int
    shape: int
    var_type: int
    kind: int
    variable_kind: int
    mutability: int
    type_kind: int
    type_source: int
    flags: int
    size: int
    interface_size: int
    score: int
    best: int
    complexity: int
    details: int


def tabulate_definitions(definitions: Sequence[MeasuredDefinition], strings: StringTable) -> DefinitionTable:
    """Put definitions into columns, stably sorted by symbol."""
    ordered = sorted(definitions, key=lambda each: each.item.symbol_id)
    # Symbols are interned first, so that they are adjacent in the string table.
    for definition in ordered:
        strings.number(definition.item.symbol_id)
    row_by_details: dict[bytes, int] = {}
    rows = []
    spans: list[tuple[int, int, int, int]] = []
    bases: list[tuple[int, int, int]] = []
    uses: list[tuple[int, int, int, int]] = []
    parameters: list[tuple[int, int, int, int]] = []
    flows: list[tuple[int, int, int]] = []
    for position, definition in enumerate(ordered):
        item = definition.item
        details = item.details
        number = strings.number
        details_row = row_by_details.setdefault(_encode(details), len(row_by_details))
        row = _row(definition, details_row, strings)
        rows.append(row)
        spans.append(item.span.sort_key() if isinstance(item, Definition) else _NO_SPAN)
        if item.kind is _TYPE or details.inherits:
            bases += [(position, number(base), number(head_of(base))) for base in find_bases(details)]
        if details.parameters or details.return_types:
            uses += [
                (position, number(use.whole), number(use.member), use.flags)
                for use in iter_signature_types(details, row.flags)
            ]
            parameters += [
                (position, number(each.symbol), number(each.type_id), type_source_code(each.source))
                for each in find_typed_parameters(item.symbol_id, details)
            ]
            if item.kind is _FUNCTION and not definition.is_external:
                flows += [(position, number(flow.type_id), flow.role) for flow in iter_flows(details)]
    return DefinitionTable(
        columns=_columns(rows, spans),
        bases=BaseColumns(**_named(bases, ("definitions", INT), ("bases", INT), ("heads", INT))),
        signature_types=SignatureTypeColumns(
            **_named(uses, ("definitions", INT), ("wholes", INT), ("members", INT), ("flags", BYTE))
        ),
        parameters=ParameterColumns(
            **_named(
                parameters, ("definitions", INT), ("symbols", INT), ("types", INT), ("type_sources", BYTE)
            )
        ),
        flows=FlowColumns(**_named(flows, ("definitions", INT), ("types", INT), ("roles", BYTE))),
        details=tuple(row_by_details),
    )


def type_source_code(source: TypeSource | None) -> int:
    """Return the code of a type source; 0 is none."""
    return 0 if source is None else TYPE_SOURCES.index(source) + 1


def definition_flags(name: str, kind: DefinitionKind, details: DefinitionDetails) -> int:
    """Return the flags that the details of a definition decide."""
    flags = signature_flags(name, details) if kind is _FUNCTION else 0
    if details.modifiers is not None and details.modifiers.is_constructor:
        flags |= _MARKED_CONSTRUCTOR
    if details.modifiers is not None and details.modifiers.is_property:
        flags |= _PROPERTY
    if details.is_abstract:
        flags |= _ABSTRACT_TYPE
    if details.has_primary_constructor:
        flags |= _PRIMARY
    if details.has_unknown_base:
        flags |= _UNKNOWN_BASE
    if details.type_params:
        flags |= _HAS_TYPE_PARAMETERS
    if details.bound is not None or details.constraints:
        flags |= _RESTRICTED
    return flags


def _row(definition: MeasuredDefinition, details_row: int, strings: StringTable) -> _Row:
    item = definition.item
    details = item.details
    owner = item.enclosing_symbol or None
    is_function = item.kind is _FUNCTION
    flags = definition_flags(item.name, item.kind, details)
    flags |= definition.override_flags
    if definition.is_external:
        flags |= _EXTERNAL
    if definition.is_inferred:
        flags |= _INFERRED
    if isinstance(item, Definition) and item.visibility is not None:
        flags |= _FLAG_BY_VISIBILITY[item.visibility]
    if definition.has_undeclared_bases:
        flags |= _OPEN_BASES
    if owner is not None:
        flags |= _ENCLOSED
    if definition.sizes.interface_size != NO_SIZE and not flags & _ABSTRACT:
        flags |= _BODILESS
    last = last_name(item.symbol_id)
    type_kind = details.type_kind
    if type_kind is None and item.kind is _TYPE:
        type_kind = _CLASS
    return _Row(
        symbol=strings.number(item.symbol_id),
        name=strings.number(item.name),
        last_name=strings.number(last),
        lower_name=strings.number(last.lower()),
        enclosing=strings.number(owner or definition.path),
        member=strings.number(member_name(item.symbol_id, owner, item.name))
        if is_function and owner is not None
        else 0,
        shape=strings.number(definition.overload_key),
        var_type=strings.number(details.var_type),
        kind=_NODE_KIND_BY_KIND[item.kind],
        variable_kind=0 if details.variable_kind is None else VARIABLE_KINDS.index(details.variable_kind) + 1,
        mutability=0 if details.mutability is None else MUTABILITIES.index(details.mutability) + 1,
        type_kind=0 if type_kind is None else TYPE_KINDS.index(type_kind) + 1,
        type_source=type_source_code(details.type_source),
        flags=flags,
        size=definition.sizes.size,
        interface_size=definition.sizes.interface_size,
        score=definition.documentation_score,
        best=definition.documentation_best,
        complexity=_complexity(item),
        details=details_row,
    )


def _complexity(item: Definition | ExternalSymbol) -> int:
    """Return the stated cyclomatic complexity, capped to the column's range; 0 if it is not stated."""
    stated = item.complexity if isinstance(item, Definition) else None
    return min(stated or 0, _MAX_INT)


def _columns(rows: list[_Row], spans: list[tuple[int, int, int, int]]) -> DefinitionColumns:
    values = np.array(rows, dtype=np.int64).reshape(-1, len(_Row._fields)).T

    def column(name: str, dtype: npt.DTypeLike = INT) -> memoryview:
        return memoryview(values[_Row._fields.index(name)].astype(dtype).tobytes())

    return DefinitionColumns(
        symbols=column("symbol"),
        names=column("name"),
        last_names=column("last_name"),
        lower_names=column("lower_name"),
        enclosing=column("enclosing"),
        members=column("member"),
        overload_keys=column("shape"),
        var_types=column("var_type"),
        kinds=column("kind", BYTE),
        variable_kinds=column("variable_kind", BYTE),
        mutabilities=column("mutability", BYTE),
        type_kinds=column("type_kind", BYTE),
        type_sources=column("type_source", BYTE),
        flags=column("flags"),
        spans=memoryview(np.array(spans, dtype=INT).tobytes()),
        sizes=column("size", LONG),
        interface_sizes=column("interface_size", LONG),
        documentation_scores=column("score"),
        documentation_bests=column("best"),
        complexities=column("complexity"),
        details=column("details"),
    )


def _named(rows: Sequence[tuple[int, ...]], *names: tuple[str, npt.DTypeLike]) -> dict[str, memoryview]:
    """Return rows of numbers as columns by name."""
    values = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * len(names)).reshape(-1, len(names))
    return {
        name: memoryview(values[:, column].astype(dtype).tobytes())
        for column, (name, dtype) in enumerate(names)
    }
