"""How a text may know a name of another file, told from its import statements.

Turns: the text of a file and a name → whether it imports just that name and as what, or all names of something. Texts are
searched, not understood: after a name is gone, no import of it leads anywhere. However a text is made, each place of the
name costs a bounded look around it.
"""

import itertools
import re
from collections.abc import Iterator

from codeshed.model.language_traits import traits_of

_STARS = re.compile(
    rb"^[ \t]*from[ \t]+\S+[ \t]+import[ \t]+\*|\bexport[ \t]*\*|^[ \t]*pub[ \t]+use\b[^;\n]*\*", re.MULTILINE
)
_QUOTES = re.compile(rb"\"{3}|'{3}")
_LINES = re.compile(rb"[^\n]")
_MAX_STATEMENT = 4000
_MAX_PLACES = 200

_IMPORTING_LINE = re.compile(
    rb"[ \t]*(?:from[ \t]+\S+[ \t]+import\b|(?:pub[ \t]+)?(?:import|use|using)\b)[^;()]*"
)
_BEFORE_LIST = re.compile(
    rb"(?:from[ \t]+\S+[ \t]+import|(?:import|export)(?:\s+type)?(?:\s+[\w$]+\s*,)?|\b(?:import|use)\s+[\w:.\\]+)\s*\Z"
)
_BEFORE_PATTERN = re.compile(rb"\b(?:const|let|var)\s*\Z")
_BEHIND_PATTERN = re.compile(rb"[^{}]*\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(")
_WHOLE_BEFORE = (
    rb"\b(?:import\s{1,20}(?:\*\s{0,20}as\s{1,20})?([\w$]{1,80})\s{1,20}from|"
    rb"(?:const|let|var)\s{1,20}([\w$]{1,80})\s{0,20}=\s{0,20}require\s{0,20}\()"
    rb"\s{0,20}['\"](?:[^'\"\n]{0,300}/)?"
)
_WHOLE_BEHIND = rb"(?:/index)?(?:\.\w{1,8})?['\"]"
_QUOTED = re.compile(rb"(['\"])[^'\"\n]{0,300}\1")
_ALIAS = re.compile(rb"\s+as\s+(\w+)")
_OPENING_BY_CLOSING = {b")": b"(", b"}": b"{"}
_LONGEST_HEAD = 300


def is_told_by_imports(language: str | None) -> bool:
    """Whether a plain name of another file stands only in files of a language that import it, by name or with all others."""
    return traits_of(language).are_names_imported


def has_stars(text: bytes) -> bool:
    """Whether a text takes, or passes on, all names of something."""
    return _STARS.search(text) is not None


def imported_names(text: bytes, name: bytes) -> frozenset[bytes]:
    """Return the names that something called so is imported by: its own, another one, or none."""
    found = set()
    for place in itertools.islice(re.finditer(rb"(?<!\w)" + re.escape(name) + rb"(?!\w)", text), _MAX_PLACES):
        before = text[max(0, place.start() - _MAX_STATEMENT) : place.start()]
        behind = text[place.end() : place.end() + _MAX_STATEMENT]
        if _is_in_import(before, behind):
            alias = _ALIAS.match(behind)
            found.add(name if alias is None else alias[1])
    return frozenset(found)


def module_names(text: bytes, module: str) -> frozenset[bytes]:
    """Return the names that a module of that name is imported by, as a whole: `import a.cart as c`, `import * as c from`."""
    word = module.encode("utf-8", "surrogateescape")
    found = set(imported_names(_QUOTED.sub(b"", text), word))
    for place in itertools.islice(
        re.finditer(_WHOLE_BEFORE + re.escape(word) + _WHOLE_BEHIND, text), _MAX_PLACES
    ):
        found.add(place[1] or place[2])
    return frozenset(found)


def without_long_strings(text: bytes) -> bytes:
    """Return a Python text with blanks in the place of strings over several lines, which are mostly documentation."""
    return b"".join(_pieces_without_long_strings(text))


def _is_in_import(before: bytes, behind: bytes) -> bool:
    """Whether a place is one of an import statement: in its line, or in the list that it goes on with."""
    if _IMPORTING_LINE.fullmatch(before.rpartition(b"\n")[2]):
        return True
    for closing, opening in _OPENING_BY_CLOSING.items():
        head, mark, inner = before.rpartition(opening)
        if not mark or closing in inner:
            continue
        head = head[-_LONGEST_HEAD:]
        if _BEFORE_LIST.search(head):
            return True
        if _BEFORE_PATTERN.search(head) and _BEHIND_PATTERN.match(behind):
            return True
    return False


def _pieces_without_long_strings(text: bytes) -> Iterator[bytes]:
    at = 0
    while (opening := _QUOTES.search(text, at)) is not None:
        end = text.find(opening[0], opening.end())
        if end < 0:
            break
        end += len(opening[0])
        yield text[at : opening.start()]
        yield _LINES.sub(b" ", text[opening.start() : end])
        at = end
    yield text[at:]
