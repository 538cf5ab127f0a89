"""The folder of the user's cache: where it is, and whether it is the user's alone.

Turns: an environment and a signature → the path of a file that nobody else can read or write.
"""

import contextlib
import hashlib
import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

_FOLDER_NAME = "codeshed"
_FILE_PATTERN = "facts-*.sqlite"
_N_SIGNATURE_DIGITS = 16
_MAX_FILES = 3  # Two versions of Codeshed in turns, and one that has just been tried.
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


class CacheFolderError(Exception):
    """There can be no cache here; its text says why."""


def user_cache_folder(
    environment: Mapping[str, str] | None = None, *, platform: str = sys.platform
) -> Path | None:
    """Return the folder for caches of this user, or None if nothing says where the user's files are."""
    values = os.environ if environment is None else environment
    places = [Path(values.get("XDG_CACHE_HOME", ""))]
    if platform == "win32":
        places.append(Path(values.get("LOCALAPPDATA", "")))
    else:
        places.append(Path(values.get("HOME", "")) / ("Library/Caches" if platform == "darwin" else ".cache"))
    return next((place / _FOLDER_NAME for place in places if place.is_absolute()), None)


def prepare_cache_file(folder: Path, signature: str) -> Path:
    """Make the file for a signature if there is none, for this user alone; those of old signatures go."""
    digits = hashlib.sha256(signature.encode()).hexdigest()[:_N_SIGNATURE_DIGITS]
    path = folder / _FILE_PATTERN.replace("*", digits)
    try:
        folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        _make_private(folder, _FOLDER_MODE, stat.S_ISDIR)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _FILE_MODE))
            _remove_old_files(folder)
        _make_private(path, _FILE_MODE, stat.S_ISREG)
        os.utime(path)
    except OSError as error:
        raise CacheFolderError(f"{folder} cannot be used: {error.strerror or error}") from None
    return path


def _make_private(path: Path, mode: int, is_right_kind: Callable[[int], bool]) -> None:
    """Refuse what is another user's or of another kind: who writes there could make us believe anything."""
    status = path.lstat()
    if not is_right_kind(status.st_mode):
        raise CacheFolderError(f"{path} is a link, or something else than it should be")
    if sys.platform == "win32":
        return
    if status.st_uid != os.geteuid():
        raise CacheFolderError(f"{path} belongs to another user")
    if stat.S_IMODE(status.st_mode) != mode:
        path.chmod(mode)


def _remove_old_files(folder: Path) -> None:
    """Remove the files of other signatures but for those that were opened last."""
    by_age = sorted(folder.glob(_FILE_PATTERN), key=lambda path: (-path.lstat().st_mtime_ns, path.name))
    for path in by_age[_MAX_FILES:]:
        remove_cache_file(path)


def remove_cache_file(path: Path) -> None:
    """Remove a cache with what SQLite keeps beside it; processes that have it open do not notice."""
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def cache_size(folder: Path | None) -> int:
    """Return how many bytes the caches of all signatures have."""
    n_bytes = 0
    for path in _cache_files(folder):
        with contextlib.suppress(OSError):
            n_bytes += path.lstat().st_size
    return n_bytes


def remove_cache(folder: Path | None) -> int:
    """Remove the caches of all signatures, and return how many bytes they had."""
    n_bytes = cache_size(folder)
    for path in _cache_files(folder):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    return n_bytes - cache_size(folder)


def _cache_files(folder: Path | None) -> tuple[Path, ...]:
    """Return the files of all caches, with what SQLite keeps beside them."""
    return () if folder is None else tuple(sorted(folder.glob(f"{_FILE_PATTERN}*")))
