"""Parse Python files, in several processes where that is faster; the batches and the cache serve other languages too.

Turns: contents of files → ParsedFiles, in the same order, whatever the number of processes. Files parsed before, here or in
another checkout, come from the cache. A file that takes too long or crashes its worker gets a problem and no facts. If one
process is enough, files of usual size are parsed in this process; large ones always go to a worker, which may crash.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.extract.interface_extraction import extract_interface
from codeshed.extract.python.extract_python import extract_decoded, python_facts_of_failed_file
from codeshed.model.facts.code_facts import CodeFacts
from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.python_facts import DefinitionFact, PythonFacts, ScopeFact
from codeshed.model.languages.language import is_python
from codeshed.model.semantic import Problem
from codeshed.model.symbol_ids import content_hash
from codeshed.model.text.source_decoding import decode_source
from codeshed.project.parsing.parse_cache import NoParseCache, ParseCache
from codeshed.project.parsing.parsing_worker import FileBatch, WorkerAnswer, parse_safely

if TYPE_CHECKING:
    from codeshed.project.parsing.parsing_processes import ParsingProcesses

_CHUNK_BYTES = 500_000
_CHUNK_FILES = 64
_MIN_FILES_FOR_PROCESSES = 256
"""From this many files on, starting worker processes pays off."""

_PARSED_HERE_BYTES = 200_000
"""Larger files are parsed by a worker process, which may crash."""

_NOTEBOOK = ".ipynb"
NOT_PARSED = "not_parsed"


class _Facts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The cached result of parsing a file: all but its path and its text."""

    facts: PythonFacts
    interface: FileInterface


_Fact = TypeVar("_Fact", ScopeFact, DefinitionFact)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Facts).decode


class TimedPythonFile(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed file, and how long parsing took; 0 if it came from the cache."""

    file: ParsedFile
    milliseconds: int


def parse_and_encode(path: str, content: bytes) -> tuple[bytes, int]:
    """Parse a file of any language; return its encoded facts and the milliseconds it took."""
    begin = time.perf_counter()
    encoded = _encode(_parse(path, content) if is_python(path) else _parse_code(path, content))
    return encoded, round((time.perf_counter() - begin) * 1000)


def parse_file(path: str, content: bytes) -> ParsedFile:
    """Parse one Python file."""
    source = decode_source(path, content)
    facts = extract_decoded(source)
    return ParsedFile(
        path=path,
        content=source.content,
        content_hash=content_hash(content),
        facts=facts,
        interface=extract_interface(facts, source.content),
    )


def parse_files(
    root: Path, paths: tuple[str, ...], *, n_processes: int = 0, report: Callable[[int], None]
) -> list[ParsedFile]:
    """Read and parse all readable Python files; `report` gets the number of files done.

    `n_processes` 0 means as many as pay off.
    """
    files = []
    for timed in parse_contents(read_contents(root, paths), NoParseCache(), n_processes=n_processes):
        files.append(timed.file)
        report(len(files))
    return files


def read_contents(root: Path, paths: tuple[str, ...]) -> dict[str, bytes]:
    """Return the bytes of the readable ones of some files."""
    contents = {path: read_bytes(root, path) for path in paths}
    return {path: content for path, content in contents.items() if not isinstance(content, Reason)}


def parse_contents(
    content_by_path: Mapping[str, bytes], cache: ParseCache, *, n_processes: int = 0
) -> Iterator[TimedPythonFile]:
    """Parse Python files, as far as the cache does not have them; new facts are cached at once."""
    for path, content, encoded, answer in iter_encoded_facts(content_by_path, cache, n_processes, _cache_key):
        if answer is not None and answer.reason:
            facts = _no_facts(path, content, answer.reason)
        else:
            facts = _parse(path, content) if encoded is None else _decode(encoded)
        yield TimedPythonFile(
            file=_file_of(path, content, facts), milliseconds=0 if answer is None else answer.milliseconds
        )


def iter_encoded_facts(
    content_by_path: Mapping[str, bytes],
    cache: ParseCache,
    n_processes: int,
    key_of: Callable[[str, bytes], str],
) -> Iterator[tuple[str, bytes, bytes | None, WorkerAnswer | None]]:
    """Yield the path, bytes and encoded facts of each file, and the worker's answer if it was not in the cache.

    `key_of` returns the cache key of a file.
    """
    key_by_path = {path: key_of(path, content) for path, content in content_by_path.items()}
    wanted = n_processes or (
        min(os.cpu_count() or 1, 8) if len(content_by_path) >= _MIN_FILES_FOR_PROCESSES else 1
    )
    missing_chunks: list[list[tuple[str, bytes]]] = []
    chunks = list(_chunks(content_by_path))
    for chunk in chunks:
        # Only keys are kept here, and values read again later: the facts of all files would need too much memory.
        known = {key for key, _ in cache.iter_values(key_by_path[path] for path in chunk)}
        missing_chunks.append(
            [(path, content_by_path[path]) for path in chunk if key_by_path[path] not in known]
        )
    for chunk, parsed in zip(chunks, _parse_chunks(missing_chunks, wanted), strict=True):
        # Failures are not cached: another machine or a later attempt may succeed.
        cache.put((key_by_path[path], answer.encoded) for path, answer in parsed if not answer.reason)
        new = dict(parsed)
        known_by_key = dict(cache.iter_values(key_by_path[path] for path in chunk if path not in new))
        for path in chunk:
            answer = new.get(path)
            encoded = known_by_key.get(key_by_path[path]) if answer is None else answer.encoded
            yield path, content_by_path[path], encoded, answer


def _cache_key(path: str, content: bytes) -> str:
    """Return the cache key of a file; the same bytes are parsed differently as a notebook and as source."""
    kind = "notebook" if path.lower().endswith(_NOTEBOOK) else "source"
    return f"{kind}:{content_hash(content)}"


def _no_facts(path: str, content: bytes, reason: str) -> _Facts:
    source = decode_source(path, content)
    facts = python_facts_of_failed_file(source, not_parsed_problem(reason))
    return _Facts(facts, extract_interface(facts, source.content))


def not_parsed_problem(reason: str) -> Problem:
    """Return the problem of a file that could not be parsed."""
    return Problem(code=NOT_PARSED, message=f"this file could not be parsed: {reason}")


def _parse_code(path: str, content: bytes) -> CodeFacts:
    """Parse a file of another language; its parser is loaded only if there is one."""
    from codeshed.project.parsing.generic_parsing import parse_generic_file

    return parse_generic_file(path, content)


def _parse(path: str, content: bytes) -> _Facts:
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


def _sharing(interface: FileInterface, facts: PythonFacts) -> FileInterface:
    """Return an interface that shares equal objects with the facts of its file, to save memory."""
    visible = interface.facts
    shared = msgspec.structs.replace(
        visible,
        scopes=tuple(map(_sharing_fields, facts.scopes, visible.scopes)),
        definitions=tuple(map(_sharing_fields, facts.definitions, visible.definitions)),
    )
    return msgspec.structs.replace(interface, facts=shared)


def _sharing_fields(one: _Fact, other: _Fact) -> _Fact:
    """Return `other`, with the objects of `one` in all fields that are equal."""
    if one == other:
        return one
    equal = {
        name: value
        for name in other.__struct_fields__
        if (value := getattr(one, name)) == getattr(other, name)
    }
    return msgspec.structs.replace(other, **equal)


def _chunks(content_by_path: Mapping[str, bytes]) -> Iterator[list[str]]:
    """Yield paths in chunks that are worth a message to another process."""
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


_Parsed = list[tuple[str, WorkerAnswer]]


def _parse_chunks(chunks: list[FileBatch], n_processes: int) -> Iterator[_Parsed]:
    if n_processes <= 1 and all(_is_parsed_here(content) for chunk in chunks for _, content in chunk):
        for chunk in chunks:
            yield [(path, parse_safely(parse_and_encode, path, content)) for path, content in chunk]
        return
    from codeshed.project.parsing.parsing_processes import ParsingProcesses

    with ParsingProcesses(max(1, n_processes)) as processes:
        if n_processes <= 1:
            for chunk in chunks:
                yield [(path, _parse_one(processes, path, content)) for path, content in chunk]
            return
        for chunk, answers in zip(chunks, processes.iter_answers(chunks), strict=True):
            yield [(path, answer) for (path, _), answer in zip(chunk, answers, strict=True)]


def _is_parsed_here(content: bytes) -> bool:
    return len(content) <= _PARSED_HERE_BYTES


def _parse_one(processes: "ParsingProcesses", path: str, content: bytes) -> WorkerAnswer:
    if _is_parsed_here(content):
        return parse_safely(parse_and_encode, path, content)
    ((answer,),) = processes.iter_answers([[(path, content)]])
    return answer
