"""Verifies graph files without reading all of them each time, and locks them against removal.

Turns: a GraphFile → a descriptor of a verified file that may be mapped, or RecordError.

A graph can have hundreds of megabytes and is opened by every command. Its checksum is stored together with the file's size,
times and inode; as long as these are the same, the file is unmodified. If they differ, as in a copy, the checksum is
compared once per process.
"""

import functools
import os
import sys
from pathlib import Path

from codeshed.model.background_task import BackgroundTask
from codeshed.store.durable_files import (
    crc_of_open_file,
    file_identity,
    is_still_at,
    open_regular_file,
    sync_file,
    sync_folder,
)
from codeshed.store.index_layout import graph_name
from codeshed.store.index_records import FileIdentity, GraphFile, RecordError

if sys.platform != "win32":
    import fcntl


def seal_graph(path: Path, number: int) -> GraphFile:
    """Sync a new graph file to disk, and return its checksum and metadata."""
    computing = BackgroundTask(lambda: _crc(str(path)))
    sync_file(path)
    sync_folder(path.parent)
    crc = computing.result()
    return GraphFile(number=number, crc=crc, identity=file_identity(path.stat(follow_symlinks=False)))


def open_locked_graph(index_dir: Path, graph: GraphFile) -> int:
    """Open and verify a graph file, with a shared lock that keeps writers from removing it until it is closed."""
    path = index_dir / graph_name(graph.number)
    try:
        descriptor = open_regular_file(path, os.O_RDONLY)
    except FileNotFoundError:
        raise RecordError(f"{path.name} is missing") from None
    try:
        _check_held(path, descriptor, graph)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_held(path: Path, descriptor: int, graph: GraphFile) -> None:
    if not _lock(descriptor, is_exclusive=False) or not is_still_at(path, descriptor):
        raise RecordError(f"{path.name} has just been removed")
    identity = file_identity(os.fstat(descriptor))
    if identity.n_bytes != graph.identity.n_bytes:
        raise RecordError(f"{path.name} has {identity.n_bytes} bytes instead of {graph.identity.n_bytes}")
    if identity != graph.identity:
        _check_once(str(path), identity, graph.crc)


def check_graph_bytes(index_dir: Path, graph: GraphFile) -> None:
    """Compare the bytes of a graph file with its checksum, whatever its metadata."""
    path = index_dir / graph_name(graph.number)
    if _crc(str(path)) != graph.crc:
        raise RecordError(f"{path.name} has a wrong checksum")


@functools.lru_cache(maxsize=64)
def _check_once(path: str, _identity: FileIdentity, crc: int) -> None:
    """Compare a file with its checksum, once for each state of its metadata; failures are not memoized."""
    if _crc(path) != crc:
        raise RecordError(f"{Path(path).name} has a wrong checksum")


def _crc(path: str) -> int:
    descriptor = open_regular_file(Path(path), os.O_RDONLY)
    try:
        return crc_of_open_file(descriptor)
    finally:
        os.close(descriptor)


def remove_unused_graph(path: Path) -> None:
    """Remove a graph file unless a reader has locked it; then a later writer removes it."""
    try:
        descriptor = open_regular_file(path, os.O_RDONLY)
    except OSError:
        path.unlink(missing_ok=True)  # A link, or an unreadable file: no reader has it open.
        return
    try:
        if _lock(descriptor, is_exclusive=True):
            path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _lock(descriptor: int, *, is_exclusive: bool) -> bool:
    """Try to lock an open file; Windows does not remove open files, so it needs no lock."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if is_exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return not is_exclusive  # A file system without locks has no writers either, and can be read.
    return True
