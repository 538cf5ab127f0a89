"""The histories of repositories in the user's cache folder: one file for each source root.

Turns: CommitHistory ↔ a file. It has a mark, a checksum, and the history in MessagePack, compressed. A file that is damaged or of
another format is read as if there were none. Nothing raises: without a cache, git is asked each time.
"""

import contextlib
import hashlib
import os
import zlib
from pathlib import Path

import msgspec

from codeshed.model.commit_history import CommitHistory
from codeshed.store.cache_folder import HISTORY_PATTERN, CacheFolderError, prepare_cache_folder
from codeshed.store.durable_files import open_regular_file, replace_file

_MARK = b"codeshed-history 1\n"
_MAX_FILES = 30
_N_CHECKSUM_BYTES = 4
_COMPRESSION = 1


def read_cached_history(folder: Path | None, root: Path) -> CommitHistory:
    """Return the history that was kept last of a repository; an empty one if there is none."""
    if folder is None:
        return CommitHistory()
    try:
        with os.fdopen(open_regular_file(_path(folder, root), os.O_RDONLY), "rb") as file:
            content = file.read()
        begin = len(_MARK) + _N_CHECKSUM_BYTES
        checksum, packed = content[len(_MARK) : begin], content[begin:]
        if not content.startswith(_MARK) or int.from_bytes(checksum) != zlib.crc32(packed):
            return CommitHistory()
        return msgspec.msgpack.decode(zlib.decompress(packed), type=CommitHistory)
    except (OSError, zlib.error, msgspec.DecodeError):
        return CommitHistory()


def cache_history(folder: Path | None, root: Path, history: CommitHistory) -> None:
    """Keep the history of a repository in place of an older one; files of repositories not written for long are removed."""
    if folder is None:
        return
    packed = zlib.compress(msgspec.msgpack.encode(history), _COMPRESSION)
    path = _path(folder, root)
    with contextlib.suppress(OSError, CacheFolderError):
        prepare_cache_folder(folder)
        replace_file(path, _MARK + zlib.crc32(packed).to_bytes(_N_CHECKSUM_BYTES) + packed)
        by_age = sorted(folder.glob(HISTORY_PATTERN), key=lambda each: (-each.lstat().st_mtime_ns, each.name))
        for old in by_age[_MAX_FILES:]:
            old.unlink(missing_ok=True)


def _path(folder: Path, root: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]
    return folder / HISTORY_PATTERN.replace("*", digest)
