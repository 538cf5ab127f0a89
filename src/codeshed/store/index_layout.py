"""The folder of an index: its location, the files in it, and the pointer to the current database.

Turns: a folder → the files in it that are ours, and the CurrentPointer in `CURRENT`.

    .codeshed/
      .gitignore             excludes everything here from git
      CURRENT                the pointer: the current database, and the least revision that it must have
      index-<n>.sqlite       a database, with SQLite's -wal and -shm
      graph-<m>.arrays       a graph; the database's root says which one is current
      recording              the calls that `codeshed record` saw; of no revision
      lock                   locked by the writing process, with its description
"""

import errno
import hashlib
import os
import re
import stat
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.errors import IndexMissingError, IndexVersionError, NotAnIndexError, StoreDamagedError
from codeshed.store.durable_files import read_small_file, replace_file
from codeshed.store.index_records import FORMAT_VERSION

FOLDER_NAME = ".codeshed"
INDEX_DIR_VARIABLE = "CODESHED_INDEX_DIR"
LOCK_NAME = "lock"
RECORDING_NAME = "recording"

_POINTER_NAME = "CURRENT"
_IGNORE_NAME = ".gitignore"
_IGNORE_TEXT = b"# Made by codeshed: an index, which can be built again at any time.\n*\n"
_MAX_SMALL_BYTES = 1000
_SEALED = re.compile(rb"(codeshed-index (\d{1,9})\n.*)([0-9a-f]{8})\n", re.DOTALL)
"""The first line and the checksum are the same in all formats, so that every version recognizes the format."""
_CURRENT = re.compile(rb"(index-\d{1,15}\.sqlite) (\d{1,15})\n")
_DATABASE_NAME = re.compile(r"index-(\d{1,15})\.sqlite(?:-wal|-shm|-journal)?")
_GRAPH_NAME = re.compile(r"graph-(\d{1,15})\.arrays")
_N_KEY_DIGITS = 12
_NOT_A_FILE = frozenset({errno.EINVAL, errno.ELOOP, errno.ENXIO})
"""The errors for a pipe, a link or a socket in place of a regular file."""


class CurrentPointer(msgspec.Struct, frozen=True, kw_only=True):
    """The current database, and the least revision that it must have: an older one means that changes were lost."""

    database: str
    revision: int


class IndexFileName(msgspec.Struct, frozen=True, kw_only=True):
    """A file in the folder that is ours; graphs and databases (with their -wal and -shm) have a number."""

    name: str
    n_bytes: int
    is_file: bool
    """False for a folder or pipe with such a name: its number is taken, and it is not removed."""

    database_name: str = ""
    database_number: int | None = None
    graph_number: int | None = None


def index_dir_of(
    root: Path, chosen: Path | None = None, *, environment: Mapping[str, str] | None = None
) -> Path:
    """Return the index folder of a repository: the chosen one, or one below `CODESHED_INDEX_DIR`, or `.codeshed`.

    Below the variable's folder each repository has its own, named after the repository and a hash of its path.
    """
    if chosen is not None:
        return chosen
    parent = (os.environ if environment is None else environment).get(INDEX_DIR_VARIABLE, "")
    if not parent:
        return root / FOLDER_NAME
    resolved = root.resolve()
    key = hashlib.sha256(os.fsencode(resolved)).hexdigest()[:_N_KEY_DIGITS]
    return Path(parent) / f"{resolved.name}-{key}"


def find_root_above(root: Path, index_dir: Path) -> Path | None:
    """Return the nearest folder above a root with a `.codeshed` index, if the root's index would be in `.codeshed`, too."""
    if index_dir != root / FOLDER_NAME:
        return None
    return next(
        (each for each in root.resolve().parents if (each / FOLDER_NAME / _POINTER_NAME).is_file()), None
    )


def has_recording(index_dir: Path) -> bool:
    """Whether calls were recorded for an index."""
    return os.path.lexists(index_dir / RECORDING_NAME)


def database_name(number: int) -> str:
    """Return the name of a database."""
    return f"index-{number}.sqlite"


def graph_name(number: int) -> str:
    """Return the name of a graph file."""
    return f"graph-{number}.arrays"


def check_index_dir(index_dir: Path) -> None:
    """Refuse what is no folder, and a `.codeshed` that is a link: it may have come with the repository."""
    if not index_dir.exists() and not index_dir.is_symlink():
        raise IndexMissingError(str(index_dir))
    if index_dir.name == FOLDER_NAME and index_dir.is_symlink():
        raise NotAnIndexError(
            str(index_dir), f"it is a link; to have the index elsewhere, set {INDEX_DIR_VARIABLE}"
        )
    if not index_dir.is_dir():
        raise NotAnIndexError(str(index_dir), "it is not a folder")


def prepare_index_dir(index_dir: Path) -> None:
    """Create the folder if it does not exist. One with other files is refused, unless it is called `.codeshed`."""
    if not os.path.lexists(index_dir):
        index_dir.mkdir(parents=True, exist_ok=True)
    check_index_dir(index_dir)
    _check_pointer_can_be_replaced(index_dir)
    if index_dir.name != FOLDER_NAME and any(index_dir.iterdir()) and not is_index_dir(index_dir):
        raise NotAnIndexError(str(index_dir), "it holds other files")
    if not os.path.lexists(index_dir / _IGNORE_NAME):
        replace_file(index_dir / _IGNORE_NAME, _IGNORE_TEXT)


def _check_pointer_can_be_replaced(index_dir: Path) -> None:
    """Refuse a folder in place of the pointer: no file could replace it."""
    if (index_dir / _POINTER_NAME).is_dir() and not (index_dir / _POINTER_NAME).is_symlink():
        raise NotAnIndexError(str(index_dir), f"{_POINTER_NAME} in it is a folder")


def is_index_dir(index_dir: Path) -> bool:
    """Whether a folder was made for an index; any `.codeshed` was."""
    if index_dir.name == FOLDER_NAME:
        return index_dir.is_dir() and not index_dir.is_symlink()
    return _small_content(index_dir / _IGNORE_NAME) == _IGNORE_TEXT or bool(
        _SEALED.fullmatch(_small_content(index_dir / _POINTER_NAME))
    )


def _small_content(path: Path) -> bytes:
    try:
        return read_small_file(path, _MAX_SMALL_BYTES)
    except OSError:
        return b""


def read_pointer(index_dir: Path) -> CurrentPointer:
    """Read and check the pointer to the current database."""
    check_index_dir(index_dir)
    _check_pointer_can_be_replaced(index_dir)
    try:
        content = read_small_file(index_dir / _POINTER_NAME, _MAX_SMALL_BYTES)
    except FileNotFoundError:
        raise IndexMissingError(str(index_dir)) from None
    except OSError as error:
        if error.errno not in _NOT_A_FILE:
            raise
        raise StoreDamagedError(str(index_dir), f"{_POINTER_NAME} is not a regular file") from None
    sealed = _SEALED.fullmatch(content)
    if sealed is None or int(sealed[3], 16) != zlib.crc32(sealed[1]):
        raise StoreDamagedError(str(index_dir), f"{_POINTER_NAME} does not name a database")
    if int(sealed[2]) != FORMAT_VERSION:
        raise IndexVersionError(str(index_dir), int(sealed[2]), FORMAT_VERSION)
    current = _CURRENT.fullmatch(sealed[1].partition(b"\n")[2])
    if current is None:
        raise StoreDamagedError(str(index_dir), f"{_POINTER_NAME} does not name a database")
    return CurrentPointer(database=current[1].decode(), revision=int(current[2]))


def write_pointer(index_dir: Path, pointer: CurrentPointer) -> None:
    """Make a database the current one, atomically."""
    content = f"codeshed-index {FORMAT_VERSION}\n{pointer.database} {pointer.revision}\n".encode()
    replace_file(index_dir / _POINTER_NAME, content + f"{zlib.crc32(content):08x}\n".encode())


def find_index_files(index_dir: Path) -> tuple[IndexFileName, ...]:
    """Return the files in the folder that are ours, sorted.

    The pointer is first and the lock last: if they are removed in this order, the index disappears atomically.
    """
    found = []
    with os.scandir(index_dir) as entries:
        for entry in entries:
            try:
                own = _own_name(index_dir, entry.name, entry.stat(follow_symlinks=False))
            except FileNotFoundError:  # SQLite removes its files when the last connection closes.
                continue
            if own is not None:
                found.append(own)
    return tuple(sorted(found, key=lambda own: (own.name != _POINTER_NAME, own.name == LOCK_NAME, own.name)))


def _own_name(index_dir: Path, name: str, status: os.stat_result) -> IndexFileName | None:
    own = IndexFileName(
        name=name,
        n_bytes=status.st_size,
        is_file=stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode),
    )
    if match := _DATABASE_NAME.fullmatch(name):
        number = int(match[1])
        return replace(own, database_name=database_name(number), database_number=number)
    if match := _GRAPH_NAME.fullmatch(name):
        return replace(own, graph_number=int(match[1]))
    is_ours = name in {
        _POINTER_NAME,
        f"{_POINTER_NAME}.new",
        f"{_IGNORE_NAME}.new",
        LOCK_NAME,
        RECORDING_NAME,
        f"{RECORDING_NAME}.new",
    } or (name == _IGNORE_NAME and _small_content(index_dir / name) == _IGNORE_TEXT)
    return own if is_ours else None
