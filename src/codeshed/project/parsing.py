"""Reading and parsing the files of a repository, in several processes where that is faster.

Turns: contents of files → ParsedFiles, in the order in which they are given, whatever the number of processes. What
was parsed before, here or in another checkout, is taken from a cache.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import msgspec

from codeshed.discover.files import read_bytes
from codeshed.discover.left_out import Reason
from codeshed.extract.interface import interface_of
from codeshed.extract.python.file import extract_decoded
from codeshed.model.facts import DefinitionFact, FileFacts, ScopeFact
from codeshed.model.identity import content_hash
from codeshed.model.interface import FileInterface
from codeshed.model.parsed import ParsedFile
from codeshed.model.text.decoding import decode_source
from codeshed.project.cache import Cache, NoCache

_CHUNK_BYTES = 500_000
_CHUNK_FILES = 64
_WORTH_IT = 256
"""From this many files on, starting processes costs less than it saves."""

_NOTEBOOK = ".ipynb"


class _Facts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is kept of a file that was parsed: all but its path and its text."""

    facts: FileFacts
    interface: FileInterface


_Fact = TypeVar("_Fact", ScopeFact, DefinitionFact)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Facts).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedFile:
    """A file that was parsed, and how long that took; 0 if it was known."""

    file: ParsedFile
    milliseconds: int


def parse_file(path: str, content: bytes) -> ParsedFile:
    """Read one file: its text and its facts."""
    source = decode_source(path, content)
    facts = extract_decoded(source)
    return ParsedFile(
        path=path,
        content=source.content,
        content_hash=content_hash(content),
        facts=facts,
        interface=interface_of(facts, source.content),
    )


class ParsedSources:
    """The texts of files that were parsed, for those who measure them."""

    name = "folder"

    def __init__(self, files: Iterable[ParsedFile]) -> None:
        self._file_by_path = {file.path: file for file in files}

    def read(self, path: str) -> str | None:
        """Return the text of a file, decoded as its language asks; of a notebook, the code of its cells."""
        file = self._file_by_path.get(path)
        return None if file is None else file.content.decode("utf-8", "surrogateescape")

    def content_hash(self, path: str) -> str | None:
        """Return the hash of the bytes of a file, which its text need not have."""
        file = self._file_by_path.get(path)
        return None if file is None else file.content_hash


def parse_files(
    root: Path, paths: tuple[str, ...], *, n_processes: int = 0, report: Callable[[int], None]
) -> list[ParsedFile]:
    """Read all files that can be read; `report` is told how many are done, `n_processes` 0 means as many as help."""
    contents = {}
    for path in paths:
        content = read_bytes(root, path)
        if not isinstance(content, Reason):
            contents[path] = content
    files = []
    for timed in parse_contents(contents, NoCache(), n_processes=n_processes):
        files.append(timed.file)
        report(len(files))
    return files


def parse_contents(
    content_by_path: Mapping[str, bytes], cache: Cache, *, n_processes: int = 0
) -> Iterator[TimedFile]:
    """Parse files whose bytes are given; what a cache knows is not parsed, and what is parsed it is given at once."""
    key_by_path = {path: cache_key(path, content) for path, content in content_by_path.items()}
    wanted = n_processes or (min(os.cpu_count() or 1, 8) if len(content_by_path) >= _WORTH_IT else 1)
    missing_chunks: list[list[tuple[str, bytes]]] = []
    chunks = list(_chunks(content_by_path))
    for chunk in chunks:
        # What is known is read again when its turn comes: the facts of all files at once are very many.
        known = {key for key, _ in cache.iter_values(key_by_path[path] for path in chunk)}
        missing_chunks.append(
            [(path, content_by_path[path]) for path in chunk if key_by_path[path] not in known]
        )
    for chunk, parsed in zip(chunks, _parse_chunks(missing_chunks, wanted), strict=True):
        cache.put((key_by_path[path], encoded) for path, encoded, _ in parsed)
        encoded_by_path = {path: encoded for path, encoded, _ in parsed}
        milliseconds_by_path = {path: milliseconds for path, _, milliseconds in parsed}
        encoded_by_key = dict(
            cache.iter_values(key_by_path[path] for path in chunk if path not in encoded_by_path)
        )
        for path in chunk:
            content = content_by_path[path]
            encoded = encoded_by_path.get(path) or encoded_by_key.get(key_by_path[path])
            facts = _parse(path, content) if encoded is None else _decode(encoded)
            yield TimedFile(
                file=_file_of(path, content, facts), milliseconds=milliseconds_by_path.get(path, 0)
            )


def cache_key(path: str, content: bytes) -> str:
    """Return what the facts of a file are known by; a notebook is read otherwise than a source of the same bytes."""
    kind = "notebook" if path.lower().endswith(_NOTEBOOK) else "source"
    return f"{kind}:{content_hash(content)}"


def _parse(path: str, content: bytes) -> _Facts:
    """Parse a file that a cache knew a moment ago."""
    file = parse_file(path, content)
    return _Facts(file.facts, file.interface)


def _file_of(path: str, content: bytes, facts: _Facts) -> ParsedFile:
    return ParsedFile(
        path=path,
        content=decode_source(path, content).content,
        content_hash=content_hash(content),
        facts=facts.facts,
        interface=_sharing(facts.interface, facts.facts),
    )


def _sharing(interface: FileInterface, facts: FileFacts) -> FileInterface:
    """Return an interface that has no copies of what the facts of its file hold too."""
    visible = interface.facts
    shared = msgspec.structs.replace(
        visible,
        scopes=tuple(map(_sharing_fields, facts.scopes, visible.scopes)),
        definitions=tuple(map(_sharing_fields, facts.definitions, visible.definitions)),
    )
    return msgspec.structs.replace(interface, facts=shared)


def _sharing_fields(one: _Fact, other: _Fact) -> _Fact:
    """Return the other of two facts, with the very fields of the one where they are equal."""
    if one == other:
        return one
    equal = {
        name: value
        for name in other.__struct_fields__
        if (value := getattr(one, name)) == getattr(other, name)
    }
    return msgspec.structs.replace(other, **equal)


def _chunks(content_by_path: Mapping[str, bytes]) -> Iterator[list[str]]:
    """Yield paths in portions that are worth a message to another process."""
    chunk: list[str] = []
    n_bytes = 0
    for path, content in content_by_path.items():
        chunk.append(path)
        n_bytes += len(content)
        if n_bytes >= _CHUNK_BYTES or len(chunk) >= _CHUNK_FILES:
            yield chunk
            chunk, n_bytes = [], 0
    if chunk:
        yield chunk


_Parsed = list[tuple[str, bytes, int]]


def _parse_chunks(chunks: list[list[tuple[str, bytes]]], n_processes: int) -> Iterator[_Parsed]:
    if n_processes <= 1 or not any(chunks):
        yield from map(_parse_chunk, chunks)
        return
    with ProcessPoolExecutor(n_processes, mp_context=get_context("spawn")) as pool:
        with _interrupts_held_back():
            parsed = pool.map(_parse_chunk, chunks)
        yield from parsed


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let what is started in a block never hear of Ctrl-C: it is meant for us, and we end what we started."""
    if sys.platform == "win32":
        yield
        return
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def _parse_chunk(chunk: list[tuple[str, bytes]]) -> _Parsed:
    parsed = []
    for path, content in chunk:
        begin = time.perf_counter()
        file = parse_file(path, content)
        milliseconds = round((time.perf_counter() - begin) * 1000)
        parsed.append((path, _encode(_Facts(file.facts, file.interface)), milliseconds))
    return parsed
