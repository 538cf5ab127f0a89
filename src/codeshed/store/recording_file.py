"""The recording of an index: one file in its folder, replaced atomically.

Turns: Recording ↔ bytes. The calls and the tests are apart, each with its checksum: answers read the calls alone. A recording
can't be made again from the code, so it is no part of any revision: it stays when the index is built anew.
"""

import os
import stat
import struct
import zlib
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from codeshed.errors import UnreadableRecordingError
from codeshed.model.recording import RecordedCalls, RecordedTest, Recording
from codeshed.model.symbol_ids import content_hash
from codeshed.store.durable_files import open_regular_file, replace_file_by_pieces
from codeshed.store.index_layout import RECORDING_NAME, check_index_dir
from codeshed.store.index_lock import IndexLock
from codeshed.store.store_errors import translate_store_errors

RECORDING_FORMAT = 1

_MARK = b"CODESHEDCALLS\0\0\0"
_HEAD = struct.Struct("<16sIQIQI")
_MAX_PART_BYTES = 1 << 30
_N_ID_DIGITS = 16

_Part = TypeVar("_Part")


def write_recording(lock: IndexLock, calls: RecordedCalls, tests: tuple[RecordedTest, ...]) -> Recording:
    """Write a recording in the place of the one before."""
    first, second = msgspec.msgpack.encode(calls), msgspec.msgpack.encode(tests)
    packed, packed_tests = zlib.compress(first), zlib.compress(second)
    head = _HEAD.pack(
        _MARK,
        RECORDING_FORMAT,
        len(packed),
        zlib.crc32(packed),
        len(packed_tests),
        zlib.crc32(packed_tests),
    )
    with translate_store_errors(lock.index_dir):
        replace_file_by_pieces(lock.index_dir / RECORDING_NAME, (head, packed, packed_tests))
    return Recording(id=_id_of(first), calls=calls, tests=tests)


def read_recorded_calls(index_dir: Path) -> Recording | None:
    """Return the recording of an index without its tests, None if there is none."""
    return _read(index_dir, has_tests=False)


def read_recording(index_dir: Path) -> Recording | None:
    """Return the recording of an index, None if there is none."""
    return _read(index_dir, has_tests=True)


def _read(index_dir: Path, *, has_tests: bool) -> Recording | None:
    path = index_dir / RECORDING_NAME
    try:
        status = path.lstat()
    except OSError:
        return None
    check_index_dir(index_dir)
    with translate_store_errors(index_dir):
        if not stat.S_ISREG(status.st_mode):
            raise _damaged(index_dir, "it is not a regular file")
        with os.fdopen(open_regular_file(path, os.O_RDONLY), "rb") as file:
            head = file.read(_HEAD.size)
            if len(head) != _HEAD.size or not head.startswith(_MARK):
                raise _damaged(index_dir, "it is another kind of file")
            _, version, n_calls, calls_crc, n_tests, tests_crc = _HEAD.unpack(head)
            if version != RECORDING_FORMAT:
                raise _damaged(index_dir, f"it is of format {version}, not {RECORDING_FORMAT}")
            packed = file.read(min(n_calls, _MAX_PART_BYTES))
            packed_tests = file.read(min(n_tests, _MAX_PART_BYTES)) if has_tests else b""
    content = _unpacked(index_dir, packed, calls_crc)
    found = Recording(id=_id_of(content), calls=_decoded(index_dir, content, RecordedCalls), tests=())
    _check_numbers(index_dir, found.calls)
    if not has_tests:
        return found
    tests = _decoded(index_dir, _unpacked(index_dir, packed_tests, tests_crc), tuple[RecordedTest, ...])
    n_known = len(found.calls.calls)
    if any(each.calls and not 0 <= min(each.calls) <= max(each.calls) < n_known for each in tests):
        raise _damaged(index_dir, "its tests name calls that are not there")
    return replace(found, tests=tests)


def _check_numbers(index_dir: Path, calls: RecordedCalls) -> None:
    n_functions = len(calls.functions)
    if any(not -1 <= each.caller < n_functions or not 0 <= each.callee < n_functions for each in calls.calls):
        raise _damaged(index_dir, "its calls name functions that are not there")


def _unpacked(index_dir: Path, packed: bytes, crc: int) -> bytes:
    if zlib.crc32(packed) != crc:
        raise _damaged(index_dir, "it has a wrong checksum")
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(packed, _MAX_PART_BYTES)
    except zlib.error as error:
        raise _damaged(index_dir, str(error)) from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise _damaged(index_dir, "it is larger than any recording")
    return content


def _decoded(index_dir: Path, content: bytes, kind: type[_Part]) -> _Part:
    try:
        return msgspec.msgpack.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(index_dir, str(error)) from None


def _damaged(index_dir: Path, reason: str) -> UnreadableRecordingError:
    return UnreadableRecordingError(str(index_dir / RECORDING_NAME), reason)


def _id_of(content: bytes) -> str:
    return content_hash(content)[:_N_ID_DIGITS]
