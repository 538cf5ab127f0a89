"""Annotations as abstract values.

Turns: an annotation in a scope → DeclaredValues, by static name resolution.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from codeshed.model.facts.python_facts import (
    Attribute,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    Subscript,
    TypeParameterFact,
)
from codeshed.resolve.python.flow.type_values import (
    NONE,
    UNKNOWN,
    DeclaredTypeValues,
    DeclaredValues,
    union,
)
from codeshed.resolve.python.names.assigned_types import AssignedType, AssignedTypeKind, AssignedTypes
from codeshed.resolve.python.names.forward_annotations import parse_annotation
from codeshed.resolve.python.names.static_names import Referent, ReferentKind

# fmt: off
_UNIONS = frozenset({"typing.Optional", "typing.Union", "typing_extensions.Optional", "typing_extensions.Union"})
_WRAPPERS = frozenset({
    "typing.Annotated", "typing.Final", "typing.ClassVar", "typing.Required", "typing.NotRequired", "typing.ReadOnly",
    "typing.Awaitable", "typing.Coroutine", "typing_extensions.Annotated", "typing_extensions.Final",
    "collections.abc.Awaitable", "collections.abc.Coroutine", "dataclasses.InitVar",
})
_LAST_ARGUMENT = frozenset({"typing.Coroutine", "collections.abc.Coroutine"})
_CLASS_OBJECTS = frozenset({"builtins.type", "typing.Type"})
# fmt: on
_MAX_DEPTH = 12
_ScopedExpression: TypeAlias = tuple[int, Expression]


class AnnotationValues:
    """Reads annotations."""

    def __init__(self, assigned: AssignedTypes, types: DeclaredTypeValues) -> None:
        self._program = assigned.static.program
        self._static = assigned.static
        self._types = types
        self._assigned = assigned
        self._own_parameters: Mapping[str, Expression | None] = {}
        self._arguments: Mapping[str, _ScopedExpression] = {}
        """The arguments of the alias that is being read, by the symbols of its type variables."""

    def read_signature(
        self, scope: int, annotation: Expression, parameters: tuple[TypeParameterFact, ...]
    ) -> DeclaredValues:
        """Return the values that an annotation allows in a signature that has type parameters of its own."""
        self._own_parameters = {each.name: each.bound for each in parameters}
        try:
            return self.read(scope, annotation)
        finally:
            self._own_parameters = {}

    def read(self, scope: int, annotation: Expression, depth: int = 0) -> DeclaredValues:
        """Return the values that an annotation allows; `depth` counts the enclosing types."""
        if depth > _MAX_DEPTH:
            return UNKNOWN
        if isinstance(annotation, Literal):
            return self._read_literal(scope, annotation, depth)
        if isinstance(annotation, Subscript):
            return self._read_item(scope, annotation, depth)
        if (
            isinstance(annotation, Compound)
            and annotation.kind is CompoundKind.OPERATOR
            and annotation.detail == "|"
        ):
            return self._read_union(scope, annotation.parts, depth)
        return self._read_name(scope, annotation, depth)

    def _read_name(self, scope: int, annotation: Expression, depth: int) -> DeclaredValues:
        if isinstance(annotation, Name):
            parameter = self._type_parameter(scope, annotation.name)
            if parameter is not None:
                outer, bound = parameter
                is_choice = isinstance(bound, Compound) and bound.kind is CompoundKind.TUPLE
                alternatives = bound.parts if isinstance(bound, Compound) and is_choice else (bound,)
                return self._of_variable(outer, [each for each in alternatives if each is not None], depth)
        assigned = self._assigned.find(scope, annotation)
        if assigned is not None:
            return self._of_assigned(assigned, depth)
        alias = self._static.find_type_alias(scope, annotation)
        if alias is not None:
            return self.read(*alias, depth + 1)
        return self._of_referents(self._static.resolve(scope, annotation), depth)

    def _type_parameter(self, scope: int, name: str) -> tuple[int, Expression | None] | None:
        """Return the bound of a type parameter, and the scope of the bound: `T` within `class Box[T: Shape]`."""
        if name in self._own_parameters:
            return scope, self._own_parameters[name]
        owner = self._static.names.find_binding_scope(scope, name)
        definition = None if owner is None else self._program.scopes[owner].definition
        if owner is None or definition is None or self._static.bindings_of_name(owner, name):
            return None
        facts = self._program.files[self._program.scope_file[owner]].facts
        for each in facts.definitions[definition].type_parameters:
            if each.name == name:
                return self._program.scope_parent[owner], each.bound
        return None

    def _of_assigned(self, assigned: AssignedType, depth: int) -> DeclaredValues:
        """Return the values of a type that an assignment makes."""
        if assigned.kind is AssignedTypeKind.TYPE_VARIABLE:
            argument = self._arguments.get(assigned.symbol or "")
            if argument is not None:
                return self.read(*argument, depth + 1)
            alternatives = assigned.constraints or ((assigned.bound,) if assigned.bound is not None else ())
            return self._of_variable(assigned.scope, alternatives, depth)
        if assigned.stands_for is None:
            return UNKNOWN
        return self.read(assigned.scope, assigned.stands_for, depth + 1)

    def _of_variable(self, scope: int, alternatives: Sequence[Expression], depth: int) -> DeclaredValues:
        """Return the values of a type variable: those of its constraints or its bound, and what is passed besides."""
        found = union([self.read(scope, each, depth + 1) for each in alternatives])
        return DeclaredValues(found.values)

    def _read_applied_alias(
        self, scope: int, assigned: AssignedType, parts: tuple[Expression, ...], depth: int
    ) -> DeclaredValues:
        """Return the values of an alias with arguments: after `Maybe = T | None`, of `Maybe[User]`."""
        before = self._arguments
        variables = [] if assigned.stands_for is None else self._variables_in(assigned)
        self._arguments = dict(zip(variables, [(scope, part) for part in parts], strict=False))
        try:
            return self._of_assigned(assigned, depth)
        finally:
            self._arguments = before

    def _variables_in(self, alias: AssignedType) -> list[str]:
        """Return the symbols of the type variables in an alias, in the order in which they are first named."""
        found: dict[str, None] = {}
        pending = [alias.stands_for]
        while pending:
            current = pending.pop(0)
            if isinstance(current, Subscript):
                pending[:0] = [current.value, current.index]
            elif isinstance(current, Compound):
                pending[:0] = current.parts
            elif isinstance(current, Name | Attribute):
                assigned = self._assigned.find(alias.scope, current)
                if (
                    assigned is not None
                    and assigned.kind is AssignedTypeKind.TYPE_VARIABLE
                    and assigned.symbol
                ):
                    found[assigned.symbol] = None
        return list(found)

    def _read_literal(self, scope: int, annotation: Literal, depth: int) -> DeclaredValues:
        if annotation.type_name == "None":
            return NONE
        if annotation.text is None:
            return UNKNOWN
        inner = parse_annotation(annotation.text, annotation.begin, annotation.end)
        return UNKNOWN if inner is None else self.read(scope, inner, depth + 1)

    def _read_union(self, scope: int, parts: tuple[Expression, ...], depth: int) -> DeclaredValues:
        return union([self.read(scope, part, depth + 1) for part in parts])

    def _read_item(self, scope: int, annotation: Subscript, depth: int) -> DeclaredValues:
        referents = self._static.resolve(scope, annotation.value)
        index = annotation.index
        parts = index.parts if isinstance(index, Compound) and index.kind is CompoundKind.TUPLE else (index,)
        assigned = self._assigned.find(scope, annotation.value)
        if assigned is not None and assigned.kind is AssignedTypeKind.ALIAS:
            return self._read_applied_alias(scope, assigned, parts, depth)
        for referent in referents:
            if referent.kind is ReferentKind.EXTERNAL:
                return self._read_external(scope, referent.name, parts, depth)
        return self._of_referents(referents, depth)

    def _read_external(
        self, scope: int, name: str, parts: tuple[Expression, ...], depth: int
    ) -> DeclaredValues:
        if name.rsplit(".", 1)[-1] == "Literal":
            return UNKNOWN
        if name in _WRAPPERS:
            return self.read(scope, parts[-1 if name in _LAST_ARGUMENT else 0], depth + 1)
        if name in _UNIONS:
            return self._read_union(scope, parts, depth)
        if name in _CLASS_OBJECTS:
            return self._types.of_class_objects(self.read(scope, parts[0], depth + 1))
        type_arguments = tuple(self.read(scope, part, depth + 1) for part in parts if not _is_ellipsis(part))
        return self._types.of_external(name, type_arguments)

    def _of_referents(self, referents: tuple[Referent, ...], depth: int) -> DeclaredValues:
        return union([self._of_referent(referent, depth) for referent in referents])

    def _of_referent(self, referent: Referent, depth: int) -> DeclaredValues:
        if referent.kind is ReferentKind.CLASS:
            return self._types.of_class(referent.number)
        if referent.kind is ReferentKind.EXTERNAL:
            return self._types.of_external(referent.name)
        if referent.kind is ReferentKind.ALIAS:
            module = self._program.files[int(referent.name)]
            scope = module.first_scope + module.facts.definitions[referent.number].scope
            value = self._static.alias_value(scope)
            return UNKNOWN if value is None else self.read(scope, value, depth + 1)
        return UNKNOWN


def _is_ellipsis(value: Expression) -> bool:
    return isinstance(value, Literal) and value.type_name == "ellipsis"
