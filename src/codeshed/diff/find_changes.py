"""Find the symbols that differ between two revisions.

Turns: Difference (the bytes of differing files on both sides) → ChangeSet. Both sides are parsed as for the index.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from pathlib import Path

from codeshed.diff.equivalent_imports import OtherModules
from codeshed.diff.file_comparison import compare_files
from codeshed.diff.file_version import FileVersion, file_version
from codeshed.diff.source_parser import SourceParser
from codeshed.discover.file_reading import read_bytes
from codeshed.model.change_set import ChangedFile, ChangeSet, Difference, FileContents, FileStatus
from codeshed.model.languages.language import is_python, language_of_path

_STUB = ".pyi"


class FolderModules:
    """The Python modules of a folder, each parsed at most once."""

    def __init__(self, root: Path, paths: Iterable[str], parser: SourceParser) -> None:
        self.paths = tuple(path for path in paths if is_python(path) and not path.endswith(_STUB))
        self._root = root
        self._parser = parser
        self._files: dict[str, FileVersion | None] = {}

    def read(self, path: str) -> FileVersion | None:
        """Return a parsed module; None if it does not exist or cannot be read."""
        if path not in self._files:
            content = read_bytes(self._root, path)
            found = _parse({path: content}, self._parser, ()) if isinstance(content, bytes) else []
            self._files[path] = next(iter(found), None)
        return self._files[path]


def find_changes(
    difference: Difference, parser: SourceParser, modules: OtherModules | None = None
) -> ChangeSet:
    """Compare both sides of all files that differ.

    `modules` are the unchanged modules: with them, `from a.b import C` and `from .b import C` may be the same import.
    """
    code = [each for each in difference.files if _is_compared(each)]
    others = [each for each in difference.files if not _is_compared(each)]
    both = frozenset(each.path for each in code if each.old is not None and each.new is not None)
    old = _parse({each.path: each.old for each in code if each.old is not None}, parser, both)
    new = _parse({each.path: each.new for each in code if each.new is not None}, parser, both)
    compared = compare_files(old, new, modules)
    files = [*compared.files, *(ChangedFile(path=each.path, status=_status(each)) for each in others)]
    return ChangeSet(
        old=difference.old,
        new=difference.new,
        files=tuple(sorted(files, key=lambda each: each.path)),
        symbols=compared.symbols,
        n_outside=difference.n_outside,
        bindings=compared.bindings,
        wide_imports=compared.wide_imports,
        package_names=difference.package_names,
    )


def _is_compared(file: FileContents) -> bool:
    return language_of_path(file.path) is not None and not file.path.endswith(_STUB) and not file.is_unread


def _status(file: FileContents) -> FileStatus:
    if file.old is None:
        return "added"
    return "deleted" if file.new is None else "modified"


def _parse(
    content_by_path: Mapping[str, bytes], parser: SourceParser, with_tokens: Collection[str]
) -> list[FileVersion]:
    """Parse files; only those that exist on both sides (`with_tokens`) need their tokens.

    A file with problems gets no tokens: the parser may have misread it.
    """
    return [
        file_version(
            file,
            partial(parser.tokens, file.path, file.content)
            if file.path in with_tokens and not file.facts.problems
            else None,
        )
        for file in parser.parse(content_by_path)
    ]
