"""Expressions as short source text for people to read, and positions as spans.

Turns: an Expression → its text in one bounded line; byte offsets → a Span.
"""

import json
from bisect import bisect_right

from codeshed.model.facts.python_facts import (
    Argument,
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    PythonFacts,
    Spread,
    Subscript,
)
from codeshed.model.span import Span

MAX_TEXT = 160
"""How many characters of a piece of evidence or a detail are kept."""

_MAX_DEPTH = 12
_MAX_PARTS = 8
_CUT = "…"
_BRACKETS = {CompoundKind.LIST: ("[", "]"), CompoundKind.TUPLE: ("(", ")"), CompoundKind.SET: ("{", "}")}


def text_of(value: Expression) -> str:
    """Return an expression as source text, `app.get("/items")`, with `…` for what is left out."""
    return shorten(_text(value, 0))


def shorten(text: str) -> str:
    """Collapse white space and cut off what is too long."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else line[: MAX_TEXT - 1] + _CUT


def constant_text(value: Expression | None) -> str | None:
    """Return the value of a string literal, adjacent literals joined; None for anything else."""
    if isinstance(value, Literal) and value.type_name == "str":
        return value.text
    if isinstance(value, Compound) and value.kind is CompoundKind.FORMATTED_STRING and value.parts:
        texts = [constant_text(part) if isinstance(part, Literal) else None for part in value.parts]
        known = [text for text in texts if text is not None]
        return "".join(known) if len(known) == len(texts) else None
    return None


def is_true(value: Expression | None) -> bool:
    """Whether an expression is the literal `True`."""
    return isinstance(value, Literal) and value.type_name == "bool" and _literal(value) == "True"


def collection_elements(value: Expression | None) -> tuple[Expression, ...]:
    """Return the elements of a list, tuple or set display; nothing for any other expression."""
    return value.parts if isinstance(value, Compound) and value.kind in _BRACKETS else ()


def span_of(facts: PythonFacts, begin: int, end: int) -> Span:
    """Convert byte offsets of a file to a span."""
    start_line, start_column = _position(facts, begin)
    end_line, end_column = _position(facts, end)
    return Span(start_line, start_column, end_line, end_column)


def _position(facts: PythonFacts, offset: int) -> tuple[int, int]:
    line = bisect_right(facts.line_starts, offset)
    return line, offset - facts.line_starts[line - 1]


def _text(value: Expression, depth: int) -> str:
    if depth > _MAX_DEPTH:
        return _CUT
    match value:
        case Name():
            text = value.name
        case Attribute():
            text = f"{_text(value.value, depth + 1)}.{value.name}"
        case Call():
            text = f"{_text(value.function, depth + 1)}({_arguments(value.arguments, depth + 1)})"
        case Subscript():
            text = f"{_text(value.value, depth + 1)}[{_text(value.index, depth + 1)}]"
        case Literal():
            text = _literal(value)
        case Compound() if value.kind in _BRACKETS:
            texts = [_text(part, depth + 1) for part in value.parts[: _MAX_PARTS + 1]]
            text = _joined(texts).join(_BRACKETS[value.kind])
        case _:
            constant = constant_text(value)
            text = _CUT if constant is None else _quoted(constant)
    return text


def _literal(value: Literal) -> str:
    if value.type_name == "str":
        return _CUT if value.text is None else _quoted(value.text)
    if value.type_name == "bool":
        return "True" if value.end - value.begin == len("True") else "False"
    return "None" if value.type_name == "None" else value.text or _CUT


def _arguments(arguments: tuple[Argument, ...], depth: int) -> str:
    texts = []
    for argument in arguments[: _MAX_PARTS + 1]:
        prefix = "*" * argument.spread if argument.spread is not Spread.NONE else ""
        keyword = "" if argument.keyword is None else f"{argument.keyword}="
        texts.append(f"{prefix}{keyword}{_text(argument.value, depth)}")
    return _joined(texts)


def _joined(texts: list[str]) -> str:
    return ", ".join(texts if len(texts) <= _MAX_PARTS else [*texts[:_MAX_PARTS], _CUT])


def _quoted(text: str) -> str:
    return json.dumps(text[:MAX_TEXT], ensure_ascii=False)


def find_argument(
    arguments: tuple[Argument, ...], position: int | None, keyword: str | None
) -> Expression | None:
    """Return an argument of a call by its keyword, or else by its position."""
    for argument in arguments:
        if keyword is not None and argument.keyword == keyword:
            return argument.value
    if position is None:
        return None
    for index, argument in enumerate(arguments):
        if argument.keyword is not None or argument.spread is not Spread.NONE:
            return None
        if index == position:
            return argument.value
    return None
