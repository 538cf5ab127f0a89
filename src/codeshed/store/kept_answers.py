"""Answers kept in the user's cache folder, for those that take long and are asked for again.

Turns: a key → the bytes that were kept under it. Readers never write an index, so answers are kept here. What can't be kept is
computed again: no error of the cache reaches a user.
"""

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from codeshed.store.cache_folder import CacheFolderError, prepare_cache_subfolder
from codeshed.version import __version__

ANSWERS_FOLDER = "answers"
MAX_BYTES = 64_000_000
"""Beyond this, the answers that were not used for longest are removed."""

_ASIDE = ".aside-"
_PROGRAM = Path(__file__).parents[1]


@cache
def program_state() -> str:
    """Return a text that is another one as soon as a file of this program is: other code may give other answers."""
    paths = sorted(_PROGRAM.rglob("*.py"))
    states = [(str(path), status.st_size, status.st_mtime_ns) for path, status in _states(paths)]
    return hashlib.sha256(msgspec.json.encode((__version__, states))).hexdigest()


def _states(paths: Iterable[Path]) -> Iterator[tuple[Path, os.stat_result]]:
    for path in paths:
        with contextlib.suppress(OSError):
            yield path, path.stat()


class KeptAnswers:
    """The answers in one cache folder; without a folder nothing is kept."""

    def __init__(self, cache: Path | None, *, max_bytes: int = MAX_BYTES) -> None:
        self._cache = cache
        self._max_bytes = max_bytes

    def get(self, key: Iterable[str]) -> bytes | None:
        """Return what was kept under a key, and note that it is used."""
        path = self._path(key)
        if path is None:
            return None
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return content

    def keep(self, key: Iterable[str], content: bytes) -> None:
        """Keep an answer: it is there whole or not at all, whatever other processes do."""
        path = self._path(key)
        if path is None or len(content) > self._max_bytes:
            return
        aside = path.with_name(f"{_ASIDE}{secrets.token_hex(8)}")
        with contextlib.suppress(OSError):
            try:
                aside.write_bytes(content)
                aside.replace(path)
            finally:
                aside.unlink(missing_ok=True)
            self._shrink(path.parent)

    def _path(self, key: Iterable[str]) -> Path | None:
        if self._cache is None:
            return None
        try:
            folder = prepare_cache_subfolder(self._cache, ANSWERS_FOLDER)
        except CacheFolderError:
            return None
        return folder / hashlib.sha256(msgspec.json.encode(tuple(key))).hexdigest()

    def _shrink(self, folder: Path) -> None:
        used = sorted(((each.stat().st_mtime_ns, each) for each in folder.iterdir()), reverse=True)
        n_bytes = 0
        for _, path in used:
            n_bytes += path.stat().st_size
            if n_bytes > self._max_bytes:
                path.unlink(missing_ok=True)
