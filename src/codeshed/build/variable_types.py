"""Pass 2.5: the types of variables and parameters, declared ones first, then those of what they are assigned.

Turns: declarations + assignments → the types that each variable may have, each with how it is known.
"""

from collections import defaultdict
from collections.abc import Iterable

from codeshed.build.declarations import Declarations
from codeshed.build.references import Assignment
from codeshed.build.scopes import Scopes
from codeshed.build.signature import is_constructor
from codeshed.graph.type_registry import TypeRegistry
from codeshed.model.identity import SEPARATOR, member_symbol
from codeshed.model.semantic import DefinitionKind, TypeKind, TypeSource
from codeshed.model.type_expression import NOTHING_TYPES, OPEN_TYPES, receiver_types

MAX_TYPES_PER_VARIABLE = 16
"""A variable that was assigned more types than this could be anything: those are left out."""

_MAX_ALIAS_DEPTH = 16
_RECEIVER_NAMES = frozenset({"self", "cls", "this", "mcs", "mcls"})
_SELF_TYPES = frozenset({"Self", "typing.Self", "ext:typing.Self", "typing_extensions.Self"})


class VariableTypes:
    """The types that variables and parameters are known to have; it only grows."""

    def __init__(self, declarations: Declarations, types: TypeRegistry, scopes: Scopes) -> None:
        self._declarations = declarations.by_symbol
        self._types = types
        self._scopes = scopes
        self._sources: dict[str, dict[str, TypeSource]] = {}
        self._keys_by_function: dict[str, dict[str, str]] = {}
        for symbol, declaration in declarations.by_symbol.items():
            details = declaration.item.details
            if declaration.item.kind is DefinitionKind.VARIABLE and details.var_type is not None:
                self._sources[symbol] = {details.var_type: details.type_source or TypeSource.ANNOTATION}
        for symbol, declaration in declarations.by_symbol.items():
            for position, parameter in enumerate(declaration.item.details.parameters or ()):
                key = member_symbol(symbol, parameter.name)
                declared = parameter.param_type
                if declared is None and position == 0 and parameter.name in _RECEIVER_NAMES:
                    declared = scopes.enclosing_type(symbol)
                if declared is not None and key not in self._sources:
                    self._sources[key] = {declared: parameter.type_source or TypeSource.ANNOTATION}

    def types_of(self, variable: str) -> dict[str, TypeSource]:
        """Return the types of a variable with how each is known; a type as receiver stands for itself."""
        if self._types.get(variable) is not None:
            return {variable: TypeSource.ANNOTATION}
        return self._sources.get(variable, {})

    def key_of(self, variable: str, enclosing: str) -> str:
        """Return the id of the variable or parameter that a reference names.

        It is a symbol id, or a bare name: of a parameter of a function around the reference, else of a local.
        """
        if variable in self._sources or variable in self._declarations:
            return variable
        functions = self._scopes.enclosing_functions(enclosing)
        for function in functions:
            key = self._parameter_keys(function).get(variable)
            if key is not None:
                return key
        is_bare = "." not in variable and SEPARATOR not in variable
        return member_symbol(functions[0], variable) if is_bare and functions else variable

    def _parameter_keys(self, function: str) -> dict[str, str]:
        """Return the ids of a function's parameters, by name and by id."""
        known = self._keys_by_function.get(function)
        if known is None:
            parameters = self._declarations[function].item.details.parameters or ()
            keys = [member_symbol(function, parameter.name) for parameter in parameters]
            names = [parameter.name for parameter in parameters]
            known = dict(zip([*keys, *names], [*keys, *keys], strict=True))
            self._keys_by_function[function] = known
        return known

    def assign(self, variable: str, targets: set[str]) -> bool:
        """Give a variable the types that calls of these targets return; True if one was new.

        A declared type stays alone, and types that would be too many together are all left out.
        """
        known = self._sources.get(variable, {})
        if TypeSource.ANNOTATION in known.values():
            return False
        new: dict[str, TypeSource] = {}
        for target in sorted(self._declarations.keys() & targets):
            source = (
                TypeSource.EXTERNAL_CALL_RETURN
                if self._declarations[target].is_external
                else TypeSource.INFERRED
            )
            new |= {type_id: source for type_id in self._returned_types(target) if type_id not in known}
        if not new or len(known) + len(new) > MAX_TYPES_PER_VARIABLE:
            return False
        self._sources[variable] = known | new
        return True

    def concrete_types(self, type_id: str) -> tuple[str, ...]:
        """Return the types whose methods a value has: of a union each, of a type variable its constraints or bound.

        `T(A, B)` gives A and B, an alias what it stands for, `list[A]` the list.
        """
        found: dict[str, None] = {}
        seen: set[str] = set()
        pending = [type_id]
        for _ in range(_MAX_ALIAS_DEPTH):
            following: list[str] = []
            for current in pending:
                if current in seen:
                    continue
                seen.add(current)
                following.extend(self._one_step(current, found))
            if not following:
                break
            pending = following
        return tuple(found)

    def _one_step(self, type_id: str, found: dict[str, None]) -> Iterable[str]:
        info = self._types.get(type_id)
        if info is None:
            return [member for member in receiver_types(type_id) if member != type_id]
        if info.type_var is not None:
            upper = () if info.type_var.bound is None else (info.type_var.bound,)
            return info.type_var.constraints or upper
        if info.kind is TypeKind.TYPE_ALIAS:
            bound = self._declarations[type_id].item.details.bound
            if bound is not None:
                return (bound,)
        found[type_id] = None
        return ()

    def _returned_types(self, target: str) -> tuple[str, ...]:
        declaration = self._declarations[target]
        if declaration.item.kind is DefinitionKind.TYPE:
            return (target,)
        owner = self._scopes.enclosing_type(target)
        if is_constructor(declaration.item) and owner is not None:
            return (owner,)
        returned = declaration.item.details.return_types or ()
        own = [owner if type_id in _SELF_TYPES and owner is not None else type_id for type_id in returned]
        return tuple(type_id for type_id in own if type_id not in NOTHING_TYPES and type_id not in OPEN_TYPES)


def propagate_returns(assignments: list[Assignment], variable_types: VariableTypes) -> None:
    """Give every variable the return types of the resolved calls that it is assigned from."""
    targets_by_variable: defaultdict[str, set[str]] = defaultdict(set)
    for assignment in assignments:
        key = variable_types.key_of(assignment.variable, assignment.enclosing_symbol)
        targets_by_variable[key].add(assignment.target)
    for variable, targets in targets_by_variable.items():
        variable_types.assign(variable, targets)
