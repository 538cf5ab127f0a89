"""Disks that are full: a real one where we may make it, else a limit on the size of files.

Turns: a folder → the same folder, in which only so many bytes can be written.
"""

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MOUNT, _UNMOUNT = shutil.which("mount"), shutil.which("umount")


@contextmanager
def small_disk(folder: Path, n_bytes: int) -> Iterator[bool]:
    """Make a folder a disk of its own; say False if this machine does not let us."""
    folder.mkdir(exist_ok=True)
    if os.geteuid() != 0 or _MOUNT is None or _UNMOUNT is None:
        yield False
        return
    command = [_MOUNT, "-t", "tmpfs", "-o", f"size={n_bytes}", "tmpfs", str(folder)]
    if subprocess.run(command, check=False, capture_output=True).returncode != 0:  # noqa: S603 - a fixed command
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run([_UNMOUNT, str(folder)], check=True)  # noqa: S603 - a fixed command


@contextmanager
def small_files(n_bytes: int) -> Iterator[None]:
    """Let no file grow beyond a size; Python asks not to be killed for it, so writing fails."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def fill(folder: Path, n_bytes_left: int) -> None:
    """Fill a disk but for some bytes."""
    with (folder / "filling").open("wb") as file:
        file.write(bytes(max(0, shutil.disk_usage(folder).free - n_bytes_left)))
