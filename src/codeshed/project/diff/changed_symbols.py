"""What changed in a repository, by symbol.

Turns: Difference → ChangeSet. Both sides of a file are read by the extractors that read it for the index.
"""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from codeshed.diff.compared_files import compare
from codeshed.diff.equivalent_imports import OtherModules
from codeshed.diff.file_symbols import DefinedFile, defined_in
from codeshed.discover.files import read_bytes
from codeshed.model.changes import ChangedFile, ChangeSet, Difference, FileContents, FileStatus
from codeshed.model.language import is_python, language_of_path
from codeshed.model.parsed_files import ParsedCode, ParsedFile
from codeshed.project.parsing.facts_lookup import Cache

_STUB = ".pyi"


class ModulesOfFolder:
    """The modules of Python in a folder, each read once."""

    def __init__(self, root: Path, paths: Iterable[str], cache: Cache) -> None:
        self.paths = tuple(path for path in paths if is_python(path) and not path.endswith(_STUB))
        self._root = root
        self._cache = cache
        self._files: dict[str, DefinedFile | None] = {}

    def read(self, path: str) -> DefinedFile | None:
        """Return what a module defines; None if it is not there, or cannot be read."""
        if path not in self._files:
            content = read_bytes(self._root, path)
            found = _defined({path: content}, self._cache, ()) if isinstance(content, bytes) else []
            self._files[path] = next(iter(found), None)
        return self._files[path]


def changes_of(difference: Difference, cache: Cache, modules: OtherModules | None = None) -> ChangeSet:
    """Return the symbols that differ, and all files; `modules` are what imports of these may mean."""
    code = [each for each in difference.files if _is_compared(each)]
    others = [each for each in difference.files if not _is_compared(each)]
    both = frozenset(each.path for each in code if each.old is not None and each.new is not None)
    old = _defined({each.path: each.old for each in code if each.old is not None}, cache, both)
    new = _defined({each.path: each.new for each in code if each.new is not None}, cache, both)
    compared = compare(old, new, modules)
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


def _defined(
    content_by_path: Mapping[str, bytes], cache: Cache, with_tokens: Collection[str]
) -> list[DefinedFile]:
    """Return what files define; the words of those are read that are compared with another state of themselves."""
    python = {path: content for path, content in content_by_path.items() if is_python(path)}
    others = {path: content for path, content in content_by_path.items() if not is_python(path)}
    found: list[DefinedFile] = []
    if python:
        from codeshed.project.parsing.python_parsing import parse_contents

        found += [_with_tokens(each.file, with_tokens) for each in parse_contents(python, cache)]
    if others:
        from codeshed.project.parsing.generic_parsing import parse_code_contents

        found += [_with_tokens(each.file, with_tokens) for each in parse_code_contents(others, cache)]
    return found


def _with_tokens(file: ParsedFile | ParsedCode, paths: Collection[str]) -> DefinedFile:
    """Return what a file defines, with its words; a file with problems has none, since these may be of parsing it."""
    if file.path not in paths or file.facts.problems:
        return defined_in(file)
    from codeshed.extract.code_tokens import code_tokens

    return defined_in(file, code_tokens(file.path, file.content))
