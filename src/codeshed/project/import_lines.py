"""How a text may know a name of another file, told from its import statements.

Turns: the text of a file and a name → whether it imports just that name and as what, or all names of something. Texts are
searched, not understood: after a name is gone, no import of it leads anywhere.
"""

import re
from functools import lru_cache

_STARS = re.compile(
    rb"^[ \t]*from[ \t]+\S+[ \t]+import[ \t]+\*"
    rb"|\bexport[ \t]*\*"
    rb"|^[ \t]*pub\b[^;\n]*\buse\b[^;]{0,500}::\*",
    re.MULTILINE,
)
_LONG_STRINGS = re.compile(rb"(\"{3}|'{3})(?:[^\\]|\\.)*?\1", re.DOTALL)
_LINES = re.compile(rb"[^\n]")
_MAX_STATEMENT = 4000
_LANGUAGES_OF_IMPORTED_NAMES = frozenset({"python", "javascript", "typescript"})


def is_told_by_imports(language: str | None) -> bool:
    """Whether a plain name of another file stands only in files of a language that import it, by name or with all others."""
    return language in _LANGUAGES_OF_IMPORTED_NAMES


def has_stars(text: bytes) -> bool:
    """Whether a text takes, or passes on, all names of something."""
    return _STARS.search(text) is not None


def imported_names(text: bytes, name: bytes) -> frozenset[bytes]:
    """Return the names that something called so is imported by: its own, another one, or none."""
    found = set()
    for statement in _importing(name).finditer(text):
        alias = re.search(rb"(?<!\w)" + re.escape(name) + rb"\s+as\s+(\w+)", statement[0])
        found.add(name if alias is None else alias[1])
    return frozenset(found)


def without_long_strings(text: bytes) -> bytes:
    """Return a Python text with blanks in the place of strings over several lines, which are mostly documentation."""
    return _LONG_STRINGS.sub(lambda each: _LINES.sub(b" ", each[0]), text)


@lru_cache(maxsize=512)
def _importing(name: bytes) -> re.Pattern[bytes]:
    word = rb"(?<!\w)" + re.escape(name) + rb"(?!\w)"
    within = b"{0,%d}?" % _MAX_STATEMENT
    rest = b"{0,%d}" % _MAX_STATEMENT
    return re.compile(
        b"|".join(
            (
                rb"^[ \t]*from[ \t]+\S+[ \t]+import[ \t]*\([^)]" + within + word + rb"[^)]" + rest,
                rb"^[ \t]*from[ \t]+\S+[ \t]+import[ \t][^\n(]" + within + word + rb"[^\n]*",
                rb"\b(?:import|export)\b[^;'\"(]" + within + word + rb"[^;'\"(]" + within + rb"\bfrom\b",
                rb"\{[^{}]"
                + within
                + word
                + rb"[^{}]"
                + within
                + rb"\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(",
                rb"^[ \t]*(?:pub\s+)?(?:import|use|using)\b[^;\n]" + within + word + rb"[^;\n]*",
            )
        ),
        re.MULTILINE,
    )
