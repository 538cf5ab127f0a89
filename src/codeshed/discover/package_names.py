"""By which names of packages files were imported.

Turns: a revision + paths → names of packages by path: that of the nearest `package.json` above each, as it was then.
"""

from collections.abc import Collection
from pathlib import Path, PurePosixPath

import msgspec

from codeshed.discover.blobs import read_blobs
from codeshed.discover.git import run_git
from codeshed.model.language import language_of_path
from codeshed.model.language_traits import traits_of

_MANIFEST = "package.json"
_MAX_MANIFESTS = 10_000
_MAX_BYTES = 1_000_000


class _Manifest(msgspec.Struct, frozen=True):
    name: str = ""


def package_names(root: Path, revision: str, paths: Collection[str]) -> dict[str, str]:
    """Return the packages of files, of those that a language imports by the name of a package and that are in one."""
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
    """Return the names that manifests of folders gave to their packages at a revision; those without one have none."""
    asked = folders[:_MAX_MANIFESTS]
    if not asked:
        return {}
    # A path that begins with a dot is one from the folder in which git runs.
    lines = "".join(f"{revision}:./{folder}/{_MANIFEST}\n" for folder in asked)
    question = lines.replace("/./", "/").encode("utf-8", "surrogateescape")
    told = run_git(root, ("cat-file", "--batch-check=%(objectname) %(objecttype)"), question=question)
    id_by_folder = {
        folder: line.split(" ")[0]
        for folder, line in zip(asked, told.output.decode("utf-8", "replace").splitlines(), strict=False)
        if line.endswith(" blob")
    }
    content_by_id = read_blobs(root, frozenset(id_by_folder.values()), max_bytes=_MAX_BYTES)
    names = {folder: _name_in(content_by_id.get(blob, b"")) for folder, blob in id_by_folder.items()}
    return {folder: name for folder, name in names.items() if name}


def _name_in(content: bytes) -> str:
    try:
        return msgspec.json.decode(content, type=_Manifest).name
    except msgspec.DecodeError:
        return ""
