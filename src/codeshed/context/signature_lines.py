"""Signatures in one line, for any language.

Turns: the text of a symbol + its language → its signature, without comments and line ends.
"""

import re

from codeshed.model.languages.language_traits import SignatureEnd, traits_of
from codeshed.model.text.signature_end import end_of_signature

_HEAD = re.compile(r"^[ \t]*(async[ \t]+def|def|class)\b", re.MULTILINE)
_MARKERS = re.compile(
    r"^[ \t]*(@(?:property|staticmethod|classmethod|abstractmethod|[\w.]+\.setter))\b", re.MULTILINE
)
_STRING = r"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`)"
_COMMENTS = {
    "//": re.compile(rf"{_STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL),
    "#": re.compile(rf"{_STRING}|#[^\n]*"),
    "--": re.compile(rf"{_STRING}|--[^\n]*"),
}
_BLANKS = re.compile(r"\s+")
_AFTER_BRACKET = re.compile(r"([(\[]) | ([)\]])")
_AFTER_ANGLE = re.compile(r"(?<=\w)< ")
_TRAILING_COMMA = re.compile(r", ?([)\]>])")
_BEFORE_TYPE = (":", "|", "&", "<", ",", "?")
_ARROWS = re.compile(r"[=-]>")


def signature_line(text: str, language: str | None) -> str:
    """Return the signature at the start of a function or type, in one line."""
    if traits_of(language).signature_end is SignatureEnd.COLON:
        head = _HEAD.search(text)
        begin = head.start(1) if head else 0
        end = end_of_signature(text, head.end() if head else 0, SignatureEnd.COLON)
        marker = _MARKERS.search(text, 0, begin)
        line = flat(text[begin:end], language).removesuffix(":")
        return f"{marker[1]} {line}" if marker else line
    line = flat(text[: end_of_head(text, language)], language)
    return line.removesuffix("=>").removesuffix("=").rstrip()


def flat(text: str, language: str | None) -> str:
    """Join code into one line, without comments."""
    comments = _COMMENTS[traits_of(language).line_comment]
    line = _BLANKS.sub(" ", comments.sub(lambda found: found[1] or " ", text)).strip()
    line = _AFTER_BRACKET.sub(lambda found: found[1] or found[2], line)
    return _TRAILING_COMMA.sub(r"\1", _AFTER_ANGLE.sub("<", line))


def end_of_head(text: str, language: str | None) -> int:
    """Return the end of a signature in a language without colons: before its body, but not before braces of a type."""
    traits = traits_of(language)
    if traits.has_unmarked_body:
        return _first_outside(text, "\n;")
    end = end_of_signature(text, 0, SignatureEnd.BRACE)
    while end < len(text) and text[end] == "{" and _is_of_type(text[:end]):
        end = end_of_signature(text, _behind_brace(text, end), SignatureEnd.BRACE)
    return min(end, _first_outside(text, "=")) if traits.is_body_behind_equals else end


def _is_of_type(before: str) -> bool:
    """Whether a brace after a text is part of a type: `f(): { a: number }`, `interface A<T = {}>`."""
    stripped = before.rstrip()
    if stripped.endswith("="):
        plain = _ARROWS.sub("", stripped)
        return plain.count("<") > plain.count(">")
    return stripped.endswith(_BEFORE_TYPE)


def _behind_brace(text: str, begin: int) -> int:
    depth = 0
    for position in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return len(text)


def _first_outside(text: str, ends: str) -> int:
    """Return the first position of some characters outside of all brackets; arrows do not count."""
    depth = 0
    for position, character in enumerate(text):
        if depth == 0 and character in ends and text[position : position + 2] not in {"=>", "=="}:
            return position
        depth += (character in "([{") - (character in ")]}")
    return len(text)
