"""Folders that may be read but not written, also for tests that run as root, whom no permission stops."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NOBODY = 65534


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """Give a folder that other users can come to; those of pytest are its user's alone."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@contextmanager
def as_anybody() -> Iterator[None]:
    """Be one whom permissions stop: root becomes nobody for the time."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Take away the right to write to a folder and to what lies in it."""
    paths = [folder, *folder.rglob("*")]
    modes = [stat.S_IMODE(path.stat().st_mode) for path in paths]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        with as_anybody():
            yield
    finally:
        for path, mode in zip(paths, modes, strict=True):
            if path.exists():
                path.chmod(mode)
