"""The package names by which files of a past revision were imported.

Turns: a revision + paths → the name in the nearest `package.json` above each path, as of that revision.
"""

from collections.abc import Collection
from pathlib import Path, PurePosixPath

import msgspec

from codeshed.discover.git import run_git
from codeshed.discover.git_blobs import read_blobs
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of

_MANIFEST = "package.json"
_MAX_MANIFESTS = 10_000
_MAX_BYTES = 1_000_000


class _PackageManifest(msgspec.Struct, frozen=True):
    name: str = ""


def package_names(root: Path, revision: str, paths: Collection[str]) -> dict[str, str]:
    """Return the package names of those files that are in a package and whose language imports by package name."""
    files = [
        path
        for path in sorted(paths)
        if traits_of(language_of_path(path)).package_manifest == _MANIFEST and "\n" not in path
    ]
    name_by_folder = _names(root, revision, sorted({folder for path in files for folder in _folders(path)}))
    found = {
        path: next((name_by_folder[each] for each in _folders(path) if each in name_by_folder), "")
        for path in files
    }
    return {path: name for path, name in found.items() if name}


def _folders(path: str) -> list[str]:
    """Return the folders around a file, the nearest first; the root is `.`."""
    return [str(folder) for folder in PurePosixPath(path).parents]


def _names(root: Path, revision: str, folders: list[str]) -> dict[str, str]:
    """Return the package names of folders with a manifest at a revision."""
    bounded = folders[:_MAX_MANIFESTS]
    if not bounded:
        return {}
    # A path that begins with a dot is relative to the folder in which git runs.
    lines = "".join(f"{revision}:./{folder}/{_MANIFEST}\n" for folder in bounded)
    question = lines.replace("/./", "/").encode("utf-8", "surrogateescape")
    answer = run_git(root, ("cat-file", "--batch-check=%(objectname) %(objecttype)"), standard_input=question)
    id_by_folder = {
        folder: line.split(" ")[0]
        for folder, line in zip(bounded, answer.output.decode("utf-8", "replace").splitlines(), strict=False)
        if line.endswith(" blob")
    }
    content_by_id = read_blobs(root, frozenset(id_by_folder.values()), max_bytes=_MAX_BYTES)
    names = {folder: _name_in(content_by_id.get(blob, b"")) for folder, blob in id_by_folder.items()}
    return {folder: name for folder, name in names.items() if name}


def _name_in(content: bytes) -> str:
    try:
        return msgspec.json.decode(content, type=_PackageManifest).name
    except msgspec.DecodeError:
        return ""
