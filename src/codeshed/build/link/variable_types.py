"""Types of variables and parameters, from declarations and from the calls that are assigned to them.

Turns: declarations + assignments → the types that each variable may have, each with its source. Variables, functions
and types are string numbers; sources are codes, the most reliable first.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.integer_sorting import sorted_unique
from codeshed.build.link.joined_columns import References
from codeshed.build.link.return_types import ReturnTypes
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.graph.data.arrays import NO_ROW, Bytes, Ints, Longs
from codeshed.graph.data.details_column import TYPE_SOURCES
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.type_registry import TYPE_KINDS, TypeVarInfo
from codeshed.model.facts.type_expression import receiver_types
from codeshed.model.semantic import TypeKind, TypeSource
from codeshed.model.symbol_ids import SEPARATOR, member_symbol

MAX_TYPES_PER_VARIABLE = 16
"""A variable that is assigned more types could be anything: further ones are left out."""

MAX_NESTED_FUNCTIONS = 64
"""How many enclosing functions of a call are searched for a parameter that it names."""

ANNOTATION = TYPE_SOURCES.index(TypeSource.ANNOTATION) + 1
"""The source code of a declared type."""

_MAX_ALIAS_DEPTH = 16
_ALIAS = TYPE_KINDS.index(TypeKind.TYPE_ALIAS) + 1
_TYPE_VAR = TYPE_KINDS.index(TypeKind.TYPE_VAR) + 1
_NO_TYPES: dict[int, int] = {}


class VariableTypes:
    """The known types of variables and parameters; they only grow.

    `declared` and `declared_sources` are declared types, by string; `assigned` are the types of variables that got
    some from assignments.
    """

    def __init__(
        self, declarations: Declarations, types: DeclaredTypes, symbols: SymbolRows, strings: InternedStrings
    ) -> None:
        self._declarations = declarations
        self._types = types
        self._symbols = symbols
        self._strings = strings
        self.declared, self.declared_sources = _declared_types(declarations, symbols)
        # Single items of a memoryview are read faster than those of an array.
        self._each_declared, self._each_source = self.declared.data, self.declared_sources.data
        self.assigned: dict[int, dict[int, int]] = {}
        self.return_types = ReturnTypes(declarations, symbols, strings)
        self._parameter_names_by_details: dict[int, frozenset[str]] = {}
        self._concrete_by_type: dict[int, tuple[int, ...]] = {}

    def types_of(self, variable: int) -> Mapping[int, int]:
        """Return the types of a variable with their sources; a receiver that is a type itself has that type."""
        if self._is_of_part(variable) and self._types.kinds[variable]:
            return {variable: ANNOTATION}
        return self._known(variable)

    def resolve_variable(self, variable: int, enclosing: int) -> int:
        """Return the variable or parameter that a reference names.

        The name is a symbol id, or a bare name: of a parameter of an enclosing function, else of a local.
        """
        is_declared = self._is_of_part(variable) and self._symbols.declaration_of[variable] != NO_ROW
        if is_declared or self._known(variable):
            return variable
        text = self._strings.text(variable)
        functions = self._enclosing_functions(enclosing)
        for function in functions:
            key = self._find_parameter(function, text)
            if key is not None:
                return self._strings.intern(key)
        is_bare = "." not in text and SEPARATOR not in text
        if is_bare and functions:
            return self._strings.intern(member_symbol(self._strings.text(functions[0]), text))
        return variable

    def assign(self, variable: int, targets: Iterable[int]) -> bool:
        """Add the return types of some declarations, in order, to a variable; return whether any was new.

        A variable with a declared type gets no others, and types that would exceed the cap are all left out.
        """
        known = self._known(variable)
        if known and ANNOTATION in known.values():
            return False
        new = {
            type_id: source
            for target in targets
            for type_id, source in self.return_types.of_call(target).items()
            if type_id not in known
        }
        if not new or len(known) + len(new) > MAX_TYPES_PER_VARIABLE:
            return False
        self.assigned[variable] = known | new if known else new
        return True

    def concrete_types(self, type_id: int) -> tuple[int, ...]:
        """Return the types whose methods a value has: the members of a union, the constraints or bound of a type variable.

        `T(A, B)` gives A and B, an alias its target, `list[A]` the list.
        """
        known = self._concrete_by_type.get(type_id)
        if known is None:
            known = self._concrete_by_type[type_id] = self._find_concrete_types(type_id)
        return known

    def _is_of_part(self, string: int) -> bool:
        """Whether a string comes from a part, so that columns by string have it."""
        return string < len(self.declared)

    def _known(self, variable: int) -> dict[int, int]:
        found = self.assigned.get(variable)
        if found is not None:
            return found
        declared = self._each_declared[variable] if self._is_of_part(variable) else NO_STRING
        return _NO_TYPES if declared == NO_STRING else {declared: self._each_source[variable]}

    def _enclosing_functions(self, string: int) -> list[int]:
        """Return the functions that enclose a string, the innermost first, up to a limit; a function is its own first."""
        functions: dict[int, None] = {}
        columns = self._declarations.columns
        current = int(self._symbols.enclosing_function[string])
        while current != NO_STRING and current not in functions and len(functions) < MAX_NESTED_FUNCTIONS:
            functions[current] = None
            enclosing = columns.enclosing[self._symbols.declaration_of[current]]
            current = int(self._symbols.enclosing_function[enclosing])
        return list(functions)

    def _find_parameter(self, function: int, text: str) -> str | None:
        """Return the id of the parameter of a function that a text names, by name or id, or None."""
        details_row = int(self._declarations.columns.details[self._symbols.declaration_of[function]])
        names = self._parameter_names_by_details.get(details_row)
        if names is None:
            parameters = self._declarations.details.get(details_row).parameters or ()
            names = frozenset(parameter.name for parameter in parameters)
            self._parameter_names_by_details[details_row] = names
        if text in names:
            return member_symbol(self._strings.text(function), text)
        prefix = member_symbol(self._strings.text(function), "")
        return text if text.startswith(prefix) and text.removeprefix(prefix) in names else None

    def _find_concrete_types(self, type_id: int) -> tuple[int, ...]:
        found: dict[int, None] = {}
        seen: set[int] = set()
        pending = [type_id]
        for _ in range(_MAX_ALIAS_DEPTH):
            following: list[int] = []
            for current in pending:
                if current in seen:
                    continue
                seen.add(current)
                following.extend(map(self._strings.intern, self._one_step(current, found)))
            if not following:
                break
            pending = following
        return tuple(found)

    def _one_step(self, type_id: int, found: dict[int, None]) -> Iterable[str]:
        kind = int(self._types.kinds[type_id]) if self._is_of_part(type_id) else 0
        if kind == 0:
            text = self._strings.text(type_id)
            return [member for member in receiver_types(text) if member != text]
        if kind == _TYPE_VAR:
            variable = self._type_variable(type_id)
            upper = () if variable.bound is None else (variable.bound,)
            return variable.constraints or upper
        if kind == _ALIAS:
            bound = self._declarations.details_of(int(self._symbols.declaration_of[type_id])).bound
            if bound is not None:
                return (bound,)
        found[type_id] = None
        return ()

    def _type_variable(self, type_id: int) -> TypeVarInfo:
        known = self._types.variables.get(type_id)
        if known is not None:
            return known
        details = self._declarations.details_of(int(self._symbols.declaration_of[type_id]))
        return TypeVarInfo(bound=details.bound, constraints=details.constraints or ())


def propagate_return_types(
    references: References, assignments: Ints, variable_types: VariableTypes, symbols: SymbolRows
) -> None:
    """Assign to every variable the return types of the resolved calls whose result it gets."""
    targets = symbols.declaration_of[references.targets[assignments]]
    assignments, targets = assignments[targets != NO_ROW], targets[targets != NO_ROW]
    is_typed = variable_types.return_types.may_return[targets]
    assignments, targets = assignments[is_typed], targets[is_typed]
    variables = resolve_variables(
        references.assigned[assignments], references.enclosing[assignments], variable_types, symbols
    )
    n_declarations = len(symbols.declaration_of)
    pairs = sorted_unique(variables * n_declarations + targets)
    by_variable = zip((pairs // n_declarations).tolist(), (pairs % n_declarations).tolist(), strict=True)
    for variable, group in groupby(by_variable, key=itemgetter(0)):
        variable_types.assign(variable, [target for _, target in group])


def resolve_variables(
    variables: Ints, enclosing: Ints, variable_types: VariableTypes, symbols: SymbolRows
) -> Longs:
    """Return the variables or parameters that references name, as `resolve_variable` does, mostly vectorized."""
    is_known = (symbols.declaration_of[variables] != NO_ROW) | (
        variable_types.declared[variables] != NO_STRING
    )
    keys = variables.astype(np.int64)
    unknown = np.flatnonzero(~is_known)
    keys[unknown] = [
        variable_types.resolve_variable(variable, around)
        for variable, around in zip(variables[unknown].tolist(), enclosing[unknown].tolist(), strict=True)
    ]
    return keys


def _declared_types(declarations: Declarations, symbols: SymbolRows) -> tuple[Ints, Bytes]:
    """Return the declared types of variables and parameters with their sources, by string.

    `self` without a type has the enclosing type. A variable takes precedence over a parameter of the same id, and
    the first of several parameters over the others.
    """
    columns = declarations.columns
    parameters = declarations.parameters
    types = np.zeros(len(symbols.row_of), dtype=np.int32)
    sources = np.zeros(len(symbols.row_of), dtype=np.uint8)
    around = symbols.enclosing_type[columns.symbols[parameters.definitions]]
    parameter_types = np.where(parameters.types == NO_STRING, around, parameters.types)
    # NumPy keeps the last value assigned to an index: reversed, the first parameter is kept.
    known = np.flatnonzero(parameter_types != NO_STRING)[::-1]
    types[parameters.symbols[known]] = parameter_types[known]
    sources[parameters.symbols[known]] = parameters.type_sources[known]
    is_typed = (columns.kinds == NodeKind.VARIABLE) & (columns.var_types != NO_STRING)
    types[columns.symbols[is_typed]] = columns.var_types[is_typed]
    sources[columns.symbols[is_typed]] = np.maximum(columns.type_sources[is_typed], ANNOTATION)
    return types, sources
