"""Translates errors of the disk and of SQLite into the exceptions of Codeshed.

Turns: OSError, sqlite3.Error, FileUnwritableError and RecordError → IndexUnavailableError, IndexVersionError or
StoreDamagedError.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from codeshed.errors import (
    CodeshedError,
    FileUnwritableError,
    IndexUnavailableError,
    IndexVersionError,
    StoreDamagedError,
)
from codeshed.store.index_records import FORMAT_VERSION, OtherFormatError, RecordError

_ELSEWHERE = "or put the index elsewhere with --index-dir DIR or CODESHED_INDEX_DIR"
_HINT_BY_ERRNO = {
    **dict.fromkeys(
        (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
        f"free some space on that disk, {_ELSEWHERE}; nothing was changed",
    ),
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM, errno.EROFS), f"check the permissions of that folder, {_ELSEWHERE}"
    ),
    errno.ENOENT: "the folder, or something in it, was removed meanwhile; try again",
}
_OTHER_HINT = f"check the disk, {_ELSEWHERE}"

_PRIMARY = 0xFF
_BUSY_CODES = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_OUTSIDE_CODES = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT})
_PERMISSION_CODES = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
)
_DAMAGE_AMONG_IOERR = frozenset({sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})


@contextmanager
def translate_store_errors(index_dir: Path) -> Iterator[None]:
    """Translate all exceptions in a block that are about the disk or the database."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # A reader was used after it was closed, which is a bug and no damage.
    except sqlite3.Error as error:
        raise error_of_sqlite(index_dir, error) from error
    except OtherFormatError as error:
        raise IndexVersionError(str(index_dir), error.found, FORMAT_VERSION) from error
    except RecordError as error:
        raise StoreDamagedError(str(index_dir), str(error)) from error
    except (
        UnicodeDecodeError
    ) as error:  # SQLite's message has a damaged name in it, which Python can't decode.
        raise StoreDamagedError(str(index_dir), "a name in the database is no text") from error
    except OSError as error:
        raise error_of_system(index_dir, error) from error
    except FileUnwritableError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        raise error_of_system(index_dir, error.__cause__) from error


def error_of_system(index_dir: Path, error: OSError) -> IndexUnavailableError:
    """Return the exception for an error of the operating system."""
    place = f" ({os.path.basename(error.filename)})" if isinstance(error.filename, str) else ""  # noqa: PTH119 - a text
    return IndexUnavailableError(
        str(index_dir),
        f"{error.strerror or error}{place}",
        hint=_HINT_BY_ERRNO.get(error.errno or 0, _OTHER_HINT),
    )


def error_of_sqlite(index_dir: Path, error: sqlite3.Error) -> CodeshedError:
    """Return the exception for an error of SQLite: the environment's fault or a damaged file, never a wrong statement."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & _PRIMARY
    if primary in _BUSY_CODES:
        return IndexUnavailableError(
            str(index_dir), "another program keeps it busy", hint="close that program, or try again later"
        )
    if primary == sqlite3.SQLITE_FULL or code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return IndexUnavailableError(str(index_dir), "the disk is full", hint=_HINT_BY_ERRNO[errno.ENOSPC])
    if primary in _PERMISSION_CODES:
        return IndexUnavailableError(str(index_dir), str(error), hint=_HINT_BY_ERRNO[errno.EACCES])
    if primary in _OUTSIDE_CODES and code not in _DAMAGE_AMONG_IOERR:
        return IndexUnavailableError(str(index_dir), str(error), hint=_OTHER_HINT)
    return StoreDamagedError(str(index_dir), str(error))
