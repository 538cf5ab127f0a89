"""Finds the installed packages of virtual and conda environments.

Turns: a folder → the paths of its `site-packages`. Their code is not indexed, but the type engine can use its types.
"""

import os

from codeshed.discover.default_exclusions import ENVIRONMENT_MARKS, INSTALLED_FOLDERS

_INTERPRETERS = ("python", "pypy")


def is_environment(location: str) -> bool:
    """Whether a folder is the root of a virtual or conda environment."""
    return any(os.path.lexists(f"{location}/{mark}") for mark in ENVIRONMENT_MARKS)


def find_site_packages(location: str, path: str) -> tuple[str, ...]:
    """Return the paths of folders with installed packages: `.venv` has `.venv/lib/python3.11/site-packages`."""
    if path.rpartition("/")[2] in INSTALLED_FOLDERS:
        return (path,)
    found = []
    for library in _folders(location):
        if library.lower() != "lib":
            continue
        for inner in _folders(f"{location}/{library}"):
            if inner in INSTALLED_FOLDERS:
                found.append(f"{path}/{library}/{inner}")
            elif inner.startswith(_INTERPRETERS):
                found += [
                    f"{path}/{library}/{inner}/{packages}"
                    for packages in _folders(f"{location}/{library}/{inner}")
                    if packages in INSTALLED_FOLDERS
                ]
    return tuple(found)


def _folders(location: str) -> list[str]:
    """Return the names of the subfolders of a folder, without links."""
    try:
        with os.scandir(location) as entries:
            return [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
