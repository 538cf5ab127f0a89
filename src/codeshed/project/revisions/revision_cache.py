"""The folder of the cache that holds revisions, each in a slot of its own.

Turns: what determines a revision → its slot; a limit in bytes → the slots that were not used for longest are removed.

    revisions/<key>/
      revision.json     the commit, and how much its files take; its time is that of the last use
      files/<name>/     the files of the commit
      .codeshed/        the index of these files

A slot is made aside and put in place at once, so that two processes that make the same one do not disturb each other.
"""

import contextlib
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from codeshed.store.cache_folder import REVISIONS_FOLDER, prepare_cache_subfolder
from codeshed.store.index_layout import FOLDER_NAME, find_index_files, prepare_index_dir

_RECORD = "revision.json"
_N_KEY_DIGITS = 20
_ASIDE = ".aside-"
_IN_USE_SECONDS = 600
"""A slot that was used so recently stays: another process may be reading it."""
_ABANDONED_SECONDS = 3600
"""What was being made so long ago was left by a process that was killed."""


class SlotRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a slot holds."""

    commit: str
    surroundings: str
    """A digest of what else determines the index: the settings, the installed packages, the place in the repository."""
    top_name: str
    n_bytes: int
    n_submodules: int


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """A revision in the cache."""

    folder: Path
    record: SlotRecord

    @property
    def top(self) -> Path:
        """The folder that stands for the top folder of the repository."""
        return self.folder / "files" / self.record.top_name

    @property
    def index_dir(self) -> Path:
        """The folder of its index."""
        return self.folder / FOLDER_NAME


def slot_folder(cache: Path, commit: str, surroundings: str) -> Path:
    """Return the folder of the slot for a commit in its surroundings."""
    return prepare_cache_subfolder(cache, REVISIONS_FOLDER) / digest((commit, surroundings))


def digest(parts: Iterable[str]) -> str:
    """Return a short name for some texts."""
    return hashlib.sha256(msgspec.json.encode(tuple(parts))).hexdigest()[:_N_KEY_DIGITS]


def find_slot(folder: Path) -> Slot | None:
    """Return the slot in a folder, and note that it is used."""
    slot = _read_slot(folder)
    if slot is not None:
        with contextlib.suppress(OSError):
            os.utime(folder / _RECORD)
    return slot


def make_slot(folder: Path, make: Callable[[Path], SlotRecord]) -> Slot:
    """Make a slot aside: `make` gets a new folder for the files. If another process was faster, its slot is returned."""
    aside = folder.with_name(f"{_ASIDE}{secrets.token_hex(8)}")
    try:
        (aside / "files").mkdir(parents=True)
        record = make(aside / "files")
        # Made here, the folder of the index is complete for all processes that begin to build it.
        prepare_index_dir(aside / FOLDER_NAME)
        (aside / _RECORD).write_bytes(msgspec.json.encode(record))
        with contextlib.suppress(OSError):
            aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    slot = _read_slot(folder)
    if slot is None:
        raise FileNotFoundError(folder)
    return slot


def list_slots(cache: Path) -> tuple[Slot, ...]:
    """Return all slots, the last used first."""
    paths = (path for path in _entries(cache) if not path.name.startswith(_ASIDE))
    found = [slot for path in paths if (slot := _read_slot(path)) is not None]
    return tuple(sorted(found, key=lambda slot: (-_used_at(slot), slot.folder.name)))


def remove_slot(slot: Slot) -> None:
    """Remove a slot: at once for those who look for it, then its files."""
    aside = slot.folder.with_name(f"{_ASIDE}{secrets.token_hex(8)}")
    with contextlib.suppress(OSError):
        slot.folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)


def shrink(cache: Path, *, max_bytes: int, kept: Slot) -> None:
    """Remove the slots that were not used for longest until the others take less than `max_bytes`; `kept` stays."""
    now = time.time()
    n_bytes = slot_bytes(kept)
    for slot in list_slots(cache):
        if slot.folder == kept.folder:
            continue
        n_bytes += slot_bytes(slot)
        if n_bytes > max_bytes and now - _used_at(slot) > _IN_USE_SECONDS:
            remove_slot(slot)
    for path in _entries(cache):
        with contextlib.suppress(OSError):
            if path.name.startswith(_ASIDE) and now - path.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(path, ignore_errors=True)


def slot_bytes(slot: Slot) -> int:
    """Return how much a slot takes on disk."""
    with contextlib.suppress(OSError):
        return slot.record.n_bytes + sum(own.n_bytes for own in find_index_files(slot.index_dir))
    return slot.record.n_bytes


def _used_at(slot: Slot) -> float:
    with contextlib.suppress(OSError):
        return (slot.folder / _RECORD).stat().st_mtime
    return 0.0


def _read_slot(folder: Path) -> Slot | None:
    try:
        content = (folder / _RECORD).read_bytes()
        return Slot(folder=folder, record=msgspec.json.decode(content, type=SlotRecord))
    except (OSError, msgspec.DecodeError):
        return None


def _entries(cache: Path) -> list[Path]:
    try:
        return sorted((cache / REVISIONS_FOLDER).iterdir())
    except OSError:
        return []
