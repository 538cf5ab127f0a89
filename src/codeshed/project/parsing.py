"""Reading and parsing the files of a repository, in several processes where that is faster.

Turns: paths → ParsedFiles, in the order of the paths, whatever the number of processes.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec

from codeshed.discover.files import read_bytes
from codeshed.discover.left_out import Reason
from codeshed.extract.interface import interface_of
from codeshed.extract.python.file import extract_decoded
from codeshed.model.identity import content_hash
from codeshed.model.parsed import ParsedFile
from codeshed.model.text.decoding import decode_source

_CHUNK = 64
_WORTH_IT = 256
"""From this many files on, starting processes costs less than it saves."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[ParsedFile, ...]).decode


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

    def __init__(self, files: list[ParsedFile]) -> None:
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
    wanted = n_processes or (min(os.cpu_count() or 1, 8) if len(paths) >= _WORTH_IT else 1)
    chunks = [paths[begin : begin + _CHUNK] for begin in range(0, len(paths), _CHUNK)]
    files: list[ParsedFile] = []
    for chunk in _parse_chunks(root, chunks, wanted):
        files += chunk
        report(len(files))
    return files


def _parse_chunks(
    root: Path, chunks: list[tuple[str, ...]], n_processes: int
) -> Iterator[tuple[ParsedFile, ...]]:
    if n_processes <= 1:
        for chunk in chunks:
            yield _parse_chunk(root, chunk)
        return
    with ProcessPoolExecutor(n_processes, mp_context=get_context("spawn")) as pool:
        for encoded in pool.map(_parse_encoded, [root] * len(chunks), chunks):
            yield _decode(encoded)


def _parse_encoded(root: Path, paths: tuple[str, ...]) -> bytes:
    return _encode(_parse_chunk(root, paths))


def _parse_chunk(root: Path, paths: tuple[str, ...]) -> tuple[ParsedFile, ...]:
    contents = [(path, read_bytes(root, path)) for path in paths]
    return tuple(parse_file(path, content) for path, content in contents if not isinstance(content, Reason))
