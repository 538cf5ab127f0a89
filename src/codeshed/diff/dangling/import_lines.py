"""Which names the import statements of a text bring in, found by regular expressions.

Turns: the text of a file and a name → the names under which it is imported; whether there is a wildcard import.
Text is searched because import edges are no help: once a symbol is gone, its imports resolve to nothing. Each occurrence
of the name costs a bounded look around it, however the text is made.
"""

import itertools
import re

from codeshed.model.languages.language_traits import traits_of

_WILDCARD = re.compile(
    rb"^[ \t]*from[ \t]+\S+[ \t]+import[ \t]+\*|\bexport[ \t]*\*|^[ \t]*pub[ \t]+use\b[^;\n]*\*", re.MULTILINE
)
_MAX_STATEMENT = 4000
_MAX_OCCURRENCES = 200

_IMPORTING_LINE = re.compile(
    rb"[ \t]*(?:from[ \t]+\S+[ \t]+import\b|(?:pub[ \t]+)?(?:import|use|using)\b)[^;()]*"
)
_BEFORE_LIST = re.compile(
    rb"(?:from[ \t]+\S+[ \t]+import|(?:import|export)(?:\s+type)?(?:\s+[\w$]+\s*,)?|\b(?:import|use)\s+[\w:.\\]+)\s*\Z"
)
_BEFORE_PATTERN = re.compile(rb"\b(?:const|let|var)\s*\Z")
_AFTER_PATTERN = re.compile(rb"[^{}]*\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(")
_BEFORE_MODULE = (
    rb"\b(?:import\s{1,20}(?:\*\s{0,20}as\s{1,20})?([\w$]{1,80})\s{1,20}from|"
    rb"(?:const|let|var)\s{1,20}([\w$]{1,80})\s{0,20}=\s{0,20}require\s{0,20}\()"
    rb"\s{0,20}['\"](?:[^'\"\n]{0,300}/)?"
)
_AFTER_MODULE = rb"(?:/index)?(?:\.\w{1,8})?['\"]"
_QUOTED = re.compile(rb"(['\"])[^'\"\n]{0,300}\1")
_ALIAS = re.compile(rb"\s+as\s+(\w+)")
_OPENING_BY_CLOSING = {b")": b"(", b"}": b"{"}
_LONGEST_HEAD = 300


def are_names_imported(language: str | None) -> bool:
    """Whether an unqualified name of another file has to be imported, by name or by a wildcard."""
    return traits_of(language).are_names_imported


def has_wildcard_import(text: bytes) -> bool:
    """Whether a text imports or re-exports all names of a module."""
    return _WILDCARD.search(text) is not None


def imported_names(text: bytes, name: bytes) -> frozenset[bytes]:
    """Return the local names that imports of `name` bind: itself or an alias; none if it is not imported."""
    found = set()
    for match in itertools.islice(
        re.finditer(rb"(?<!\w)" + re.escape(name) + rb"(?!\w)", text), _MAX_OCCURRENCES
    ):
        before = text[max(0, match.start() - _MAX_STATEMENT) : match.start()]
        after = text[match.end() : match.end() + _MAX_STATEMENT]
        if _is_in_import(before, after):
            alias = _ALIAS.match(after)
            found.add(name if alias is None else alias[1])
    return frozenset(found)


def module_names(text: bytes, module: str) -> frozenset[bytes]:
    """Return the local names of a module imported as a whole: `import a.cart as c`, `import * as c from './cart'`."""
    word = module.encode("utf-8", "surrogateescape")
    found = set(imported_names(_QUOTED.sub(b"", text), word))
    for match in itertools.islice(
        re.finditer(_BEFORE_MODULE + re.escape(word) + _AFTER_MODULE, text), _MAX_OCCURRENCES
    ):
        found.add(match[1] or match[2])
    return frozenset(found)


def _is_in_import(before: bytes, after: bytes) -> bool:
    """Whether a place lies in an import statement: on its line, or in the bracketed list that continues it."""
    if _IMPORTING_LINE.fullmatch(before.rpartition(b"\n")[2]):
        return True
    for closing, opening in _OPENING_BY_CLOSING.items():
        head, mark, inner = before.rpartition(opening)
        if not mark or closing in inner:
            continue
        head = head[-_LONGEST_HEAD:]
        if _BEFORE_LIST.search(head):
            return True
        if _BEFORE_PATTERN.search(head) and _AFTER_PATTERN.match(after):
            return True
    return False
