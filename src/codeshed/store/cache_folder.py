"""The user's cache folder, and the private cache files in it.

Turns: environment variables and a signature → the path of a file that no other user can read or write.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

_FOLDER_NAME = "codeshed"
REVISIONS_FOLDER = "revisions"
_FILE_PATTERN = "facts-*.sqlite"
HISTORY_PATTERN = "history-*"
_N_SIGNATURE_DIGITS = 16
_MAX_FILES = 3  # Two versions of Codeshed in turns, and one that has just been tried.
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


class CacheFolderError(Exception):
    """The cache folder can't be used; the message says why."""


def user_cache_folder(
    environment: Mapping[str, str] | None = None, *, platform: str = sys.platform
) -> Path | None:
    """Return this user's cache folder, None if no environment variable names one."""
    values = os.environ if environment is None else environment
    candidates = [Path(values.get("XDG_CACHE_HOME", ""))]
    if platform == "win32":
        candidates.append(Path(values.get("LOCALAPPDATA", "")))
    else:
        candidates.append(
            Path(values.get("HOME", "")) / ("Library/Caches" if platform == "darwin" else ".cache")
        )
    return next((folder / _FOLDER_NAME for folder in candidates if folder.is_absolute()), None)


def prepare_cache_folder(folder: Path) -> None:
    """Create the cache folder, readable by this user alone."""
    try:
        folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        _make_private(folder, _FOLDER_MODE, stat.S_ISDIR)
    except OSError as error:
        raise CacheFolderError(f"{folder} cannot be used: {error.strerror or error}") from None


def prepare_cache_file(folder: Path, signature: str) -> Path:
    """Create the cache file of a signature, readable by this user alone, and remove those of old signatures."""
    digits = hashlib.sha256(signature.encode()).hexdigest()[:_N_SIGNATURE_DIGITS]
    path = folder / _FILE_PATTERN.replace("*", digits)
    prepare_cache_folder(folder)
    try:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _FILE_MODE))
            _remove_old_files(folder)
        _make_private(path, _FILE_MODE, stat.S_ISREG)
        os.utime(path)
    except OSError as error:
        raise CacheFolderError(f"{folder} cannot be used: {error.strerror or error}") from None
    return path


def prepare_cache_subfolder(folder: Path, name: str) -> Path:
    """Create a folder in the cache folder, for this user alone."""
    path = folder / name
    try:
        for each in (folder, path):
            each.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            _make_private(each, _FOLDER_MODE, stat.S_ISDIR)
    except OSError as error:
        raise CacheFolderError(f"{path} cannot be used: {error.strerror or error}") from None
    return path


def _make_private(path: Path, mode: int, is_right_kind: Callable[[int], bool]) -> None:
    """Restrict a file to this user; refuse one of another user or kind, since whoever can write it controls our results."""
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
    """Remove all but the most recently opened cache files."""
    by_age = sorted(folder.glob(_FILE_PATTERN), key=lambda path: (-path.lstat().st_mtime_ns, path.name))
    for path in by_age[_MAX_FILES:]:
        remove_cache_file(path)


def remove_cache_file(path: Path) -> None:
    """Remove a cache file with SQLite's -wal and -shm; processes that have it open are not disturbed."""
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def cache_size(folder: Path | None) -> int:
    """Return the size of the caches of all signatures in bytes."""
    n_bytes = 0
    for path in _cache_files(folder):
        with contextlib.suppress(OSError):
            n_bytes += path.lstat().st_size
    return n_bytes


def remove_cache(folder: Path | None) -> int:
    """Remove the caches of all signatures and all revisions, and return how many bytes were freed."""
    n_bytes = cache_size(folder) + _revisions_size(folder)
    for path in _cache_files(folder):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    if folder is not None:
        shutil.rmtree(folder / REVISIONS_FOLDER, ignore_errors=True)
    return n_bytes - cache_size(folder) - _revisions_size(folder)


def _revisions_size(folder: Path | None) -> int:
    n_bytes = 0
    for path in () if folder is None else (folder / REVISIONS_FOLDER).rglob("*"):
        with contextlib.suppress(OSError):
            n_bytes += 0 if path.is_dir() else path.lstat().st_size
    return n_bytes


def _cache_files(folder: Path | None) -> tuple[Path, ...]:
    """Return the files of all caches, with SQLite's -wal and -shm files, and the histories of repositories."""
    if folder is None:
        return ()
    return tuple(sorted({*folder.glob(f"{_FILE_PATTERN}*"), *folder.glob(HISTORY_PATTERN)}))
