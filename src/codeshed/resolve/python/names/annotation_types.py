"""Annotations as type ids.

Turns: an annotation in a scope → the type id of the SemanticData contract: `list[app.py::User] | None`.
"""

from codeshed.model.facts.python_facts import (
    Attribute,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    Subscript,
)
from codeshed.model.facts.type_expression import split_top_level
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.python.names.forward_annotations import parse_annotation
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import ReferentKind, StaticNames

_MAX_DEPTH = 12
_PLAIN = "builtins."
_OPTIONAL = frozenset({"typing.Optional", "typing_extensions.Optional"})
_UNION = frozenset({"typing.Union", "typing_extensions.Union"})
# fmt: off
_TRANSPARENT = frozenset({
    "typing.Annotated", "typing_extensions.Annotated", "typing.Final", "typing_extensions.Final", "typing.ClassVar",
    "typing.Required", "typing.NotRequired", "typing.ReadOnly", "dataclasses.InitVar",
})
# fmt: on
_LITERALS = {"None": "None", "ellipsis": "..."}
_NAMES = {
    "typing.List": "list",
    "typing.Dict": "dict",
    "typing.Set": "set",
    "typing.FrozenSet": "frozenset",
    "typing.Tuple": "tuple",
    "typing.Type": "type",
}


class TypeIds:
    """Writes annotations as type ids."""

    def __init__(self, program: Program, static: StaticNames) -> None:
        self._program = program
        self._static = static

    def type_id_of(self, scope: int, annotation: Expression) -> str | None:
        """Return the type id of an annotation, None if it cannot be expressed as one."""
        return self._write(scope, annotation, 0)

    def union_members(self, type_id: str) -> tuple[str, ...]:
        """Return the alternatives of a union."""
        return split_top_level(type_id, "|")

    def named_type(self, scope: int, value: Expression) -> str | None:
        """Return the type id of the class or external that an expression names, type arguments left out."""
        for referent in self._static.resolve(scope, value):
            if referent.kind is ReferentKind.CLASS:
                return self._program.classes[referent.number].symbol
            if referent.kind is ReferentKind.EXTERNAL:
                return external_type_id(referent.name)
        return None

    def _write(self, scope: int, value: Expression, depth: int) -> str | None:
        if depth > _MAX_DEPTH:
            return None
        if isinstance(value, Literal):
            return self._write_literal(scope, value, depth)
        if isinstance(value, Name | Attribute):
            known = self.named_type(scope, value)
            return known if known is not None else _dotted(value)
        if isinstance(value, Subscript):
            return self._write_item(scope, value, depth)
        return self._write_compound(scope, value, depth) if isinstance(value, Compound) else None

    def _write_literal(self, scope: int, value: Literal, depth: int) -> str | None:
        if value.type_name in _LITERALS:
            return _LITERALS[value.type_name]
        inner = None if value.text is None else parse_annotation(value.text, value.begin, value.end)
        return None if inner is None else self._write(scope, inner, depth + 1)

    def _write_compound(self, scope: int, value: Compound, depth: int) -> str | None:
        parts = [self._write(scope, part, depth + 1) for part in value.parts]
        written = [part for part in parts if part is not None]
        if len(written) != len(parts):
            return None
        if value.kind is CompoundKind.OPERATOR and value.detail == "|":
            return " | ".join(dict.fromkeys(written))
        return f"[{', '.join(written)}]" if value.kind in {CompoundKind.LIST, CompoundKind.TUPLE} else None

    def _write_item(self, scope: int, value: Subscript, depth: int) -> str | None:
        index = value.index
        parts = index.parts if isinstance(index, Compound) and index.kind is CompoundKind.TUPLE else (index,)
        names = [
            each.name
            for each in self._static.resolve(scope, value.value)
            if each.kind is ReferentKind.EXTERNAL
        ]
        name = names[0] if names else ""
        if name in _TRANSPARENT:
            return self._write(scope, parts[0], depth + 1)
        head = self._write(scope, value.value, depth + 1)
        if name.rsplit(".", 1)[-1] == "Literal":
            return head
        arguments = [self._write(scope, part, depth + 1) for part in parts]
        written = [part for part in arguments if part is not None]
        if head is None or len(written) != len(arguments):
            return head
        if name in _OPTIONAL:
            return f"{written[0]} | None"
        if name in _UNION:
            return " | ".join(dict.fromkeys(written))
        return f"{head}[{', '.join(written)}]"


def external_type_id(name: str) -> str:
    """Return the type id of an external type; builtins have bare names, and `typing.List` is `list`."""
    if name in _NAMES:
        return _NAMES[name]
    return name.removeprefix(_PLAIN) if name.startswith(_PLAIN) else f"{EXTERNAL_PREFIX}{name}"


def _dotted(value: Expression) -> str | None:
    if isinstance(value, Name):
        return value.name
    if isinstance(value, Attribute):
        owner = _dotted(value.value)
        return None if owner is None else f"{owner}.{value.name}"
    return None
