r"""Generated files, as marked by `linguist-generated` in `.gitattributes`.

Turns: the text of a `.gitattributes` → GeneratedMarks → whether a path is marked.

The nearest file with a matching line decides, and in it the last such line. As in git, a pattern that ends in a slash
matches nothing, and lines that begin with `!`, a quote or a macro are ignored.
"""

import re

import msgspec

from codeshed.discover.ignore_patterns import MAX_PATTERN_BYTES, Pattern, parse_pattern
from codeshed.discover.rule_table import encoded_path

ATTRIBUTES_FILE = ".gitattributes"
MAX_ATTRIBUTES_BYTES = 250_000
"""A larger file is not read."""

_ATTRIBUTE = b"linguist-generated"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_NOT_PATTERNS = (b"#", b"!", b'"', b"[attr]")


class _AttributeLine(msgspec.Struct, frozen=True):
    """A line: its pattern, how many bytes of a path to skip (the folder's prefix), and its value; None unsets the attribute."""

    pattern: Pattern
    n_skipped: int
    is_generated: bool | None

    def matches(self, path: bytes) -> bool:
        text = path[path.rfind(b"/") + 1 :] if self.pattern.is_for_names else path[self.n_skipped :]
        if self.pattern.regex is None:
            return self.pattern.literal == text
        return re.fullmatch(self.pattern.regex, text) is not None


class GeneratedMarks(msgspec.Struct, frozen=True):
    """The lines that apply in a folder, in order of precedence."""

    lines: tuple[_AttributeLine, ...] = ()

    def is_generated(self, path: str) -> bool | None:
        """Whether a file in the folder is marked as generated or as not generated; None if it is unmarked."""
        if not self.lines:
            return None
        encoded = encoded_path(path)
        line = next((each for each in self.lines if each.matches(encoded)), None)
        return None if line is None else line.is_generated

    def with_file(self, content: bytes, folder: str) -> "GeneratedMarks":
        """Return the lines that apply in a subfolder with a `.gitattributes` of this content."""
        n_skipped = len(encoded_path(folder)) + 1 if folder else 0
        own = [
            line
            for text in content.removeprefix(_BYTE_ORDER_MARK).splitlines()
            if (line := _line(text, n_skipped)) is not None
        ]
        return GeneratedMarks((*reversed(own), *self.lines))


def _line(text: bytes, n_skipped: int) -> _AttributeLine | None:
    written, *attributes = text.split() or [b""]
    values = [each for each in map(_attribute_value, attributes) if each is not None]
    if not values or written.startswith(_NOT_PATTERNS) or len(written) > MAX_PATTERN_BYTES:
        return None
    pattern = parse_pattern(written)
    if pattern is None or pattern.is_for_folders:
        return None
    return _AttributeLine(pattern, n_skipped, values[-1][0])


def _attribute_value(attribute: bytes) -> tuple[bool | None] | None:
    """Return the value of `linguist-generated` in a tuple (None: unset); None for any other attribute."""
    name, _, value = attribute.lstrip(b"-!").partition(b"=")
    if name != _ATTRIBUTE:
        return None
    if attribute.startswith(b"!"):
        return (None,)
    return (not attribute.startswith(b"-") and value.lower() not in {b"false", b"0"},)
