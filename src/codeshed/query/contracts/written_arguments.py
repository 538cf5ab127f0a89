"""The arguments of a call, split from its source text without a parser: for languages whose facts do not keep them.

Turns: the text of a call → the texts of its arguments; None if brackets do not tell.
"""

_OPENING, _CLOSING = "([{", ")]}"
_QUOTES = "\"'`"


def split_call(text: str) -> tuple[str, tuple[str, ...]] | None:  # noqa: C901 - one pass over signs, a branch for each kind
    """Return what is called and its arguments: `a.f(1).g(x, "y,z")` gives `a.f(1).g`, and `x` and `"y,z"`."""
    begin, parts_begin = -1, 0
    depth = 0
    commas: list[int] = []
    end = -1
    position = 0
    while position < len(text):
        sign = text[position]
        if sign in _QUOTES:
            closing = _end_of_string(text, position)
            # A quote that nothing closes is a lifetime or an apostrophe.
            position = closing if closing >= 0 else position
        elif text.startswith(("//", "/*"), position):
            position = _end_of_comment(text, position)
        elif sign in _OPENING:
            if depth == 0 and sign == "(":
                begin, parts_begin, commas = position, position + 1, []
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
            if depth < 0:
                return None
            if depth == 0 and sign == ")":
                end = position
        elif sign == "," and depth == 1:
            commas.append(position)
        position += 1
    if begin < 0 or end < begin or depth:
        return None
    ends = [each for each in commas if begin < each < end]
    starts = [parts_begin, *(each + 1 for each in ends)]
    found = [" ".join(text[one:other].split()) for one, other in zip(starts, [*ends, end], strict=True)]
    return text[:begin], tuple(found[:-1] if not found[-1] else found)


def _end_of_string(text: str, begin: int) -> int:
    quote = text[begin]
    position = begin + 1
    while position < len(text):
        if text[position] == "\\":
            position += 2
            continue
        if text[position] == quote:
            return position
        if text[position] == "\n" and quote != "`":
            return -1
        position += 1
    return -1


def _end_of_comment(text: str, begin: int) -> int:
    end = text.find("\n", begin) if text[begin + 1] == "/" else text.find("*/", begin) + 1
    return len(text) if end < begin else end
