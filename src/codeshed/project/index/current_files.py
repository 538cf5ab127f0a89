"""The files of a repository while its index is brought up to date: each is read once, and parsed once while there is memory.

Turns: paths → ParsedFiles: those that changed as they were found, others as the index knows them.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codeshed.discover.files import read_bytes
from codeshed.discover.left_out import Reason
from codeshed.discover.survey import FileStat
from codeshed.errors import FileChangedError
from codeshed.model.facts import FileFacts
from codeshed.model.file_interface import FileInterface
from codeshed.model.identity import content_hash
from codeshed.model.language import is_python
from codeshed.model.parsed_files import ParsedCode, ParsedFile
from codeshed.model.progress import Progress
from codeshed.model.source import line_starts
from codeshed.model.text.decoding import decode_source
from codeshed.model.type_facts import symbols_by_name_begin
from codeshed.project.index.generated_files import marked
from codeshed.project.index.inventory import Inventory
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.parsing.facts_lookup import Cache
from codeshed.project.parsing.python_parsing import parse_contents
from codeshed.resolve.python.incremental.resolved_files import Resolution
from codeshed.store.records import GENERATED, FileRecord

if TYPE_CHECKING:
    from codeshed.project.parsing.generic_parsing import TimedCode

STUB_SUFFIX = ".pyi"


class _Figures(msgspec.Struct, frozen=True):
    """What is always known of a file that was parsed."""

    language: str
    n_problems: int
    is_generated: bool


def _figures(file: ParsedFile | ParsedCode) -> _Figures:
    return _Figures(file.facts.language, len(file.facts.problems), file.facts.is_generated)


class CurrentFiles:
    """Gives files; what changed was parsed before, anything else is read when it is asked for.

    While memory is short, facts are not kept: they come from the cache again, or from the bytes of the file, which are.
    """

    def __init__(
        self, root: Path, inventory: Inventory, cache: Cache, old: Resolution, ceiling: MemoryCeiling
    ) -> None:
        self._root = root
        self._hashes = inventory.hashes
        self._contents = inventory.contents
        self._marks = inventory.marks
        self._cache = cache
        self._old = old
        self._ceiling = ceiling
        self._parsed: dict[str, ParsedFile] = {}
        self._codes: dict[str, ParsedCode] = {}
        self._figures: dict[str, _Figures] = {}
        self._interfaces: dict[str, FileInterface] = {}
        self._symbols: dict[str, Mapping[int, str]] = {}
        self.milliseconds: dict[str, int] = {}

    def parse_changed(self, *, n_processes: int, progress: Progress) -> None:
        """Parse all code that changed; stubs too, since types are read from them."""
        n_files = len(self._contents)
        pythons = {path: content for path, content in self._contents.items() if is_python(path)}
        for timed in parse_contents(pythons, self._cache, n_processes=n_processes):
            self.milliseconds[timed.file.path] = timed.milliseconds
            self._keep(marked(timed.file, self._marks))
            progress("reading", len(self._figures), n_files)
        codes = {path: content for path, content in self._contents.items() if path not in pythons}
        for each in self._parse_codes(codes, n_processes) if codes else ():
            self.milliseconds[each.file.path] = each.milliseconds
            self._keep_code(marked(each.file, self._marks))
            progress("reading", len(self._figures), n_files)

    def get(self, path: str) -> ParsedFile:
        """Return a file as it is now."""
        known = self._parsed.get(path)
        if known is None:
            contents = {path: self._content(path)}
            known = marked(next(parse_contents(contents, self._cache, n_processes=1)).file, self._marks)
            self._keep(known)
        return known

    def code(self, path: str) -> ParsedCode:
        """Return a file of another language than Python as it is now."""
        known = self._codes.get(path)
        if known is None:
            contents = {path: self._content(path)}
            known = marked(next(self._parse_codes(contents, 1)).file, self._marks)
            self._keep_code(known)
        return known

    def _parse_codes(self, contents: Mapping[str, bytes], n_processes: int) -> "Iterator[TimedCode]":
        """Parse files of other languages; what reads these is loaded only when there are some."""
        from codeshed.project.parsing.generic_parsing import parse_code_contents

        return parse_code_contents(contents, self._cache, n_processes=n_processes)

    def forget(self, path: str) -> None:
        """Let go of the facts of a file, until somebody asks for them again."""
        self._parsed.pop(path, None)
        self._codes.pop(path, None)

    def forget_facts(self) -> None:
        """Let go of the facts and interfaces of all files, until somebody asks for them again."""
        self._parsed.clear()
        self._codes.clear()
        self._interfaces.clear()
        self._symbols.clear()

    def interface(self, path: str) -> FileInterface:
        """Return what others see of a file that changed."""
        return self._interfaces[path] if path in self._interfaces else self.get(path).interface

    def language(self, path: str) -> str:
        """Return the language of a file."""
        return self._figures_of(path).language

    def n_problems(self, path: str) -> int:
        """Return how many problems the text of a file has."""
        return self._figures_of(path).n_problems

    def is_generated(self, path: str) -> bool:
        """Whether a file says that a program wrote it, or it is said of it."""
        return self._figures_of(path).is_generated

    def _figures_of(self, path: str) -> _Figures:
        if path not in self._figures:
            self.get(path) if is_python(path) else self.code(path)
        return self._figures[path]

    def _keep(self, file: ParsedFile) -> None:
        self._figures[file.path] = _figures(file)
        if file.path not in self._interfaces:
            self._interfaces[file.path] = file.interface
        if self._ceiling.has_room_for_facts():
            self._parsed[file.path] = file

    def _keep_code(self, file: ParsedCode) -> None:
        self._figures[file.path] = _figures(file)
        if self._ceiling.has_room_for_facts():
            self._codes[file.path] = file

    def _content(self, path: str) -> bytes:
        """Return the bytes of a file: those that were found, and of others those that the index knows."""
        found = self._contents.get(path)
        if found is not None:
            return found
        content = read_bytes(self._root, path)
        if isinstance(content, Reason) or content_hash(content) != self._hashes.get(path):
            raise FileChangedError(path)
        return content

    def find(self, path: str) -> ParsedFile | None:
        """Return a file, None if it is none of the repository's code."""
        return self.get(path) if path in self._hashes else None

    def line_starts(self, path: str) -> tuple[int, ...] | None:
        """Return where the lines of a file begin, without parsing it; None if it can't be read."""
        if path in self._parsed:
            return self._parsed[path].facts.line_starts
        content = read_bytes(self._root, path)
        return None if isinstance(content, Reason) else line_starts(decode_source(path, content).content)

    def symbols_in(self, path: str) -> Mapping[int, str]:
        """Return what a file defines, by the offsets of names."""
        if path not in self._symbols:
            facts = self._definitions_in(path)
            self._symbols[path] = {} if facts is None else symbols_by_name_begin(path, facts)
        return self._symbols[path]

    def _definitions_in(self, path: str) -> FileFacts | None:
        """Return facts that hold the definitions of a file."""
        if path in self._interfaces:
            return self._interfaces[path].facts
        if path in self._hashes and not path.endswith(STUB_SUFFIX):
            return self._old.interface(path).facts
        file = self.find(path)
        return None if file is None else file.facts

    def read(self, path: str) -> str | None:
        """Return the text of a file, for those who measure it."""
        return decode_source(path, self._content(path)).content.decode("utf-8", "surrogateescape")

    def content_hash(self, path: str) -> str | None:
        """Return the hash of the bytes of a file."""
        return self._hashes.get(path)

    @property
    def name(self) -> str:
        """The name by which results say where sources came from."""
        return "folder"


def file_record(stat: FileStat, content_hash: str, files: CurrentFiles) -> FileRecord:
    """Return the record of a file that was parsed."""
    path = stat.path
    return FileRecord(
        path=path,
        n_bytes=stat.n_bytes,
        mtime_ns=stat.mtime_ns,
        content_hash=content_hash,
        language=files.language(path),
        status=_status(path, files),
        n_problems=files.n_problems(path),
        parse_milliseconds=files.milliseconds.get(path, 0),
        ctime_ns=stat.ctime_ns,
        inode=stat.inode,
    )


def _status(path: str, files: CurrentFiles) -> str:
    if files.is_generated(path):
        return GENERATED
    return "stub" if path.endswith(STUB_SUFFIX) else "code"
