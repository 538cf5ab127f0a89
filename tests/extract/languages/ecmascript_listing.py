"""Facts of JavaScript and TypeScript as short lines, so that a test is data.

A definition is `kind qualified.name …`, a reference `role user -> expression`, an import `form module name as alias`.
"""

from difflib import unified_diff
from textwrap import dedent

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.model.facts.code_expressions import (
    ARRAY,
    UNION,
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
from codeshed.model.facts.code_facts import CodeDefinition, CodeFacts, CodeParameter
from codeshed.model.semantic import ParameterKind, Visibility
from codeshed.model.text.decoded_source import DecodedSource


def facts_of(source: str, grammar: Grammar) -> CodeFacts:
    """Read a source text."""
    return extract_code(DecodedSource(content=dedent(source).encode()), grammar)


def check_definitions(source: str, grammar: Grammar, expected: str) -> None:
    """Compare the definitions of a source with a listing."""
    _compare(definitions(facts_of(source, grammar)), expected)


def check_references(source: str, grammar: Grammar, expected: str) -> None:
    """Compare the references of a source with a listing."""
    _compare(references(facts_of(source, grammar)), expected)


def check_imports(source: str, grammar: Grammar, expected: str) -> None:
    """Compare the imports of a source with a listing."""
    _compare(imports(facts_of(source, grammar)), expected)


def check_locals(source: str, grammar: Grammar, expected: str) -> None:
    """Compare the locals of a source with a listing."""
    facts = facts_of(source, grammar)
    names = _names(facts)
    found = [
        f"{_at(names, each.definition)}: {each.name}"
        + ("" if each.type is None else f": {type_text(each.type)}")
        + ("" if each.value is None else f" = {expression_text(each.value)}")
        for each in facts.locals
    ]
    _compare(found, expected)


def definitions(facts: CodeFacts) -> list[str]:
    """Return a line for each definition."""
    return [_definition(each, name) for each, name in zip(facts.definitions, _names(facts), strict=True)]


def references(facts: CodeFacts) -> list[str]:
    """Return a line for each reference."""
    names = _names(facts)
    return [
        f"{each.role.value.lower()} {_at(names, each.definition)} -> {expression_text(each.expression)}"
        + ("" if each.argument_count is None else f"/{each.argument_count}")
        for each in facts.references
    ]


def imports(facts: CodeFacts) -> list[str]:
    """Return a line for each import."""
    names = _names(facts)
    return [
        " ".join(
            filter(
                None,
                (
                    each.form.value,
                    each.module or "-",
                    each.name,
                    each.alias and f"as {each.alias}",
                    "types" if each.is_for_types else "",
                    each.detail and f"[{each.detail}]",
                    "" if each.definition < 0 else f"in {names[each.definition]}",
                ),
            )
        )
        for each in facts.imports
    ]


def _compare(found: list[str], expected: str) -> None:
    lines = [line.strip() for line in expected.strip().splitlines() if line.strip()]
    assert found == lines, "\n".join(unified_diff(lines, found, "expected", "found", lineterm=""))


def _at(names: list[str], index: int) -> str:
    return names[index] if index >= 0 else "-"


def _names(facts: CodeFacts) -> list[str]:
    names: list[str] = []
    for each in facts.definitions:
        outer = (
            names[each.parent]
            if each.parent >= 0
            else type_text(each.owner)
            if each.owner
            else each.namespace
        )
        names.append(f"{outer}.{each.name}" if outer else each.name)
    return names


def _definition(each: CodeDefinition, name: str) -> str:
    kind = each.kind.value if each.type_kind is None else each.type_kind.value
    modifiers = each.modifiers
    words = [] if modifiers is None else [
        field.removeprefix("is_") for field in modifiers.__struct_fields__
        if getattr(modifiers, field) and field != "has_body"
    ]  # fmt: skip
    if modifiers is not None and not modifiers.has_body:
        words.append("bodiless")
    if each.visibility is not Visibility.PUBLIC and each.visibility is not None:
        words.append(each.visibility.value.lower())
    if each.is_exported:
        words.append("exported")
    if each.mutability is not None:
        words.append(each.mutability.value.lower())
    if each.complexity > 1:
        words.append(f"complexity {each.complexity}")
    guessed = [type_text(one.type) for one in each.mixins if one.is_guessed]
    parts = (
        kind.lower(),
        name,
        _type_parameters(each),
        f"({', '.join(map(_parameter, each.parameters))})" if modifiers is not None else "",
        f": {type_text(each.type or each.returns)}" if each.type or each.returns else "",
        f"= {expression_text(each.value)}" if each.value is not None else "",
        f"extends {', '.join(map(type_text, each.inherits))}" if each.inherits else "",
        f"may extend {', '.join(guessed)}" if guessed else "",
        f"implements {', '.join(map(type_text, each.implements))}" if each.implements else "",
        f"[{', '.join(words)}]" if words else "",
        f"# {each.documentation}" if each.documentation else "",
    )
    return " ".join(filter(None, parts))


def _type_parameters(each: CodeDefinition) -> str:
    found = ", ".join(
        one.name if one.bound is None else f"{one.name}: {type_text(one.bound)}"
        for one in each.type_parameters
    )
    return f"<{found}>" if found else ""


def _parameter(each: CodeParameter) -> str:
    star = "..." if each.kind is ParameterKind.VARIADIC_POSITIONAL else ""
    kind = "" if each.type is None else f": {type_text(each.type)}"
    return f"{star}{each.name or '_'}{kind}{'=' if each.has_default else ''}"


def type_text(each: TypeRef | None) -> str:
    """Return a type as text."""
    if each is None:
        return "-"
    inner = [type_text(one) for one in each.arguments]
    if each.name == ARRAY:
        return f"{inner[0]}[]"
    if each.name == UNION:
        return " | ".join(inner)
    return (each.name or "?") + (f"<{', '.join(inner)}>" if inner else "")


def _choice_or_literal_text(each: ChoiceExpr | OtherExpr) -> str:
    return (
        " | ".join(map(expression_text, each.choices))
        if isinstance(each, ChoiceExpr)
        else each.type_name or "?"
    )


def expression_text(each: CodeExpression) -> str:
    """Return an expression as text."""
    inner = each.value if isinstance(each, MemberExpr | CastExpr | ItemExpr) else None
    value = "" if inner is None else expression_text(inner)
    match each:
        case NameExpr():
            text = each.name
        case ReceiverExpr():
            text = "super" if each.is_parent else "this"
        case MemberExpr():
            text = f"{value}.{each.name}"
        case CallExpr():
            text = f"{expression_text(each.function)}()"
        case NewExpr():
            text = f"new {type_text(each.type_ref)}"
        case CastExpr():
            text = f"({type_text(each.type_ref)}){value}"
        case ObjectLiteralExpr():
            text = "{" + ", ".join(f"{name}: {expression_text(value)}" for name, value in each.fields) + "}"
        case ItemExpr():
            text = f"{value}[]"
        case ContextualParameterExpr():
            text = "given"
        case _:
            text = _choice_or_literal_text(each)
    return text
