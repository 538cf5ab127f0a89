"""CodeFacts as lines that a test can be read by.

Turns: CodeFacts → one line for each definition, import, local or reference.
"""

import textwrap
from collections.abc import Iterator

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    ChoiceExpr,
    CodeExpression,
    ContextualParameterExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    ObjectLiteralExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import ParameterKind, Visibility
from codeshed.model.text.decoded_source import DecodedSource
from tests.support.expectations import assert_expected


def read_code(source: str, grammar: Grammar) -> CodeFacts:
    """Read a source text."""
    return extract_code(DecodedSource(content=textwrap.dedent(source).encode()), grammar)


def definition_lines(facts: CodeFacts) -> str:
    """Return a line for each definition."""
    return "\n".join(_definition(facts, each) for each in facts.definitions)


def import_lines(facts: CodeFacts) -> str:
    """Return a line for each import: form, module, name, alias, detail."""
    return "\n".join(
        " ".join(
            filter(
                None,
                (
                    each.form.value,
                    repr(each.module),
                    each.name and f"name={each.name}",
                    each.alias and f"alias={each.alias}",
                    each.detail and f"[{each.detail}]",
                ),
            )
        )
        for each in facts.imports
    )


def reference_lines(facts: CodeFacts) -> str:
    """Return a line for each reference: who, how, what."""
    lines: list[str] = []
    for each in facts.references:
        if each.is_implicit:
            continue
        count = "" if each.argument_count is None else f"/{each.argument_count}"
        target = f" -> {each.assigned_to}" if each.assigned_to else ""
        lines.append(
            f"{_path(facts, each.definition)} {each.role.value} {expression_text(each.expression)}{count}{target}"
        )
    return "\n".join(lines)


def local_lines(facts: CodeFacts) -> str:
    """Return a line for each local: in what, name, type, value."""
    lines: list[str] = []
    for each in facts.locals:
        kind = f": {type_text(each.type)}" if each.type else ""
        value = f" = {expression_text(each.value)}" if each.value else ""
        lines.append(f"{_path(facts, each.definition)} {each.name}{kind}{value}")
    return "\n".join(lines)


def type_text(type_ref: TypeRef) -> str:
    """Return a type as text."""
    inner = ", ".join(map(type_text, type_ref.arguments))
    return f"{type_ref.name or '?'}<{inner}>" if inner else type_ref.name or "?"


def _choice_or_literal_text(each: ChoiceExpr | OtherExpr) -> str:
    return (
        " | ".join(map(expression_text, each.choices))
        if isinstance(each, ChoiceExpr)
        else f"<{each.type_name}>"
    )


def expression_text(expression: CodeExpression) -> str:
    """Return an expression as text."""
    match expression:
        case NameExpr():
            text = expression.name
        case ReceiverExpr():
            text = "parent" if expression.is_parent else "self"
        case MemberExpr():
            text = f"{expression_text(expression.value)}.{expression.name}"
        case CallExpr():
            text = f"{expression_text(expression.function)}()"
        case NewExpr():
            text = f"new {type_text(expression.type_ref)}"
        case CastExpr():
            text = f"({type_text(expression.type_ref)}){expression_text(expression.value)}"
        case ObjectLiteralExpr():
            text = (
                "{"
                + ", ".join(f"{name}: {expression_text(value)}" for name, value in expression.fields)
                + "}"
            )
        case ItemExpr():
            text = f"{expression_text(expression.value)}[]"
        case ContextualParameterExpr():
            text = f"given by {expression_text(expression.call)}"
        case _:
            text = _choice_or_literal_text(expression)
    return text


def _path(facts: CodeFacts, number: int) -> str:
    names: list[str] = []
    while number != TOP_LEVEL:
        names.append(facts.definitions[number].name)
        number = facts.definitions[number].parent
    return ".".join(reversed(names)) or "-"


def _definition(facts: CodeFacts, each: CodeDefinition) -> str:
    names = _path(facts, each.parent)
    name = each.name if names == "-" else f"{names}.{each.name}"
    kind = each.type_kind.value if each.type_kind is not None else each.kind.value
    return " ".join((kind, name, *_parts(each)))


def _parts(each: CodeDefinition) -> Iterator[str]:
    if each.type_parameters:
        inner = ", ".join(
            p.name + (f": {type_text(p.bound)}" if p.bound else "") for p in each.type_parameters
        )
        yield f"<{inner}>"
    if each.kind.value == "Function":
        yield f"({', '.join(_parameters(each))})"
    if each.returns:
        yield f"-> {type_text(each.returns)}"
    if each.type:
        yield f": {type_text(each.type)}"
    if each.value:
        yield f"= {expression_text(each.value)}"
    mixed = tuple(mixin.type for mixin in each.mixins)
    for word, types in (("inherits", each.inherits), ("mixes in", mixed), ("implements", each.implements)):
        if types:
            yield f"{word} {', '.join(map(type_text, types))}"
    yield from _marks(each)


def _marks(each: CodeDefinition) -> Iterator[str]:
    if each.owner:
        yield f"owner={type_text(each.owner)}"
    if each.namespace:
        yield f"space={each.namespace}"
    if each.visibility is not None and each.visibility is not Visibility.PUBLIC:
        yield each.visibility.value.lower()
    if each.mutability is not None and each.mutability.value != "Mutable":
        yield each.mutability.value.lower()
    yield from _function_marks(each)
    if each.complexity > 1:
        yield f"complexity={each.complexity}"
    if each.documentation:
        yield f'"{each.documentation}"'


def _function_marks(each: CodeDefinition) -> Iterator[str]:
    if each.modifiers is not None:
        for name in ("abstract", "static", "class_method", "constructor", "property", "final", "generator"):
            if getattr(each.modifiers, f"is_{name}"):
                yield name
        if not each.modifiers.has_body:
            yield "bodiless"


def _parameters(each: CodeDefinition) -> Iterator[str]:
    stars = {
        ParameterKind.VARIADIC_POSITIONAL: "*",
        ParameterKind.VARIADIC_KEYWORD: "**",
        ParameterKind.KEYWORD_ONLY: "key ",
    }
    for parameter in each.parameters:
        kind = f": {type_text(parameter.type)}" if parameter.type else ""
        default = "?" if parameter.has_default else ""
        yield f"{stars.get(parameter.kind, '')}{parameter.name}{default}{kind}"


def check_definitions(facts: CodeFacts, expected: str) -> None:
    """Check the definitions of a file, one a line."""
    assert_expected(definition_lines(facts), expected)


def check_imports(facts: CodeFacts, expected: str) -> None:
    """Check the imports of a file, one a line."""
    assert_expected(import_lines(facts), expected)


def check_references(facts: CodeFacts, expected: str) -> None:
    """Check the references of a file, one a line."""
    assert_expected(reference_lines(facts), expected)


def check_locals(facts: CodeFacts, expected: str) -> None:
    """Check the locals of a file, one a line."""
    assert_expected(local_lines(facts), expected)
