"""The values that functions return and that they assign to fields, in terms that hold outside of the function.

Turns: returned expressions + CodeLocals → definitions of functions without a declared result type, each with
its one returned expression, in which locals are replaced by their initial values. The same for the values of
fields.
"""

from collections.abc import Mapping

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    OBJECT_TYPE,
    CallExpr,
    CastExpr,
    ChoiceExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    ObjectLiteralExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeDefinition, CodeLocal

MAX_SUBSTITUTIONS = 8
"""How many times locals are replaced in one expression."""


def add_results(
    definitions: tuple[CodeDefinition, ...],
    results: Mapping[int, list[tree_sitter.Node]],
    known: tuple[CodeLocal, ...],
    reader: SyntaxReader,
) -> tuple[CodeDefinition, ...]:
    """Add to each function its returned expression, if there is exactly one and it makes sense outside of the function."""
    if not results:
        return definitions
    locals_by_name = _locals_by_name(known)
    found = list(definitions)
    for number, nodes in results.items():
        declared = None if number < 0 else definitions[number].returns
        if number < 0 or (declared is not None and not _is_imprecise(declared)):
            continue
        written = {reader.text(node): reader.expression(node) for node in nodes}
        values = [each for each in written.values() if not isinstance(each, OtherExpr) or not each.type_name]
        value = _without_locals(values[0], locals_by_name, MAX_SUBSTITUTIONS) if len(values) == 1 else None
        if value is not None and not isinstance(value, OtherExpr):
            found[number] = replace(definitions[number], value=value)
    return tuple(found)


def rewrite_field_values(
    definitions: tuple[CodeDefinition, ...], promoted: frozenset[int], known: tuple[CodeLocal, ...]
) -> tuple[CodeDefinition, ...]:
    """Rewrite the values of fields that functions define so that they make sense outside; drop those that can't."""
    locals_by_name = _locals_by_name(known if promoted else ())
    return tuple(
        replace(each, value=_without_locals(each.value, locals_by_name, MAX_SUBSTITUTIONS))
        if number in promoted and each.value is not None
        else each
        for number, each in enumerate(definitions)
    )


def _locals_by_name(known: tuple[CodeLocal, ...]) -> dict[str, list[CodeLocal]]:
    found: dict[str, list[CodeLocal]] = {}
    for each in known:
        found.setdefault(each.name, []).append(each)
    return found


def _is_imprecise(declared: TypeRef) -> bool:
    """Whether the declared result type may be less precise than the returned expression."""
    return declared.name in {FUNCTION_TYPE, OBJECT_TYPE} or declared.is_from_documentation


def _without_locals(
    expression: CodeExpression, known: Mapping[str, list[CodeLocal]], steps: int
) -> CodeExpression | None:
    """Return an expression without locals, None if it depends on them."""
    found: CodeExpression | None = expression
    match expression:
        case NameExpr(name=name):
            local = _local(name, expression.begin, known)
            found = expression if local is None else _initial_value(local, expression, known, steps)
        case MemberExpr(value=value) | ItemExpr(value=value):
            inner = _without_locals(value, known, steps)
            found = None if inner is None else replace(expression, value=inner)
        case CallExpr(function=function):
            inner = _without_locals(function, known, steps)
            found = None if inner is None else replace(expression, function=inner)
        case NewExpr(type_ref=type_ref):
            is_local = _local(type_ref.name.partition(".")[0], expression.begin, known) is not None
            found = None if is_local else expression
        case ObjectLiteralExpr(fields=fields):
            inner_fields = ((name, _without_locals(value, known, steps)) for name, value in fields)
            kept = tuple((name, value) for name, value in inner_fields if value is not None)
            found = replace(expression, fields=kept)
        case ChoiceExpr(choices=choices):
            known_choices = [_without_locals(each, known, steps) for each in choices]
            unknown = OtherExpr(expression.begin, expression.end)
            alternatives = tuple(each or unknown for each in known_choices)
            found = replace(expression, choices=alternatives) if any(known_choices) else None
        case _:
            pass
    return found


def _initial_value(
    local: CodeLocal, expression: NameExpr, known: Mapping[str, list[CodeLocal]], steps: int
) -> CodeExpression | None:
    if local.type is not None and local.type.name:
        return CastExpr(expression.begin, expression.end, local.type, expression)
    return _without_locals(local.value, known, steps - 1) if steps and local.value is not None else None


def _local(name: str, offset: int, known: Mapping[str, list[CodeLocal]]) -> CodeLocal | None:
    here = [each for each in known.get(name, ()) if each.begin <= offset < each.end]
    return min(here, key=lambda each: each.end - each.begin, default=None)
