"""Regular expressions on paths as globs.

Turns: a regular expression that is searched in a path → globs that match the same paths, or None if there are none. The files
of the repository decide whether a translation is right.
"""

import re
import re._constants as codes
import re._parser as parser
from collections.abc import Iterable

from codeshed.model.path_globs import match_any

_ANYTHING = "{*,*/**/*}"
_SEPARATOR = ord("/")
_SPECIAL = frozenset("*?[]{}()!+@|\\")


class _UntranslatableError(Exception):
    """A part of an expression that no glob says."""


def globs_of_regex(expression: str, files: Iterable[str]) -> tuple[str, ...] | None:
    """Return globs for a regular expression; None if there are none, or if they select other files of the repository."""
    try:
        search = re.compile(expression).search
        globs = tuple(dict.fromkeys(_tidy(each) for each in _alternatives(expression)))
        matches = match_any(globs)
    except (_UntranslatableError, re.error, RecursionError, ValueError):
        return None
    is_same = all(matches(path) is (search(path) is not None) for path in files)
    return globs if is_same and globs else None


def _alternatives(expression: str) -> list[str]:
    parsed = list(parser.parse(expression))
    if len(parsed) == 1 and parsed[0][0] is codes.BRANCH:
        return [_whole(list(branch)) for branch in parsed[0][1][1]]
    return [_whole(parsed)]


def _whole(tokens: list[tuple[object, object]]) -> str:
    """Return the glob of an expression that may begin and end anywhere, unless its anchors say otherwise."""
    begin, end = _anywhere_before(tokens), True
    if tokens and tokens[0] == (codes.AT, codes.AT_BEGINNING):
        tokens, begin = tokens[1:], ""
    elif tokens and _is_start_of_name(tokens[0]):
        tokens, begin = tokens[1:], "{,**/}"
    if tokens and tokens[-1] == (codes.AT, codes.AT_END):
        tokens, end = tokens[:-1], False
    if not end:
        return begin + _sequence(tokens)
    if tokens and tokens[-1] == (codes.LITERAL, _SEPARATOR):
        return f"{begin}{_sequence(tokens)}**"
    return f"{begin}{_sequence(tokens)}{_ANYTHING}"


def _anywhere_before(tokens: list[tuple[object, object]]) -> str:
    is_name = bool(tokens) and tokens[0] != (codes.LITERAL, _SEPARATOR)
    return "{*,**/*}" if is_name else "**"


def _is_start_of_name(token: tuple[object, object]) -> bool:
    """Whether a token is `(^|/)`."""
    if token[0] is not codes.SUBPATTERN or not isinstance(token[1], tuple):
        return False
    inner = list(token[1][3])
    if len(inner) != 1 or inner[0][0] is not codes.BRANCH:
        return False
    branches = [list(branch) for branch in inner[0][1][1]]
    at_start, separator = [(codes.AT, codes.AT_BEGINNING)], [(codes.LITERAL, _SEPARATOR)]
    return sorted(map(repr, branches)) == sorted(map(repr, (at_start, separator)))


def _sequence(tokens: Iterable[tuple[object, object]]) -> str:
    return "".join(_token(kind, value) for kind, value in tokens)


def _token(kind: object, value: object) -> str:
    if kind is codes.LITERAL and isinstance(value, int):
        character = chr(value)
        return f"\\{character}" if character in _SPECIAL else character
    if kind is codes.SUBPATTERN and isinstance(value, tuple):
        return _sequence(value[3])
    if kind is codes.BRANCH and isinstance(value, tuple):
        return "{" + ",".join(_sequence(branch) for branch in value[1]) + "}"
    if kind is codes.IN and isinstance(value, list):
        return _class(value)
    if kind in {codes.MAX_REPEAT, codes.MIN_REPEAT} and isinstance(value, tuple):
        return _repeated(*value)
    raise _UntranslatableError


def _class(members: list[tuple[object, object]]) -> str:
    shown = ""
    for kind, value in members:
        if kind is codes.LITERAL and isinstance(value, int) and chr(value) not in "^]-\\":
            shown += chr(value)
        elif kind is codes.RANGE and isinstance(value, tuple):
            shown += f"{chr(value[0])}-{chr(value[1])}"
        elif kind is codes.CATEGORY and value is codes.CATEGORY_DIGIT:
            shown += "0-9"
        else:
            raise _UntranslatableError
    return f"[{shown}]"


def _repeated(least: object, most: object, tokens: Iterable[tuple[object, object]]) -> str:
    inner = list(tokens)
    if (least, most) == (0, 1):
        return "{," + _sequence(inner) + "}"
    is_any = inner == [(codes.ANY, None)]
    is_name = inner in (
        [(codes.NOT_LITERAL, _SEPARATOR)],
        [(codes.IN, [(codes.NEGATE, None), (codes.LITERAL, _SEPARATOR)])],
    )
    if most is not codes.MAXREPEAT or not (is_any or is_name):
        raise _UntranslatableError
    if is_name:
        return "?*" if least else "*"
    return "{?*,*/**/*}" if least else _ANYTHING


def _tidy(glob: str) -> str:
    """Write a glob as people would: `src/**` for `src/{*,*/**/*}`."""
    return f"{glob.removesuffix(_ANYTHING)}**" if glob.endswith(f"/{_ANYTHING}") else glob
