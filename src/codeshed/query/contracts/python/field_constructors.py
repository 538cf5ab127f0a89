"""Constructors that are generated from the fields of a class: dataclasses, NamedTuples, attrs.

Turns: a class body → Fields → the parameters of its constructor.
"""

from collections.abc import Iterable

import msgspec

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    DefinitionFact,
    Expression,
    Name,
    Subscript,
)
from codeshed.model.semantic import ParameterKind
from codeshed.query.contracts.python.python_source import PythonSource
from codeshed.query.contracts.signatures import SignatureParameter

DATACLASS = frozenset({"dataclasses.dataclass"})
NAMED_TUPLE = frozenset({"typing.NamedTuple", "typing_extensions.NamedTuple"})
ATTRS_DECORATORS = frozenset(
    {
        *("attr.s", "attr.attrs", "attr.attributes", "attr.dataclass", "attr.define", "attr.frozen"),
        *("attr.mutable", "attrs.define", "attrs.frozen", "attrs.mutable", "attr._make.attrs"),
        *("attr._next_gen.define", "attr._next_gen.frozen", "attr._next_gen.mutable"),
    }
)
_FIELD_FUNCTIONS = frozenset({"field", "ib", "attrib", "attr"})
_DEFAULTS = frozenset({"default", "default_factory", "factory"})
_TRUE, _FALSE = "True", "False"
_ATTRS = "attrs"
_CLASSIC = "classic attrs"
_CLASSIC_DECORATORS = frozenset({"attr.s", "attr.attrs", "attr.attributes", "attr._make.attrs"})


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field that a generated constructor takes, under the name of its parameter."""

    name: str
    parameter: str
    has_default: bool = False
    default: str | None = None
    is_keyword_only: bool = False
    declared: str | None = None


def decorator_options(source: PythonSource, decorator: Expression, targets: set[str]) -> dict[str, str]:
    """Return the keyword arguments of a class decorator as written, and whether it is one of attrs."""
    written = decorator.arguments if isinstance(decorator, Call) else ()
    options = {
        each.keyword: source.text(each.value.begin, each.value.end)
        for each in written
        if each.keyword is not None
    }
    if targets & _CLASSIC_DECORATORS and options.get("auto_attribs") != _TRUE:
        options[_CLASSIC] = _TRUE
    return {**options, _ATTRS: _TRUE} if targets & ATTRS_DECORATORS else options


def own_fields(  # noqa: C901 - a field is left out for many reasons
    source: PythonSource, definition: DefinitionFact, options: dict[str, str]
) -> tuple[Field, ...] | None:
    """Return the fields that a class body declares, in order; None if they cannot all be read."""
    if {"these", "field_transformer"} & options.keys():
        return None
    is_attrs = _ATTRS in options
    body = source.scope_of(definition).statements
    are_annotations_fields = _CLASSIC not in options and not (
        is_attrs
        and any(
            isinstance(each, Assign) and each.annotation is None and _is_field_call(each.value)
            for each in body
        )
    )
    is_keyword_only = options.get("kw_only") == _TRUE
    found: dict[str, Field] = {}
    defaults = _default_decorators(source, definition)
    for statement in body:
        if not isinstance(statement, Assign) or len(statement.targets) != 1 or statement.operator is not None:
            continue
        target = statement.targets[0]
        if not isinstance(target, Name):
            continue
        annotation, value = statement.annotation, statement.value
        is_field_call = _is_field_call(value)
        if (annotation is None or not are_annotations_fields) and not (is_attrs and is_field_call):
            continue
        if annotation is not None and _annotation_name(source, annotation) == "KW_ONLY":
            is_keyword_only = True
            continue
        if annotation is not None and _annotation_name(source, annotation) == "ClassVar":
            continue
        keywords = (
            {
                each.keyword: source.text(each.value.begin, each.value.end)
                for each in value.arguments
                if each.keyword is not None
            }
            if is_field_call and isinstance(value, Call)
            else {}
        )
        if is_field_call and isinstance(value, Call) and any(each.spread for each in value.arguments):
            return None
        init = keywords.get("init", _TRUE)
        if init not in {_TRUE, _FALSE}:
            return None
        if init == _FALSE:
            found.pop(target.name, None)
            continue
        parameter = keywords.get("alias", "").strip("\"'") or (
            target.name.lstrip("_") if is_attrs else target.name
        )
        has_default = bool(_DEFAULTS & keywords.keys()) or target.name in defaults
        if is_field_call and isinstance(value, Call) and is_attrs and value.arguments:
            has_default |= value.arguments[0].keyword is None
        found[target.name] = Field(
            name=target.name,
            parameter=parameter,
            has_default=has_default if is_field_call else value is not None,
            default=keywords.get("default")
            if is_field_call or value is None
            else source.text(value.begin, value.end),
            is_keyword_only=keywords.get("kw_only", _TRUE if is_keyword_only else _FALSE) == _TRUE,
        )
    return tuple(found.values())


def constructor_parameters(fields: Iterable[Field]) -> tuple[SignatureParameter, ...]:
    """Return the parameters of a generated constructor: keyword-only ones last, without the receiver."""
    ordered = sorted(fields, key=lambda each: each.is_keyword_only)
    return tuple(
        SignatureParameter(
            name=each.parameter,
            kind=ParameterKind.KEYWORD_ONLY if each.is_keyword_only else ParameterKind.POSITIONAL_OR_KEYWORD,
            has_default=each.has_default,
            default=each.default,
            declared=each.declared,
        )
        for each in ordered
    )


def _is_field_call(value: Expression | None) -> bool:
    if not isinstance(value, Call):
        return False
    name = value.function.name if isinstance(value.function, Name | Attribute) else ""
    return name in _FIELD_FUNCTIONS


def _annotation_name(source: PythonSource, annotation: Expression) -> str:
    outer = annotation.value if isinstance(annotation, Subscript) else annotation
    if isinstance(outer, Name | Attribute):
        return outer.name
    # An annotation in quotes.
    text = source.text(outer.begin, outer.end).strip("\"'")
    return text.partition("[")[0].rpartition(".")[2]


def _default_decorators(source: PythonSource, definition: DefinitionFact) -> frozenset[str]:
    """Return the fields whose default a method computes: `@x.default` of attrs."""
    return frozenset(
        decorator.value.name
        for each in source.facts.definitions
        if source.enclosing_class(each) is definition
        for decorator in each.decorators
        if isinstance(decorator, Attribute)
        and decorator.name == "default"
        and isinstance(decorator.value, Name)
    )
