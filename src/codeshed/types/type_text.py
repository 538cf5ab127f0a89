"""Normalizes and splits the texts of types.

Turns: the text of a type → the same without what varies between runs or with edits of other files. The engine sorts union
members by name and then by offset, distinguishes classes of one name by their lines, and numbers unsolved type variables,
such as the element type of an empty list.
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


def normalized_type_text(text: str) -> str:
    """Return the text of a type without locations and numbers, and with sorted union members, None last."""
    if "@" in text:
        text = _UNSOLVED.sub("Unknown", _LOCATION.sub("", text))
    return _with_sorted_unions(text) if _BAR in text else text


def _with_sorted_unions(text: str) -> str:
    """Sort the members of all unions in a text, nested ones first."""
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
    """The text since a bracket was opened: finished text, the members of the current union, and its last member."""

    def __init__(self, done: str = "") -> None:
        self.done = done
        self.parts: list[str] = []
        self.part = ""

    def close_union(self) -> None:
        """Add the current union to the finished text."""
        self.done += _BAR.join(sorted((*self.parts, self.part), key=lambda part: (part == "None", part)))
        self.parts = []
        self.part = ""


def union_members(text: str) -> list[str]:
    """Return the members of a union: `list[int | str] | None` gives `list[int | str]` and `None`.

    A union behind an arrow is the return type: `() -> int | None` has one member.
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
    """Yield the dotted names in the text of a type."""
    return (match.group() for match in _NAME.finditer(text))
