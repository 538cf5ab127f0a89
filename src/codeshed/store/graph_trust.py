"""Whether a graph file is the one that was written, without reading all of it each time.

Turns: a GraphFile → an open file that may be mapped, or RecordError.

A graph can have hundreds of megabytes and is opened by every command. Its checksum is computed when it is written, and
remembered with the file's size, times and inode. As long as these are the same, nobody has written to it. If they
differ, as in a copy, the bytes are read once and the result is kept for the life of the process.
"""

import functools
import os
import sys
from pathlib import Path

from codeshed.model.background_task import Beside
from codeshed.store.durable import (
    crc_of_open_file,
    file_identity,
    is_still_at,
    open_regular_file,
    sync_file,
    sync_folder,
)
from codeshed.store.layout import graph_name
from codeshed.store.records import FileIdentity, GraphFile, RecordError

if sys.platform != "win32":
    import fcntl


def seal_graph(path: Path, number: int) -> GraphFile:
    """Bring a new graph file to the disk and remember what it looks like."""
    computing = Beside(lambda: _crc(str(path)))
    sync_file(path)
    sync_folder(path.parent)
    crc = computing.result()
    return GraphFile(number=number, crc=crc, identity=file_identity(path.stat(follow_symlinks=False)))


def hold_graph(index_dir: Path, graph: GraphFile) -> int:
    """Open a graph file, check it, and keep writers from removing it until the descriptor is closed."""
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
    """Compare the bytes of a graph file with its checksum, whatever its times say."""
    path = index_dir / graph_name(graph.number)
    if _crc(str(path)) != graph.crc:
        raise RecordError(f"{path.name} has a wrong checksum")


@functools.lru_cache(maxsize=64)
def _check_once(path: str, _identity: FileIdentity, crc: int) -> None:
    """Compare a file with its checksum, and do not do it again as long as it looks the same; failures are not kept."""
    if _crc(path) != crc:
        raise RecordError(f"{Path(path).name} has a wrong checksum")


def _crc(path: str) -> int:
    descriptor = open_regular_file(Path(path), os.O_RDONLY)
    try:
        return crc_of_open_file(descriptor)
    finally:
        os.close(descriptor)


def remove_unused_graph(path: Path) -> None:
    """Remove a graph file that no reader holds; one that is held stays for the next writer to remove."""
    try:
        descriptor = open_regular_file(path, os.O_RDONLY)
    except OSError:
        path.unlink(missing_ok=True)  # A link, or a file that we may not read: nobody holds it.
        return
    try:
        if _lock(descriptor, is_exclusive=True):
            path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _lock(descriptor: int, *, is_exclusive: bool) -> bool:
    """Lock an open file if nobody else does; Windows does not remove open files, so it needs no lock."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if is_exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return not is_exclusive  # A file system without locks has no writers either, and can be read.
    return True
