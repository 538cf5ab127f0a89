"""Parsed files of a repository, read when they are asked for.

Turns: paths → ParsedFile, ParsedCode; the facts of files that the index has parsed come from the user's cache.
"""

from pathlib import Path

from codeshed.discover.file_reading import read_bytes
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.project.parsing.cached_parser import CachedParser
from codeshed.project.parsing.parse_cache import ParseCache


class RepositoryFiles:
    """The files below a root."""

    def __init__(self, root: Path, cache: ParseCache) -> None:
        self._root = root
        self._parser = CachedParser(cache)

    def __call__(self, path: str) -> ParsedFile | ParsedCode | None:
        """Return a file; None if it cannot be read."""
        content = read_bytes(self._root, path)
        return next(iter(self._parser.parse({path: content})), None) if isinstance(content, bytes) else None
