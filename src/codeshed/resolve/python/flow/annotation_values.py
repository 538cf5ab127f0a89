"""Annotations as abstract values.

Turns: an annotation in a scope → DeclaredValues, by static name resolution.
"""

from codeshed.model.facts.python_facts import Compound, CompoundKind, Expression, Literal, Subscript
from codeshed.resolve.python.flow.type_values import (
    NONE,
    UNKNOWN,
    DeclaredTypeValues,
    DeclaredValues,
    union,
)
from codeshed.resolve.python.names.forward_annotations import parse_annotation
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import Referent, ReferentKind, StaticNames

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


class AnnotationValues:
    """Reads annotations."""

    def __init__(self, program: Program, static: StaticNames, types: DeclaredTypeValues) -> None:
        self._program = program
        self._static = static
        self._types = types

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
        alias = self._static.find_type_alias(scope, annotation)
        if alias is not None:
            return self.read(*alias, depth + 1)
        return self._of_referents(self._static.resolve(scope, annotation), depth)

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
