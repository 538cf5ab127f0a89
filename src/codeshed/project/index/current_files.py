"""The parsed files of a repository during an update: read once each, and parsed once while memory lasts.

Turns: paths → ParsedFile (Python) or ParsedCode (other languages). An unchanged file must still have its indexed hash.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.survey import FileStat
from codeshed.errors import FileChangedError
from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.python_facts import PythonFacts
from codeshed.model.facts.type_facts import symbols_by_name_offset
from codeshed.model.languages.language import is_python
from codeshed.model.progress_callback import Progress
from codeshed.model.source_reader import line_starts
from codeshed.model.symbol_ids import content_hash
from codeshed.model.text.source_decoding import decode_source
from codeshed.project.index.file_inventory import Inventory
from codeshed.project.index.generated_files import with_generated_mark
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.parsing.parse_cache import ParseCache
from codeshed.project.parsing.python_parsing import parse_contents
from codeshed.resolve.python.incremental.resolved_files import PreviousResolution
from codeshed.store.index_records import GENERATED, IndexedFile

if TYPE_CHECKING:
    from codeshed.project.parsing.generic_parsing import TimedGenericFile

STUB_SUFFIX = ".pyi"


class _Figures(msgspec.Struct, frozen=True):
    """What the file record needs of a parsed file; kept when its facts are dropped."""

    language: str
    n_problems: int
    is_generated: bool


def _figures(file: ParsedFile | ParsedCode) -> _Figures:
    return _Figures(file.facts.language, len(file.facts.problems), file.facts.is_generated)


class CurrentFiles:
    """Parsed files by path: changed ones are parsed by `parse_changed`, all others on demand.

    When memory is short, facts are dropped. They come again from the parse cache, or from the bytes of the file.
    """

    def __init__(
        self,
        root: Path,
        inventory: Inventory,
        cache: ParseCache,
        old: PreviousResolution,
        ceiling: MemoryCeiling,
    ) -> None:
        self._root = root
        self._hashes = inventory.hashes
        self._contents = inventory.changed_contents
        self._marks = inventory.marks
        self._cache = cache
        self._old = old
        self._ceiling = ceiling
        self._python_files: dict[str, ParsedFile] = {}
        self._generic_files: dict[str, ParsedCode] = {}
        self._figures: dict[str, _Figures] = {}
        self._interfaces: dict[str, FileInterface] = {}
        self._symbols: dict[str, Mapping[int, str]] = {}
        self.parse_milliseconds_by_path: dict[str, int] = {}

    def parse_changed(self, *, n_processes: int, progress: Progress) -> None:
        """Parse all changed files, stubs included, since types are read from them."""
        n_files = len(self._contents)
        pythons = {path: content for path, content in self._contents.items() if is_python(path)}
        for timed in parse_contents(pythons, self._cache, n_processes=n_processes):
            self.parse_milliseconds_by_path[timed.file.path] = timed.milliseconds
            self._keep_python(with_generated_mark(timed.file, self._marks))
            progress("reading", len(self._figures), n_files)
        codes = {path: content for path, content in self._contents.items() if path not in pythons}
        for each in self._parse_generic(codes, n_processes) if codes else ():
            self.parse_milliseconds_by_path[each.file.path] = each.milliseconds
            self._keep_generic(with_generated_mark(each.file, self._marks))
            progress("reading", len(self._figures), n_files)

    def add_parsed(self, files: Iterable[ParsedFile | ParsedCode]) -> None:
        """Add files that are parsed already."""
        for file in files:
            if isinstance(file, ParsedFile):
                self._keep_python(file)
            else:
                self._keep_generic(file)

    def parsed_file(self, path: str) -> ParsedFile | ParsedCode:
        """Return a file of any language, parsed."""
        return self.python_file(path) if is_python(path) else self.generic_file(path)

    def python_file(self, path: str) -> ParsedFile:
        """Return a Python file, parsed."""
        known = self._python_files.get(path)
        if known is None:
            contents = {path: self._content(path)}
            known = with_generated_mark(
                next(parse_contents(contents, self._cache, n_processes=1)).file, self._marks
            )
            self._keep_python(known)
        return known

    def generic_file(self, path: str) -> ParsedCode:
        """Return a file of another language than Python, parsed."""
        known = self._generic_files.get(path)
        if known is None:
            contents = {path: self._content(path)}
            known = with_generated_mark(next(self._parse_generic(contents, 1)).file, self._marks)
            self._keep_generic(known)
        return known

    def _parse_generic(self, contents: Mapping[str, bytes], n_processes: int) -> "Iterator[TimedGenericFile]":
        """Parse files of other languages; their parsers are loaded only if there are such files."""
        from codeshed.project.parsing.generic_parsing import parse_generic_contents

        return parse_generic_contents(contents, self._cache, n_processes=n_processes)

    def forget_file(self, path: str) -> None:
        """Drop the facts of a file; they are parsed again on demand."""
        self._python_files.pop(path, None)
        self._generic_files.pop(path, None)

    def forget_facts(self) -> None:
        """Drop the facts and interfaces of all files; they are parsed again on demand."""
        self._python_files.clear()
        self._generic_files.clear()
        self._interfaces.clear()
        self._symbols.clear()

    def interface(self, path: str) -> FileInterface:
        """Return the interface of a file: the facts that other files can see."""
        return self._interfaces[path] if path in self._interfaces else self.python_file(path).interface

    def language(self, path: str) -> str:
        """Return the language of a file, parsed if need be."""
        return self._figures_at(path).language

    def n_problems(self, path: str) -> int:
        """Return how many syntax problems a file has."""
        return self._figures_at(path).n_problems

    def is_generated(self, path: str) -> bool:
        """Whether a file is generated, by its own header or by `.gitattributes`."""
        return self._figures_at(path).is_generated

    def _figures_at(self, path: str) -> _Figures:
        if path not in self._figures:
            self.parsed_file(path)
        return self._figures[path]

    def _keep_python(self, file: ParsedFile) -> None:
        self._figures[file.path] = _figures(file)
        if file.path not in self._interfaces:
            self._interfaces[file.path] = file.interface
        if self._ceiling.has_room_for_facts():
            self._python_files[file.path] = file

    def _keep_generic(self, file: ParsedCode) -> None:
        self._figures[file.path] = _figures(file)
        if self._ceiling.has_room_for_facts():
            self._generic_files[file.path] = file

    def _content(self, path: str) -> bytes:
        """Return the bytes of a file; an unchanged file whose hash differs now raises FileChangedError."""
        found = self._contents.get(path)
        if found is not None:
            return found
        content = read_bytes(self._root, path)
        if isinstance(content, Reason) or content_hash(content) != self._hashes.get(path):
            raise FileChangedError(path)
        return content

    def find_python_file(self, path: str) -> ParsedFile | None:
        """Return a Python file, parsed; None if the repository has no such file."""
        return self.python_file(path) if path in self._hashes else None

    def line_starts(self, path: str) -> tuple[int, ...] | None:
        """Return the offsets of line starts, without parsing; None for an unreadable file."""
        if path in self._python_files:
            return self._python_files[path].facts.line_starts
        content = read_bytes(self._root, path)
        return None if isinstance(content, Reason) else line_starts(decode_source(path, content).content)

    def symbols_in(self, path: str) -> Mapping[int, str]:
        """Return the symbols that a file defines, by the offset of each name."""
        if path not in self._symbols:
            facts = self._definitions_in(path)
            self._symbols[path] = {} if facts is None else symbols_by_name_offset(path, facts)
        return self._symbols[path]

    def _definitions_in(self, path: str) -> PythonFacts | None:
        """Return facts with the definitions of a file, from the cheapest source that has them."""
        if path in self._interfaces:
            return self._interfaces[path].facts
        if path in self._hashes and not path.endswith(STUB_SUFFIX):
            return self._old.interface(path).facts
        file = self.find_python_file(path)
        return None if file is None else file.facts

    def read(self, path: str) -> str | None:
        """Return the text of a file."""
        return decode_source(path, self._content(path)).content.decode("utf-8", "surrogateescape")

    def content_hash(self, path: str) -> str | None:
        """Return the hash of a file's bytes."""
        return self._hashes.get(path)

    @property
    def name(self) -> str:
        """The kind of source, as results name it."""
        return "folder"


def make_file_record(stat: FileStat, content_hash: str, files: CurrentFiles) -> IndexedFile:
    """Return what the index stores of a file, once it is parsed."""
    path = stat.path
    return IndexedFile(
        path=path,
        n_bytes=stat.n_bytes,
        mtime_ns=stat.mtime_ns,
        content_hash=content_hash,
        language=files.language(path),
        status=_status(path, files),
        n_problems=files.n_problems(path),
        parse_milliseconds=files.parse_milliseconds_by_path.get(path, 0),
        ctime_ns=stat.ctime_ns,
        inode=stat.inode,
    )


def _status(path: str, files: CurrentFiles) -> str:
    if files.is_generated(path):
        return GENERATED
    return "stub" if path.endswith(STUB_SUFFIX) else "code"
