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
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, member_symbol
from codeshed.resolve.python.names.assigned_types import AssignedTypeKind, AssignedTypes
from codeshed.resolve.python.names.forward_annotations import parse_annotation
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import Referent, ReferentKind

_MAX_DEPTH = 12
_PLAIN = "builtins."
_OPTIONAL = frozenset({"typing.Optional", "typing_extensions.Optional"})
_UNION = frozenset({"typing.Union", "typing_extensions.Union"})
# fmt: off
_TRANSPARENT = frozenset({
    "typing.Annotated", "typing_extensions.Annotated", "typing.Final", "typing_extensions.Final", "typing.ClassVar",
    "typing.Required", "typing.NotRequired", "typing.ReadOnly", "dataclasses.InitVar", "typing_extensions.ClassVar",
    "typing_extensions.Required", "typing_extensions.NotRequired", "typing_extensions.ReadOnly", "typing.Unpack",
    "typing_extensions.Unpack",
})
# fmt: on
_PARTS_OF_PARAM_SPEC = frozenset({"args", "kwargs"})
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

    def __init__(self, assigned: AssignedTypes) -> None:
        self._program = assigned.static.program
        self._static = assigned.static
        self.assigned = assigned
        self._own_parameters: frozenset[str] = frozenset()

    def type_id_of(
        self, scope: int, annotation: Expression, own_parameters: frozenset[str] = frozenset()
    ) -> str | None:
        """Return the type id of an annotation, None if it cannot be expressed as one.

        `own_parameters` are the type parameters of the definition that has the annotation. They are written by name.
        """
        self._own_parameters = own_parameters
        return self._write(scope, annotation, 0)

    def union_members(self, type_id: str) -> tuple[str, ...]:
        """Return the alternatives of a union."""
        return split_top_level(type_id, "|")

    def _named_type(self, scope: int, value: Name | Attribute, depth: int) -> str | None:
        """Return the type id of the type that an expression names, type arguments left out."""
        variable = self._type_variable(scope, value)
        if variable is not None:
            return variable
        assigned = self.assigned.find(scope, value)
        if assigned is None:
            return self._of_referents(scope, value)
        if assigned.symbol is not None or assigned.stands_for is None:
            return assigned.symbol
        return self._write(assigned.scope, assigned.stands_for, depth + 1)

    def _type_variable(self, scope: int, value: Name | Attribute) -> str | None:
        """Return the type id of a type parameter, and of the arguments that a ParamSpec stands for: `P.args`."""
        if isinstance(value, Name):
            return value.name if value.name in self._own_parameters else None
        if value.name not in _PARTS_OF_PARAM_SPEC or not isinstance(value.value, Name | Attribute):
            return None
        assigned = self.assigned.find(scope, value.value)
        if assigned is not None and assigned.kind is AssignedTypeKind.TYPE_VARIABLE:
            return assigned.symbol
        return self._type_variable(scope, value.value)

    def _of_referents(self, scope: int, value: Name | Attribute) -> str | None:
        for referent in self._static.resolve(scope, value):
            if referent.kind is ReferentKind.CLASS:
                return self._program.classes[referent.number].symbol
            if referent.kind is ReferentKind.EXTERNAL:
                return external_type_id(referent.name)
            if referent.kind is ReferentKind.ALIAS:
                return alias_symbol(self._program, referent)
        return None

    def _write(self, scope: int, value: Expression, depth: int) -> str | None:
        if depth > _MAX_DEPTH:
            return None
        if isinstance(value, Literal):
            return self._write_literal(scope, value, depth)
        if isinstance(value, Name | Attribute):
            known = self._named_type(scope, value, depth)
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
        if value.kind is CompoundKind.SPREAD and len(written) == 1:
            return written[0]
        if value.kind is CompoundKind.OPERATOR and value.detail == "|":
            return " | ".join(dict.fromkeys(written))
        return f"[{', '.join(written)}]" if value.kind in {CompoundKind.LIST, CompoundKind.TUPLE} else None

    def _write_item(self, scope: int, value: Subscript, depth: int) -> str | None:
        index = value.index
        parts = index.parts if isinstance(index, Compound) and index.kind is CompoundKind.TUPLE else (index,)
        is_alias = self.assigned.find(scope, value.value) is not None
        referents = () if is_alias else self._static.resolve(scope, value.value)
        names = [each.name for each in referents if each.kind is ReferentKind.EXTERNAL]
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


def alias_symbol(program: Program, referent: Referent) -> str:
    """Return the symbol of an alias that a `type` statement defines."""
    module = program.files[int(referent.name)]
    return member_symbol(module.path, module.facts.definitions[referent.number].qualified_name)


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
