"""The types that an argument may have, as far as the code beside it says.

Turns: an expression → names of types; None where they are not known. Literals, names that are assigned once, parameters and
fields with a declared type, calls of classes and of functions with a declared result.
"""

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    ScopedExpression,
    ScopeKind,
)
from codeshed.model.facts.type_facts import TypeFact
from codeshed.model.semantic import Mutability, ReferenceRole, TypeSource
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, member_symbol
from codeshed.query.contracts.python.python_signatures import PythonSignatures
from codeshed.query.contracts.python.python_source import PythonSource
from codeshed.query.contracts.type_names import CLASS_OBJECT, FUNCTION, parts_of

_MAX_DEPTH = 6
_MAX_VALUES = 8
_WITHOUT_RECEIVER = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_BY_COMPOUND = {
    CompoundKind.LIST: "list",
    CompoundKind.SET: "set",
    CompoundKind.DICT: "dict",
    CompoundKind.TUPLE: "tuple",
    CompoundKind.NOT: "bool",
    CompoundKind.FORMATTED_STRING: "str",
}
_IDENTITY = frozenset({"is", "not", "in"})
_BUILTIN_CALLS = frozenset(
    {"str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple", "frozenset", "bytearray"}
)
_RESULTS = {
    "len": "int",
    "repr": "str",
    "sorted": "list",
    "ord": "int",
    "chr": "str",
    "hash": "int",
    "id": "int",
}
_TEXT_METHODS = frozenset({"format", "join", "strip", "lower", "upper", "replace", "decode"})
_MAY_BE_ELSE = frozenset({"unknown_decorator", "rebound"})
_BUILTINS = f"{EXTERNAL_PREFIX}builtins."


def engine_types(fact: TypeFact) -> tuple[str, ...] | None:
    """Return the types that the type engine found of a value; None if there may be others.

    Nothing is said of a value that is None: an undeclared field or global has the type of its first value, which often is None.
    """
    if (
        not fact.is_exhaustive
        or not fact.alternatives
        or any(each.is_awaitable for each in fact.alternatives)
    ):
        return None
    names = [
        CLASS_OBJECT if each.is_class else each.symbol.removeprefix(_BUILTINS) for each in fact.alternatives
    ]
    return tuple(dict.fromkeys((*names, *(("None",) if "None" in fact.text else ()))))


class ArgumentTypes:
    """Finds the types of arguments."""

    def __init__(self, graph: CodeGraph, signatures: PythonSignatures) -> None:
        self._graph = graph
        self._signatures = signatures

    def of(  # noqa: PLR0911 - one answer for each kind of expression
        self, source: PythonSource, value: Expression, scope: int, depth: int = 0
    ) -> tuple[str, ...] | None:
        """Return the types that an expression in a scope may have."""
        if depth > _MAX_DEPTH:
            return None
        match value:
            case Literal():
                return (value.type_name,) if value.type_name != "ellipsis" else None
            case Compound():
                return self._of_compound(source, value, scope, depth)
            case ScopedExpression():
                return (FUNCTION,) if source.facts.scopes[value.scope].kind is ScopeKind.LAMBDA else None
            case Name():
                return self._of_name(source, value, scope, depth)
            case Attribute():
                return self._of_field(source, value)
            case Call():
                return self._of_call(source, value)
            case _:
                return None

    def _of_compound(  # noqa: PLR0911 - one answer for each kind of expression
        self, source: PythonSource, value: Compound, scope: int, depth: int
    ) -> tuple[str, ...] | None:
        if value.kind is CompoundKind.FORMATTED_STRING and any(
            isinstance(each, Literal) and each.type_name == "bytes" for each in value.parts
        ):
            return ("bytes",)
        if value.kind is CompoundKind.CHOICE:
            n_results = 2 if value.detail == "if" else len(value.parts)
            found: dict[str, None] = {}
            for each in value.parts[:n_results]:
                types = self.of(source, each, scope, depth + 1)
                if types is None:
                    return None
                found.update(dict.fromkeys(types))
            return tuple(found)
        if value.kind is CompoundKind.COMPARISON:
            return ("bool",) if set((value.detail or "").split()) <= _IDENTITY else None
        if value.kind is CompoundKind.OPERATOR and value.detail in {"%", "+"} and value.parts:
            first = self.of(source, value.parts[0], scope, depth + 1)
            is_text = first in {("str",), ("bytes",)} and isinstance(value.parts[0], Literal | Compound)
            return first if is_text else None
        if value.kind is CompoundKind.AWAIT and value.parts and isinstance(value.parts[0], Call):
            return self._of_call(source, value.parts[0], is_awaited=True)
        name = _BY_COMPOUND.get(value.kind)
        return None if name is None else (name,)

    def _of_name(self, source: PythonSource, value: Name, scope: int, depth: int) -> tuple[str, ...] | None:
        assigned = source.values(scope, value.name)
        if assigned is not None:
            place = source.facts.scopes.index(assigned[1])
            some = [self.of(source, each, place, depth + 1) for each in assigned[0][:_MAX_VALUES]]
            known = [each for each in some if each is not None]
            is_all = len(known) == len(assigned[0])
            return tuple(dict.fromkeys(one for each in known for one in each)) if is_all else None
        binding = source.binding_scope(scope, value.name)
        named = self._of_definition(source, value)
        if named is not None:
            return named
        if binding is None or binding.definition is None or source.is_assigned(binding, value.name):
            return None
        definition = source.facts.definitions[binding.definition]
        owner = source.enclosing_class(definition)
        is_receiver = bool(definition.parameters) and definition.parameters[0].name == value.name
        if (
            owner is not None
            and is_receiver
            and not definition.decorators
            and definition.name not in _WITHOUT_RECEIVER
        ):
            return (member_symbol(source.path, owner.qualified_name),)
        row = self._graph.find_row(member_symbol(source.path, definition.qualified_name))
        details = None if row is None else self._graph.nodes.details[row]
        for each in (details.parameters or ()) if details is not None else ():
            is_one = each.name == value.name and not each.is_variadic
            if is_one and each.type_source is TypeSource.ANNOTATION and each.param_type is not None:
                own = next((one for one in definition.parameters if one.name == value.name), None)
                default = (
                    None
                    if own is None or own.default is None
                    else self.of(source, own.default, scope, depth + 1)
                )
                return (*parts_of(each.param_type), *(default or ()))
        return None

    def _of_definition(self, source: PythonSource, value: Name) -> tuple[str, ...] | None:
        """Return the type of a name that is a function or a class; None if a decorator may make something else of it."""
        found = source.symbols_at.get((value.begin, value.end), ())
        rows = [self._graph.find_row(each.target_symbol) for each in found if each.target_symbol is not None]
        if len(rows) != 1 or rows[0] is None:
            return None
        signatures = self._signatures.of_symbol(self._graph.nodes.symbols[rows[0]])
        if any(each.uncheckable in _MAY_BE_ELSE for each in signatures):
            return None
        return {NodeKind.FUNCTION: (FUNCTION,), NodeKind.TYPE: (CLASS_OBJECT,)}.get(
            NodeKind(int(self._graph.nodes.kinds[rows[0]]))
        )

    def _of_field(self, source: PythonSource, value: Attribute) -> tuple[str, ...] | None:
        found = source.symbols_at.get((value.begin, value.end), ())
        reads = [each for each in found if each.role is ReferenceRole.READ and each.target_symbol is not None]
        if len(reads) != 1:
            return None
        row = self._graph.find_row(reads[0].target_symbol or "")
        details = None if row is None else self._graph.nodes.details[row]
        if details is None or details.var_type is None:
            return None
        # What was inferred holds for a field that is assigned once.
        is_inferred = (
            details.type_source is TypeSource.INFERRED and details.mutability is not Mutability.MUTABLE
        )
        if details.type_source is not TypeSource.ANNOTATION and not is_inferred:
            return None
        return parts_of(details.var_type)

    def _of_call(  # noqa: C901, PLR0911 - one answer for each kind of callee
        self, source: PythonSource, value: Call, *, is_awaited: bool = False
    ) -> tuple[str, ...] | None:
        targets = source.callees_at.get((value.begin, value.end), ())
        function = value.function
        if isinstance(function, Name) and not any(not each.startswith(EXTERNAL_PREFIX) for each in targets):
            is_builtin = all(each.startswith(f"{EXTERNAL_PREFIX}builtins.") for each in targets)
            if is_builtin and source.binding_scope(None, function.name) is None:
                if function.name in _BUILTIN_CALLS:
                    return (function.name,)
                if function.name in _RESULTS:
                    return (_RESULTS[function.name],)
            return None
        if (
            isinstance(function, Attribute)
            and function.name in _TEXT_METHODS - {"decode"}
            and isinstance(function.value, Literal | Compound)
            and self.of(source, function.value, 0) == ("str",)
        ):
            return ("str",)
        if len(targets) != 1:
            return None
        row = self._graph.find_row(targets[0])
        if row is None:
            return None
        if self._graph.nodes.kinds[row] == NodeKind.TYPE:
            return (targets[0],)
        details = self._graph.nodes.details[row]
        modifiers = None if details is None else details.modifiers
        if (
            details is None
            or modifiers is None
            or modifiers.is_async is not is_awaited
            or modifiers.is_generator
        ):
            return None
        is_inferred = details.return_type_source is TypeSource.INFERRED and not self._is_overridden(row)
        if not details.return_types or not (
            is_inferred or details.return_type_source is TypeSource.ANNOTATION
        ):
            return None
        return tuple(part for each in details.return_types for part in parts_of(each))

    def _is_overridden(self, row: int) -> bool:
        table = self._graph.edges
        edges = range(int(table.out_starts[row]), int(table.out_starts[row + 1]))
        return any(table.kinds[edge] == EdgeKind.OVERRIDDEN_BY for edge in edges)
