"""The histories of repositories in the user's cache folder: for each source root one file of commits, and one of their words.

Turns: CommitHistory ↔ a file; segments of the words of messages by key ↔ a file. A file has a mark, a checksum, and
MessagePack. One that is damaged or of another format is read as if there were none. Nothing raises: without a cache, git is
asked each time.
"""

import contextlib
import hashlib
import os
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from codeshed.model.commit_history import CommitHistory
from codeshed.store.cache_folder import HISTORY_PATTERN, CacheFolderError, prepare_cache_folder
from codeshed.store.durable_files import open_regular_file, replace_file

_MARK = b"codeshed-history 1\n"
_COMMITS, _WORDS = ".commits", ".words"
_MAX_FILES = 60
_N_CHECKSUM_BYTES = 4
_COMPRESSION = 1


def read_cached_history(folder: Path | None, root: Path) -> CommitHistory:
    """Return the history that was kept last of a repository; an empty one if there is none."""
    try:
        packed = _read(folder, root, _COMMITS)
        return msgspec.msgpack.decode(zlib.decompress(packed), type=CommitHistory)
    except (OSError, zlib.error, msgspec.DecodeError):
        return CommitHistory()


def cache_history(folder: Path | None, root: Path, history: CommitHistory) -> None:
    """Keep the history of a repository in place of an older one; files of repositories not written for long are removed."""
    _write(folder, root, _COMMITS, zlib.compress(msgspec.msgpack.encode(history), _COMPRESSION))


def read_cached_words(folder: Path | None, root: Path, signature: str) -> dict[str, bytes]:
    """Return the segments that were kept of a history, by key; none if other code made them."""
    try:
        kept = msgspec.msgpack.decode(_read(folder, root, _WORDS), type=tuple[str, dict[str, bytes]])
    except (OSError, msgspec.DecodeError):
        return {}
    return kept[1] if kept[0] == signature else {}


def cache_words(folder: Path | None, root: Path, signature: str, segments: Mapping[str, bytes]) -> None:
    """Keep the segments of a history in place of older ones."""
    _write(folder, root, _WORDS, msgspec.msgpack.encode((signature, dict(sorted(segments.items())))))


def _read(folder: Path | None, root: Path, suffix: str) -> bytes:
    if folder is None:
        raise FileNotFoundError
    with os.fdopen(open_regular_file(_path(folder, root, suffix), os.O_RDONLY), "rb") as file:
        content = file.read()
    begin = len(_MARK) + _N_CHECKSUM_BYTES
    checksum, packed = content[len(_MARK) : begin], content[begin:]
    if not content.startswith(_MARK) or int.from_bytes(checksum) != zlib.crc32(packed):
        raise FileNotFoundError
    return packed


def _write(folder: Path | None, root: Path, suffix: str, packed: bytes) -> None:
    if folder is None:
        return
    with contextlib.suppress(OSError, CacheFolderError):
        prepare_cache_folder(folder)
        replace_file(
            _path(folder, root, suffix), _MARK + zlib.crc32(packed).to_bytes(_N_CHECKSUM_BYTES) + packed
        )
        by_age = sorted(folder.glob(HISTORY_PATTERN), key=lambda each: (-each.lstat().st_mtime_ns, each.name))
        for old in by_age[_MAX_FILES:]:
            old.unlink(missing_ok=True)


def _path(folder: Path, root: Path, suffix: str) -> Path:
    digest = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]
    return folder / HISTORY_PATTERN.replace("*", f"{digest}{suffix}")
