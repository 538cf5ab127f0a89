r"""Owners of files, by CODEOWNERS.

Turns: the text of a CODEOWNERS file → CodeOwners → the owners of a path. The last matching line decides; a line without
owners means that nobody owns the path. Sections (GitLab) decide independently.
"""

import re
from pathlib import Path

import msgspec

from codeshed.discover.file_reading import read_bytes
from codeshed.discover.ignore_patterns import Pattern, parse_pattern

_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
"""The possible paths of CODEOWNERS, in order of precedence."""

_MAX_BYTES = 3_000_000
_SECTION = re.compile(r"\^?\[(?P<name>[^\]]+)\](?:\[\d+\])?(?P<owners>.*)")
_WORD = re.compile(r"(?:\\.|[^\s\\])+")
_COMMENT = re.compile(r"(?:^|\s)#.*$")


class OwnedPaths(msgspec.Struct, frozen=True, kw_only=True):
    """One line: its pattern, whether it matches only files directly in a folder (`/docs/*`), and its owners."""

    pattern: Pattern
    is_for_files: bool
    owners: tuple[str, ...]


class CodeOwners(msgspec.Struct, frozen=True, kw_only=True):
    """A CODEOWNERS file: its path, and its lines by section, in reverse order."""

    path: str
    sections: tuple[tuple[OwnedPaths, ...], ...]

    def owners_of(self, path: str) -> tuple[str, ...]:
        """Return the owners of a file, each once, in the order of the matching lines."""
        found: dict[str, None] = {}
        for lines in self.sections:
            line = next((each for each in lines if _matches(each, path)), None)
            found.update(dict.fromkeys(() if line is None else line.owners))
        return tuple(found)


def find_code_owners(root: Path) -> CodeOwners | None:
    """Read a repository's CODEOWNERS file, if it has one."""
    for place in _PLACES:
        content = read_bytes(root, place, max_bytes=_MAX_BYTES)
        if isinstance(content, bytes):
            return parse_code_owners(place, content.decode("utf-8", "replace"))
    return None


def parse_code_owners(path: str, text: str) -> CodeOwners:
    """Parse a CODEOWNERS file; invalid lines are skipped."""
    lines_by_section: dict[str, list[OwnedPaths]] = {"": []}
    section = ""
    default: tuple[str, ...] = ()
    for line in text.splitlines():
        stripped = line.strip()
        opened = _SECTION.fullmatch(_COMMENT.sub("", stripped))
        if opened is not None:
            section, default = opened["name"].lower(), tuple(opened["owners"].split())
            lines_by_section.setdefault(section, [])
            continue
        found = _line(stripped, default)
        if found is not None:
            lines_by_section[section].append(found)
    return CodeOwners(path=path, sections=tuple(tuple(reversed(each)) for each in lines_by_section.values()))


def _line(text: str, default: tuple[str, ...]) -> OwnedPaths | None:
    if not text or text.startswith(("#", "!")):
        return None
    written, *owners = _WORD.findall(_COMMENT.sub("", text)) or [""]
    pattern = parse_pattern(re.sub(r"\\([ #])", r"\1", written).encode("utf-8", "surrogateescape"))
    if pattern is None:
        return None
    return OwnedPaths(
        pattern=pattern,
        is_for_files=written.endswith("/*"),
        owners=tuple(owners) or default,
    )


def _matches(line: OwnedPaths, path: str) -> bool:
    """Whether a line matches a file's path, or that of a folder around it."""
    parts = path.encode("utf-8", "surrogateescape").split(b"/")
    pattern = line.pattern
    n_last = len(parts)
    for n_parts in range(n_last if line.is_for_files else 1, n_last + 1):
        if n_parts == n_last and pattern.is_for_folders:
            return False
        text = parts[n_parts - 1] if pattern.is_for_names else b"/".join(parts[:n_parts])
        if pattern.literal == text or (
            pattern.regex is not None and re.fullmatch(pattern.regex, text, re.DOTALL)
        ):
            return True
    return False
