"""Marks of pytest in the text of a test file, and expressions of marks and names that deselect tests.

Turns: the text of a file → its marks by function, class and module; `not slow` of `-m` and `-k` + what is known of a test →
whether it is selected.
"""

import re
from collections.abc import Callable, Iterator

MODULE = ""
"""The name under which the marks of a whole module are kept."""

_MAX_TEXT = 2_000_000
_MAX_VALUE = 4_000
_MAX_EXPRESSION = 300
_DECLARATION = re.compile(
    r"""
    ^(?P<indent>[ \t]*)
    (?:
        @[ \t]*(?P<decorator>[\w.]+)
      | (?:async[ \t]+)?def[ \t]+(?P<function>\w+)
      | class[ \t]+(?P<type>\w+)
      | (?P<variable>\w+)[ \t]*(?::[^=\n]+)?\+?=[ \t]*(?=[\[(]?\s*(?:\w+\.)*mark\.\w)
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
_MARK = re.compile(r"(?:\w+\.)*mark\.(?P<name>\w+)")
_COMMENT = re.compile(r"[ \t]#[^\n]*")
_MARKS = "pytestmark"
_TOKEN = re.compile(r"\s*(?:(?P<bracket>[()])|(?P<name>[\w:+.\[\]\\/-]+))")


def find_marks(text: str) -> dict[str, tuple[str, ...]]:
    """Return the marks of each function and class by its name with those around it, and those of the module.

    A mark is `@pytest.mark.slow`, `pytestmark = pytest.mark.slow`, a list of these, or a name for one that the file gives.
    """
    if "mark." not in text or len(text) > _MAX_TEXT:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    named: dict[str, str] = {}
    around: list[tuple[int, str]] = []
    pending: list[str] = []
    for match in _DECLARATION.finditer(text):
        column = len(match["indent"])
        if match["decorator"] is not None:
            mark = _MARK.fullmatch(match["decorator"])
            name = named.get(match["decorator"]) if mark is None else mark["name"]
            pending += [name] if name else []
            continue
        while around and around[-1][0] >= column:
            around.pop()
        if match["variable"] is not None:
            marks = tuple(
                each["name"] for each in _MARK.finditer(_COMMENT.sub("", _value_at(text, match.end())))
            )
            if match["variable"] == _MARKS:
                owner = ".".join(each for _, each in around)
                found[owner] = (*found.get(owner, ()), *marks)
            elif len(marks) == 1 and not column:
                named[match["variable"]] = marks[0]
            continue
        around.append((column, match["function"] or match["type"]))
        if pending:
            owner = ".".join(each for _, each in around)
            found[owner] = tuple(pending)
            pending = []
    return found


def _value_at(text: str, start: int) -> str:
    """Return the value that begins at a position: to the end of its line, or to the bracket that closes its first one."""
    value = text[start : start + _MAX_VALUE]
    depth = 0
    for place, sign in enumerate(value):
        depth += (sign in "[(") - (sign in "])")
        if sign == "\n" and depth <= 0:
            return value[:place]
    return value


_Verdict = bool | None
Condition = Callable[[Callable[[str], _Verdict]], _Verdict]
"""Tells whether a test is selected, from what is known of each name in an expression; None if that is not known."""


def parse_condition(text: str) -> Condition | None:
    """Read names joined by `not`, `and`, `or` and brackets; None if there is anything else."""
    if len(text) > _MAX_EXPRESSION:
        return None
    tokens: list[str] = []
    place = 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            return None
        tokens.append(match["bracket"] or match["name"])
        place = match.end()
    reader = iter((*tokens, ""))
    parser = _Parser(reader)
    found = parser.read_any()
    return found if parser.is_valid and not parser.token else None


class _Parser:
    """Reads an expression from left to right, as pytest does: `or` binds least, then `and`, then `not`."""

    def __init__(self, tokens: Iterator[str]) -> None:
        self._tokens = tokens
        self.token = next(tokens)
        self.is_valid = True

    def read_any(self) -> Condition:
        """Read what `or` joins."""
        parts = [self._read_all()]
        while self._take("or"):
            parts.append(self._read_all())
        return parts[0] if len(parts) == 1 else _joined(parts, decisive=True)

    def _read_all(self) -> Condition:
        parts = [self._read_one()]
        while self._take("and"):
            parts.append(self._read_one())
        return parts[0] if len(parts) == 1 else _joined(parts, decisive=False)

    def _read_one(self) -> Condition:
        if self._take("not"):
            return _opposite(self._read_one())
        if self._take("("):
            inner = self.read_any()
            self.is_valid = self._take(")") and self.is_valid
            return inner
        name = self.token
        self.is_valid = self.is_valid and name not in {"", ")", "and", "or"}
        self.token = next(self._tokens, "")
        return _of_name(name)

    def _take(self, token: str) -> bool:
        if self.token != token:
            return False
        self.token = next(self._tokens, "")
        return True


def _of_name(name: str) -> Condition:
    return lambda known: known(name)


def _opposite(inner: Condition) -> Condition:
    def verdict(known: Callable[[str], _Verdict]) -> _Verdict:
        found = inner(known)
        return None if found is None else not found

    return verdict


def _joined(parts: list[Condition], *, decisive: bool) -> Condition:
    """Return what one part with the decisive verdict decides; unknown parts leave it open."""

    def verdict(known: Callable[[str], _Verdict]) -> _Verdict:
        found = [each(known) for each in parts]
        return decisive if decisive in found else None if None in found else not decisive

    return verdict
