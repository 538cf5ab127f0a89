"""The folder of an index: where it is, which names it holds, and which database is the current one.

Turns: a folder → the names in it that are ours, and the Pointer in `CURRENT`.

    .codeshed/
      .gitignore             says that all of this is nobody's source
      CURRENT                the pointer: the current database, and a revision that it has at least
      index-<n>.sqlite       a database; SQLite keeps a -wal and a -shm beside it
      graph-<m>.arrays       a graph; the database says which one is current
      lock                   held by the process that writes, and says who that is
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
from codeshed.store.durable import read_small_file, replace_file
from codeshed.store.records import FORMAT_VERSION

FOLDER_NAME = ".codeshed"
INDEX_DIR_VARIABLE = "CODESHED_INDEX_DIR"
LOCK_NAME = "lock"

_POINTER_NAME = "CURRENT"
_IGNORE_NAME = ".gitignore"
_IGNORE_TEXT = b"# Made by codeshed: an index, which can be built again at any time.\n*\n"
_MAX_SMALL_BYTES = 1000
_SEALED = re.compile(rb"(codeshed-index (\d{1,9})\n.*)([0-9a-f]{8})\n", re.DOTALL)
"""The first line and the seal are the same in all formats, so that every Codeshed knows which one it has before it."""
_CURRENT = re.compile(rb"(index-\d{1,15}\.sqlite) (\d{1,15})\n")
_DATABASE_NAME = re.compile(r"index-(\d{1,15})\.sqlite(?:-wal|-shm|-journal)?")
_GRAPH_NAME = re.compile(r"graph-(\d{1,15})\.arrays")
_N_KEY_DIGITS = 12
_NOT_A_FILE = frozenset({errno.EINVAL, errno.ELOOP, errno.ENXIO})
"""What the system or we say of a pipe, a link or a socket where a file should be."""


class Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """Which database is the current one. It has at least this revision: if it has not, changes were lost."""

    database: str
    revision: int


class OwnName(msgspec.Struct, frozen=True, kw_only=True):
    """A name in the folder that is ours; databases, with what SQLite keeps beside them, and graphs have a number."""

    name: str
    n_bytes: int
    is_file: bool
    """False for a folder or pipe that somebody put there: its number is taken, and it is not ours to remove."""

    database_name: str = ""
    database_number: int | None = None
    graph_number: int | None = None


def index_dir_of(
    root: Path, chosen: Path | None = None, *, environment: Mapping[str, str] | None = None
) -> Path:
    """Return the folder of a repository's index: the chosen one, else one below the variable's, else `.codeshed`.

    The variable serves many repositories: each has a folder of its own there, named after it and its path.
    """
    if chosen is not None:
        return chosen
    shelf = (os.environ if environment is None else environment).get(INDEX_DIR_VARIABLE, "")
    if not shelf:
        return root / FOLDER_NAME
    resolved = root.resolve()
    key = hashlib.sha256(os.fsencode(resolved)).hexdigest()[:_N_KEY_DIGITS]
    return Path(shelf) / f"{resolved.name}-{key}"


def find_root_above(root: Path, index_dir: Path) -> Path | None:
    """Return the nearest folder around a root that has an index in it, if the root's own would be in it too."""
    if index_dir != root / FOLDER_NAME:
        return None
    return next(
        (each for each in root.resolve().parents if (each / FOLDER_NAME / _POINTER_NAME).is_file()), None
    )


def database_name(number: int) -> str:
    """Return the name of a database."""
    return f"index-{number}.sqlite"


def graph_name(number: int) -> str:
    """Return the name of a graph file."""
    return f"graph-{number}.arrays"


def check_index_dir(index_dir: Path) -> None:
    """Refuse what is no folder, and a `.codeshed` that leads elsewhere: it may have come with the repository."""
    if not index_dir.exists() and not index_dir.is_symlink():
        raise IndexMissingError(str(index_dir))
    if index_dir.name == FOLDER_NAME and index_dir.is_symlink():
        raise NotAnIndexError(
            str(index_dir), f"it is a link; to have the index elsewhere, set {INDEX_DIR_VARIABLE}"
        )
    if not index_dir.is_dir():
        raise NotAnIndexError(str(index_dir), "it is not a folder")


def prepare_index_dir(index_dir: Path) -> None:
    """Make the folder if there is none. One that holds files of others is left alone, unless its name is ours."""
    if not os.path.lexists(index_dir):
        index_dir.mkdir(parents=True, exist_ok=True)
    check_index_dir(index_dir)
    _check_pointer_can_be_replaced(index_dir)
    if index_dir.name != FOLDER_NAME and any(index_dir.iterdir()) and not is_index_dir(index_dir):
        raise NotAnIndexError(str(index_dir), "it holds other files")
    if not os.path.lexists(index_dir / _IGNORE_NAME):
        replace_file(index_dir / _IGNORE_NAME, _IGNORE_TEXT)


def _check_pointer_can_be_replaced(index_dir: Path) -> None:
    """Refuse a folder in the place of the pointer: it is not ours to remove, and no file can take its place."""
    if (index_dir / _POINTER_NAME).is_dir() and not (index_dir / _POINTER_NAME).is_symlink():
        raise NotAnIndexError(str(index_dir), f"{_POINTER_NAME} in it is a folder")


def is_index_dir(index_dir: Path) -> bool:
    """Whether a folder was made to hold an index; any `.codeshed` was."""
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


def read_pointer(index_dir: Path) -> Pointer:
    """Return which database is the current one."""
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
    return Pointer(database=current[1].decode(), revision=int(current[2]))


def write_pointer(index_dir: Path, pointer: Pointer) -> None:
    """Make a database the current one, at one moment."""
    content = f"codeshed-index {FORMAT_VERSION}\n{pointer.database} {pointer.revision}\n".encode()
    replace_file(index_dir / _POINTER_NAME, content + f"{zlib.crc32(content):08x}\n".encode())


def find_own_names(index_dir: Path) -> tuple[OwnName, ...]:
    """Return the names in the folder that are ours, sorted; the rest is somebody else's.

    The pointer comes first and the lock last, so that whoever removes all of them makes the index go at one moment.
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


def _own_name(index_dir: Path, name: str, status: os.stat_result) -> OwnName | None:
    own = OwnName(
        name=name,
        n_bytes=status.st_size,
        is_file=stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode),
    )
    if match := _DATABASE_NAME.fullmatch(name):
        number = int(match[1])
        return replace(own, database_name=database_name(number), database_number=number)
    if match := _GRAPH_NAME.fullmatch(name):
        return replace(own, graph_number=int(match[1]))
    is_ours = name in {_POINTER_NAME, f"{_POINTER_NAME}.new", f"{_IGNORE_NAME}.new", LOCK_NAME} or (
        name == _IGNORE_NAME and _small_content(index_dir / name) == _IGNORE_TEXT
    )
    return own if is_ours else None
