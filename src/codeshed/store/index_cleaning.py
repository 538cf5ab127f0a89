"""Removes an index.

Turns: the folder of an index → nothing, or a folder with only the files that are not ours.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from codeshed.errors import NotAnIndexError
from codeshed.store.index_layout import check_index_dir, find_index_files, is_index_dir
from codeshed.store.index_lock import DEFAULT_WAIT_SECONDS, LockHolder, hold_lock
from codeshed.store.store_errors import translate_store_errors


class Cleaned(msgspec.Struct, frozen=True, kw_only=True):
    """How much was removed, and the names of files that were left because they are not ours."""

    n_bytes: int
    n_files: int
    kept: tuple[str, ...]


def clean(
    index_dir: Path,
    *,
    wait_seconds: float = DEFAULT_WAIT_SECONDS,
    on_wait: Callable[[LockHolder], None] = lambda _: None,
) -> Cleaned:
    """Remove an index, and its folder if nothing else is in it. A folder without an index is refused."""
    with hold_lock(index_dir, "cleaning", _check_is_index, wait_seconds=wait_seconds, on_wait=on_wait):
        with translate_store_errors(index_dir):
            own_names = [own for own in find_index_files(index_dir) if own.is_file]
            for own in own_names:
                (index_dir / own.name).unlink(missing_ok=True)
            kept = tuple(sorted(path.name for path in index_dir.iterdir()))
            if not kept:
                index_dir.rmdir()
        return Cleaned(n_bytes=sum(own.n_bytes for own in own_names), n_files=len(own_names), kept=kept)


def _check_is_index(index_dir: Path) -> None:
    check_index_dir(index_dir)
    if not is_index_dir(index_dir):
        raise NotAnIndexError(str(index_dir), "codeshed did not make it")
