"""The parameters of a function as written, split without a parser: facts leave out those without a name, such as `...` and `*`.

Turns: the source behind a function's name → the texts of the parameters in its first list.
"""

import re

_BEFORE_LIST = re.compile(r"\s*(?:<[^()]{0,400}?>|\[[^()]{0,400}?\])?\s*\(")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_TOKEN = re.compile(
    r"""
    /\*.*?\*/ | //[^\n]*                                      # comments
    | "(?:\\.|[^"\\\n])*" | `(?:\\.|[^`\\])*`                 # strings
    | (?<![&<+])'(?:\\.|[^'\\\n])*'                           # `'a` behind `&` is a lifetime
    | [-=]> | [<>]= | (?<=\s)<<?(?=\s)                        # arrows and comparisons
    | (?P<sign>[(\[{<>}\]),])
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = frozenset("([{<"), frozenset(")]}>")


def split_parameters(text: str) -> tuple[str, ...] | None:
    """Return the parameters of the list that `text` begins with: `(a, b = f(1, 2)) {` gives `a` and `b = f(1, 2)`.

    None if it begins with no list, or the list does not end.
    """
    begin = _BEFORE_LIST.match(text)
    if begin is None:
        return None
    parts: list[str] = []
    depth, start = 0, begin.end()
    for token in _TOKEN.finditer(text, start):
        sign = token["sign"]
        if sign in _OPENING:
            depth += 1
        elif sign in _CLOSING and depth:
            depth -= 1
        elif sign == "," and not depth:
            parts.append(text[start : token.start()])
            start = token.end()
        elif sign == ")":
            shown = [
                " ".join(_COMMENT.sub(" ", each).split()) for each in (*parts, text[start : token.start()])
            ]
            return tuple(shown if shown[-1] else shown[:-1])
    return None
