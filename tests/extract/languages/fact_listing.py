"""CodeFacts as short lines, so that a test is a source and a listing."""

import enum
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
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts, CodeParameter
from codeshed.model.semantic import Mutability, ParameterKind, Visibility
from codeshed.model.text.decoded_source import DecodedSource


def read(grammar: Grammar, source: str) -> CodeFacts:
    """Return the facts of an indented source."""
    return extract_code(DecodedSource(content=dedent(source).lstrip("\n").encode()), grammar)


def check_listing(found: list[str], expected: str) -> None:
    """Compare lines with those of a text."""
    wanted = [line.strip() for line in expected.strip().splitlines()]
    assert found == [line for line in wanted if line], "\n".join(["found:", *found])


def check_definitions(grammar: Grammar, source: str, expected: str) -> None:
    """Check definitions: `kind name`, and their attributes."""
    facts = read(grammar, source)
    check_listing([definition_line(each, facts) for each in facts.definitions], expected)


def check_references(grammar: Grammar, source: str, expected: str) -> None:
    """Check references: `user role target`."""
    facts = read(grammar, source)
    check_listing(
        [
            f"{_place(each.definition, facts)} {each.role.value.lower()} {expression_text(each.expression)}"
            for each in facts.references
            if not each.is_implicit
        ],
        expected,
    )


def check_imports(grammar: Grammar, source: str, expected: str) -> None:
    """Check what is imported: `form module name as alias`."""
    check_listing(import_lines(read(grammar, source)), expected)


def check_locals(grammar: Grammar, source: str, expected: str) -> None:
    """Check locals: `function name: type = value`."""
    facts = read(grammar, source)
    lines: list[str] = []
    for each in facts.locals:
        line = f"{_place(each.definition, facts)} {each.name}"
        line += "" if each.type is None else f": {type_text(each.type)}"
        lines.append(line + ("" if each.value is None else f" = {expression_text(each.value)}"))
    check_listing(lines, expected)


def check_extensions(grammar: Grammar, source: str, expected: str) -> None:
    """Check extensions of types: `type inherits parents implements interfaces`."""
    lines: list[str] = []
    for each in read(grammar, source).extensions:
        line = ".".join(filter(None, (each.namespace, type_text(each.owner))))
        line += _types(" inherits ", each.inherits) + _types(" implements ", each.implements)
        lines.append(line)
    check_listing(lines, expected)


def import_lines(facts: CodeFacts) -> list[str]:
    """Return a line for each import."""
    lines: list[str] = []
    for each in facts.imports:
        parts = [f"{each.form.value}:", each.module, each.name]
        parts += ["as", each.alias] if each.alias else []
        parts += [f"[{each.detail}]"] if each.detail else []
        parts += [f"within {each.namespace}"] if each.namespace else []
        parts += [f"in {_place(each.definition, facts)}"] if each.definition != TOP_LEVEL else []
        lines.append(" ".join(filter(None, parts)))
    return lines


def definition_line(each: CodeDefinition, facts: CodeFacts) -> str:
    """Return one definition as a line."""
    kind = each.type_kind or each.kind
    parts = [kind.value, _qualified(each, facts)]
    parts += [f"[{', '.join(_type_parameters(each))}]"] if each.type_parameters else []
    if each.modifiers is not None:
        parts.append(f"({', '.join(map(_parameter, each.parameters))})")
    parts += [] if each.returns is None else [f"-> {type_text(each.returns)}"]
    parts += [] if each.type is None else [f": {type_text(each.type)}"]
    parts += [] if each.value is None else [f"= {expression_text(each.value)}"]
    parts.append(_types("inherits ", each.inherits))
    parts.append(_types("implements ", each.implements))
    parts += _flags(each)
    return " ".join(filter(None, parts)).replace(" : ", ": ").replace(" (", "(").replace(" [", "[", 1)


def _flags(each: CodeDefinition) -> list[str]:
    flags = [
        name.removeprefix("is_")
        for name in ("is_abstract", "is_async", "is_static", "is_constructor", "is_generator", "is_property")
        if each.modifiers is not None and getattr(each.modifiers, name)
    ]
    flags += ["bodiless"] if each.modifiers is not None and each.modifiers.has_body is False else []
    flags += [] if each.mutability in {None, Mutability.MUTABLE} else [_value(each.mutability)]
    flags += [] if each.visibility in {None, Visibility.PUBLIC} else [_value(each.visibility)]
    flags += [f"complexity={each.complexity}"] if each.complexity > 1 else []
    return flags


def _value(each: enum.Enum | None) -> str:
    return "" if each is None else str(each.value).lower()


def _qualified(each: CodeDefinition, facts: CodeFacts) -> str:
    names = [each.name]
    owner, parent, space = each.owner, each.parent, each.namespace
    while parent != TOP_LEVEL:
        outer = facts.definitions[parent]
        names.append(outer.name)
        owner, parent, space = owner or outer.owner, outer.parent, outer.namespace
    if owner is not None:
        names.append(f"<{type_text(owner)}>")
    return ".".join(filter(None, (space, *reversed(names))))


def _place(number: int, facts: CodeFacts) -> str:
    return "." if number == TOP_LEVEL else _qualified(facts.definitions[number], facts)


def _types(word: str, types: tuple[TypeRef, ...]) -> str:
    return f"{word}{', '.join(map(type_text, types))}" if types else ""


def _type_parameters(each: CodeDefinition) -> list[str]:
    return [
        one.name + ("" if one.bound is None else f": {type_text(one.bound)}") for one in each.type_parameters
    ]


def _parameter(each: CodeParameter) -> str:
    mark = "..." if each.kind is ParameterKind.VARIADIC_POSITIONAL else ""
    typed = "" if each.type is None else f": {type_text(each.type)}"
    return f"{mark}{each.name}{typed}{' = …' if each.has_default else ''}"


def type_text(each: TypeRef) -> str:
    """Return a type in a common form."""
    inner = [type_text(argument) for argument in each.arguments]
    if each.name == ARRAY:
        return f"{inner[0]}[]"
    if each.name == UNION:
        return "|".join(inner)
    return (each.name or "?") + (f"<{', '.join(inner)}>" if inner else "")


def _choice_or_literal_text(each: ChoiceExpr | OtherExpr) -> str:
    return (
        " | ".join(map(expression_text, each.choices))
        if isinstance(each, ChoiceExpr)
        else f"<{each.type_name}>"
    )


def expression_text(each: CodeExpression) -> str:  # noqa: PLR0911  one for each kind
    """Return an expression in a common form."""
    match each:
        case NameExpr():
            return each.name
        case ReceiverExpr():
            return "PARENT" if each.is_parent else "SELF"
        case MemberExpr():
            return f"{expression_text(each.value)}.{each.name}"
        case CallExpr():
            return f"{expression_text(each.function)}()"
        case NewExpr():
            return f"new {type_text(each.type_ref)}"
        case CastExpr():
            return f"({expression_text(each.value)} as {type_text(each.type_ref)})"
        case ObjectLiteralExpr():
            return "{" + ", ".join(f"{name}: {expression_text(value)}" for name, value in each.fields) + "}"
        case ItemExpr():
            return f"{expression_text(each.value)}[]"
        case ContextualParameterExpr():
            return f"given by {expression_text(each.call)}"
        case _:
            return _choice_or_literal_text(each)
