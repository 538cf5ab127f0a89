r"""Which files `.gitattributes` say that a program wrote.

Turns: the text of a `.gitattributes` → GeneratedMarks → what they say of a path by `linguist-generated`.

The nearest file with a line for a path decides, and in it the last such line. As in git, a pattern that ends in a slash
matches nothing, and a line that begins with `!`, a quote or a macro means nothing here.
"""

import re

import msgspec

from codeshed.discover.patterns import MAX_PATTERN_BYTES, Pattern, parse_pattern
from codeshed.discover.rule_table import encoded_path

ATTRIBUTES_FILE = ".gitattributes"
MAX_ATTRIBUTES_BYTES = 250_000
"""A larger file is not read."""

_ATTRIBUTE = b"linguist-generated"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_NOT_PATTERNS = (b"#", b"!", b'"', b"[attr]")


class _Line(msgspec.Struct, frozen=True):
    """A line, the number of bytes before what it is compared with, and what it says; None takes back what others say."""

    pattern: Pattern
    n_skipped: int
    is_generated: bool | None

    def means(self, path: bytes) -> bool:
        text = path[path.rfind(b"/") + 1 :] if self.pattern.is_for_names else path[self.n_skipped :]
        if self.pattern.regex is None:
            return self.pattern.literal == text
        return re.fullmatch(self.pattern.regex, text) is not None


class GeneratedMarks(msgspec.Struct, frozen=True):
    """The lines in force in a folder, the strongest first."""

    lines: tuple[_Line, ...] = ()

    def is_generated(self, path: str) -> bool | None:
        """Return what the lines say of a file in the folder; None if they say nothing."""
        if not self.lines:
            return None
        encoded = encoded_path(path)
        line = next((each for each in self.lines if each.means(encoded)), None)
        return None if line is None else line.is_generated

    def extended(self, content: bytes, folder: str) -> "GeneratedMarks":
        """Return the lines in force in a folder that has such a file of its own."""
        n_skipped = len(encoded_path(folder)) + 1 if folder else 0
        own = [
            line
            for text in content.removeprefix(_BYTE_ORDER_MARK).splitlines()
            if (line := _line(text, n_skipped)) is not None
        ]
        return GeneratedMarks((*reversed(own), *self.lines))


def _line(text: bytes, n_skipped: int) -> _Line | None:
    written, *attributes = text.split() or [b""]
    said = [each for each in map(_said, attributes) if each is not None]
    if not said or written.startswith(_NOT_PATTERNS) or len(written) > MAX_PATTERN_BYTES:
        return None
    pattern = parse_pattern(written)
    if pattern is None or pattern.is_for_folders:
        return None
    return _Line(pattern, n_skipped, said[-1][0])


def _said(attribute: bytes) -> tuple[bool | None] | None:
    """Return what one attribute says; None if it is another one."""
    name, _, value = attribute.lstrip(b"-!").partition(b"=")
    if name != _ATTRIBUTE:
        return None
    if attribute.startswith(b"!"):
        return (None,)
    return (not attribute.startswith(b"-") and value.lower() not in {b"false", b"0"},)
