"""Types as the engine writes them.

Turns: the text of a type → the same text without what depends on the run or on where other files define their classes.
The engine sorts the parts of a union by name and then by offset, tells classes of one name apart by their lines, and
numbers what it did not find out, such as what an empty list holds.
"""

import re
from collections.abc import Iterator

_LOCATION = re.compile(r"@\d+:\d+(?:-\d+(?::\d+)?)?")
_UNSOLVED = re.compile(r"(?<!\w)@\d+")
_TOKEN = re.compile(
    r"""
      (?P<string> '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )
    | (?P<opening> [(\[{] )
    | (?P<closing> [)\]}] )
    | (?P<bar> \ \|\  )
    | (?P<end> ,\  | ,$ | \ ->\  | :\  | \ =\  | \n\s* )
    """,
    re.VERBOSE,
)
_NAME = re.compile(r"(?<![\w.-])[\w-]+(?:\.[\w-]+)+")
_BAR = " | "
_ARROW = " -> "


def settled_text(text: str) -> str:
    """Return the text of a type without locations and numbers, with the parts of unions sorted; None comes last."""
    if "@" in text:
        text = _UNSOLVED.sub("Unknown", _LOCATION.sub("", text))
    return _with_sorted_unions(text) if _BAR in text else text


def _with_sorted_unions(text: str) -> str:
    """Sort the parts of all unions in a text, from the inside out."""
    frames: list[_Frame] = [_Frame()]
    position = 0
    for match in _TOKEN.finditer(text):
        frame = frames[-1]
        frame.part += text[position : match.start()]
        position = match.end()
        kind = match.lastgroup
        if kind == "bar":
            frame.parts.append(frame.part)
            frame.part = ""
        elif kind == "end":
            frame.close_union()
            frame.done += match.group()
        elif kind == "opening":
            frames.append(_Frame(match.group()))
        elif kind == "closing" and len(frames) > 1:
            frame.close_union()
            frames.pop()
            frames[-1].part += frame.done + match.group()
        else:
            frame.part += match.group()
    frames[-1].part += text[position:]
    while len(frames) > 1:
        frame = frames.pop()
        frame.close_union()
        frames[-1].part += frame.done
    frames[0].close_union()
    return frames[0].done


class _Frame:
    """What was read since a bracket was opened: finished text, the parts of the union at hand, and its last part."""

    def __init__(self, done: str = "") -> None:
        self.done = done
        self.parts: list[str] = []
        self.part = ""

    def close_union(self) -> None:
        """Add the union at hand to the finished text."""
        self.done += _BAR.join(sorted((*self.parts, self.part), key=lambda part: (part == "None", part)))
        self.parts = []
        self.part = ""


def union_members(text: str) -> list[str]:
    """Return the parts of a union: `list[int | str] | None` gives `list[int | str]` and `None`.

    What a function returns belongs to the function: `() -> int | None` is one part.
    """
    parts = []
    depth = begin = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "opening":
            depth += 1
        elif kind == "closing":
            depth -= 1
        elif depth == 0 and match.group() == _ARROW:
            return [text]
        elif depth == 0 and kind == "bar":
            parts.append(text[begin : match.start()])
            begin = match.end()
    return [*parts, text[begin:]]


def iter_dotted_names(text: str) -> Iterator[str]:
    """Yield the dotted names that a type is written with."""
    return (match.group() for match in _NAME.finditer(text))
