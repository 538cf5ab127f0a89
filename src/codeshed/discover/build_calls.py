"""Reads the rules of a BUILD file without running it.

Turns: the text of a BUILD file → BuildCalls: its top-level calls, with their names and the files and targets that they name.
Starlark has Python's syntax; only literals are read, not what the file computes.
"""

import ast
from collections.abc import Iterator

import msgspec

_MAX_BYTES = 1_000_000
_MAX_DEPTH = 60
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_NO_LABELS = frozenset({"name", "visibility", "tags", "description"})
_NO_FILES = frozenset({"deps", "dependencies"})


class BuildCall(msgspec.Struct, frozen=True, kw_only=True):
    """One rule: its function, its name if it has one, and by argument the strings that may name files or targets.

    File patterns that begin with `!` are exclusions.
    """

    rule: str
    name: str | None
    uses: dict[str, tuple[str, ...]]

    @property
    def patterns(self) -> dict[str, tuple[str, ...]]:
        """Return, by argument, the strings that may be files of the folder."""
        return {argument: texts for argument, texts in self.uses.items() if argument not in _NO_FILES}


def parse_build_file(content: bytes) -> tuple[BuildCall, ...] | None:
    """Return the rules of a BUILD file in order; None if it cannot be parsed."""
    text = content.decode("utf-8", "replace")
    if len(content) > _MAX_BYTES or _depth(text) > _MAX_DEPTH:
        return None
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tuple(
        _call(each.value)
        for each in tree.body
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)
    )


def _depth(text: str) -> int:
    """Return the maximum nesting of brackets, those in strings included."""
    depth = most = 0
    for character in text:
        depth += (character in _OPENING) - (character in _CLOSING)
        most = max(most, depth)
    return most


def _call(call: ast.Call) -> BuildCall:
    function = call.func
    rule = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    by_name = {each.arg: each.value for each in call.keywords if each.arg}
    name = by_name.get("name")
    return BuildCall(
        rule=rule,
        name=name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else None,
        uses={
            argument: tuple(_texts(value))
            for argument, value in by_name.items()
            if argument not in _NO_LABELS
        },
    )


def _texts(value: ast.expr) -> Iterator[str]:
    """Yield the strings in a value, also in `+`, in the branches of `select`, and in `glob`."""
    match value:
        case ast.Constant(value=str() as text):
            yield text
        case ast.List() | ast.Tuple():
            for each in value.elts:
                yield from _texts(each)
        case ast.BinOp():
            yield from _texts(value.left)
            yield from _texts(value.right)
        case ast.Dict():
            for each in value.values:
                yield from _texts(each)
        case ast.Call():
            yield from _texts_of_call(value)
        case _:
            return


def _texts_of_call(call: ast.Call) -> Iterator[str]:
    """Yield the patterns of `glob` and the like; exclusions get a `!`."""
    for each in call.args:
        yield from _texts(each)
    for keyword in call.keywords:
        if keyword.arg in {"exclude", "include"}:
            mark = "!" if keyword.arg == "exclude" else ""
            yield from (f"{mark}{text}" for text in _texts(keyword.value))
