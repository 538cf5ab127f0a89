"""Facts as listings: one line for each definition, import, local and reference."""

import textwrap

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Grammar
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import Modifiers
from codeshed.model.text.decoded_source import DecodedSource


def read(source: str, grammar: Grammar) -> CodeFacts:
    """Return the facts of a source."""
    return extract_code(DecodedSource(content=textwrap.dedent(source).encode()), grammar)


def expect(found: list[str], expected: str) -> None:
    """Compare a listing line by line."""
    assert "\n".join(found) == textwrap.dedent(expected).strip("\n")


def definitions(facts: CodeFacts) -> list[str]:
    """Return `kind name: type = value (parameters) -> type <bases> {modifiers}`, indented by nesting."""
    return [_definition(each, facts) for each in facts.definitions]


def _definition(each: CodeDefinition, facts: CodeFacts) -> str:
    kind = each.type_kind.value if each.type_kind else each.kind.value
    line = "  " * _depth(each, facts) + f"{kind} {each.namespace + '::' if each.namespace else ''}"
    line += f"{show_type(each.owner)}." * (each.owner is not None) + each.name
    if each.type_parameters:
        line += f"<{', '.join(_bounded(p.name, p.bound) for p in each.type_parameters)}>"
    if each.kind.value == "Function":
        line += "(" + ", ".join(
            ("*" if p.kind.value == "VariadicPositional" else "")
            + _bounded(p.name, p.type)
            + ("=" if p.has_default else "")
            for p in each.parameters
        )
        line += ")" + (f" -> {show_type(each.returns)}" if each.returns else "")
        line += f" [{each.complexity}]" if each.complexity > 1 else ""
    line += f": {show_type(each.type)}" * (each.type is not None)
    line += f" = {show(each.value)}" * (each.value is not None)
    line += f" extends {', '.join(map(show_type, each.inherits))}" * bool(each.inherits)
    line += f" implements {', '.join(map(show_type, each.implements))}" * bool(each.implements)
    words = [each.visibility.value.lower()] if each.visibility else []
    words += [each.mutability.value.lower()] if each.mutability else []
    words += _modifier_words(each.modifiers)
    return f"{line} {{{' '.join(words)}}}"


def _modifier_words(modifiers: Modifiers | None) -> list[str]:
    if modifiers is None:
        return []
    return [
        name.removeprefix("is_")
        for name in modifiers.__struct_fields__
        if name != "has_body" and getattr(modifiers, name)
    ] + ([] if modifiers.has_body else ["bodiless"])


def _depth(each: CodeDefinition, facts: CodeFacts) -> int:
    depth = 0
    while each.parent != TOP_LEVEL:
        each = facts.definitions[each.parent]
        depth += 1
    return depth


def _bounded(name: str, bound: TypeRef | None) -> str:
    return name if bound is None else f"{name}: {show_type(bound)}"


def imports(facts: CodeFacts) -> list[str]:
    """Return `form module name as alias (detail)`."""
    return [
        f"{each.form.value} {each.module}"
        + f" {each.name}" * bool(each.name)
        + f" as {each.alias}" * bool(each.alias)
        + f" ({each.detail})" * bool(each.detail)
        for each in facts.imports
    ]


def locals_of(facts: CodeFacts) -> list[str]:
    """Return `definition: name: type = value`."""
    return [
        f"{_name(each.definition, facts)}: {_bounded(each.name, each.type)}"
        + f" = {show(each.value)}" * (each.value is not None)
        for each in facts.locals
    ]


def references(facts: CodeFacts) -> list[str]:
    """Return `definition role expression (number of arguments, names of arguments) -> assigned`."""
    lines = []
    for each in facts.references:
        if each.is_implicit:
            continue
        arguments = [] if each.argument_count is None else [str(each.argument_count)]
        arguments += each.keyword_names
        line = f"{_name(each.definition, facts)} {each.role.value.lower()} {show(each.expression)}"
        line += f" ({', '.join(arguments)})" * bool(arguments)
        lines.append(line + f" -> {each.assigned_to}" * (each.assigned_to is not None))
    return lines


def _name(number: int, facts: CodeFacts) -> str:
    return "-" if number == TOP_LEVEL else facts.definitions[number].name


def show(expression: CodeExpression | None) -> str:
    """Return an expression in one form for all languages."""
    text = "-"
    match expression:
        case NameExpr(name=name):
            text = name
        case ReceiverExpr(is_parent=is_parent):
            text = "super" if is_parent else "this"
        case MemberExpr(value=value, name=name):
            text = f"{show(value)}.{name}"
        case CallExpr(function=function):
            text = f"{show(function)}()"
        case NewExpr(type_ref=type_ref):
            text = f"new {show_type(type_ref)}"
        case CastExpr(type_ref=type_ref, value=value):
            text = f"({show_type(type_ref)} {show(value)})"
        case ItemExpr(value=value):
            text = f"{show(value)}[]"
        case OtherExpr(type_name=type_name):
            text = f"'{type_name}'"
        case None:
            pass
    return text


def show_type(found: TypeRef | None) -> str:
    """Return a type in one form for all languages."""
    if found is None:
        return "-"
    return (found.name or "?") + f"<{', '.join(map(show_type, found.arguments))}>" * bool(found.arguments)
