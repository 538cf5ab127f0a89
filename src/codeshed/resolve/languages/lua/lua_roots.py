"""Root folders of Lua module names.

Turns: `.luarc.json`, `.emmyrc.json` and rockspecs → the root folders that they configure for the files below
them.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping

from codeshed.resolve.generic.names.lenient_json import (
    MAX_MANIFEST_BYTES,
    get_object,
    read_object,
    strings_of,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

LUARC = ".luarc.json"
EMMYRC = ".emmyrc.json"
_ROCKSPEC = ".rockspec"
_MARK = "?"
_PREFIX = "Lua."
_MODULE = re.compile(r"""\[?["']?(?P<name>[\w.-]+)["']?\]?\s*=\s*["'](?P<file>[\w./-]+\.lua)["']""")


class LuaRoots:
    """The configured roots of a repository."""

    def __init__(self) -> None:
        self._known: tuple[RepositoryLayout, Mapping[str, frozenset[str]]] | None = None

    def roots_for(self, path: str, layout: RepositoryLayout) -> frozenset[str]:
        """Return the roots for a file, each with a trailing slash."""
        if self._known is None or self._known[0] is not layout:
            self._known = (layout, _roots_by_folder(layout))
        found: set[str] = set()
        folder = path
        while folder:
            folder = posixpath.dirname(folder)
            found |= self._known[1].get(folder, frozenset())
        return frozenset(found)


def _roots_by_folder(layout: RepositoryLayout) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for manifest in sorted(layout.manifests):
        folder, name = posixpath.split(manifest)
        content = layout.manifests[manifest]
        if name in {LUARC, EMMYRC}:
            named = list(_configured_folders(read_object(content)))
        elif name.endswith(_ROCKSPEC):
            named = list(_rockspec_roots(content[:MAX_MANIFEST_BYTES].decode("utf-8", "replace")))
        else:
            continue
        folders = (join_path(folder, each) for each in named if not posixpath.isabs(each) and "$" not in each)
        roots = {
            f"{each_folder}/" if each_folder else "" for each_folder in folders if each_folder is not None
        }
        found[folder] = found.get(folder, frozenset()) | roots
    return found


def _configured_folders(settings: Mapping[str, object]) -> Iterator[str]:
    """Yield the folders in the settings of a language server."""
    plain = {key.removeprefix(_PREFIX): value for key, value in settings.items()}
    runtime, workspace = get_object(plain, "runtime"), get_object(plain, "workspace")
    patterns = (plain.get("runtime.path"), runtime.get("path"), runtime.get("requirePattern"))
    for pattern in (each for value in patterns for each in strings_of(value)):
        before, mark, _ = pattern.partition(_MARK)
        if mark:
            yield before or "."
    yield from strings_of(workspace.get("workspaceRoots"))


def _rockspec_roots(text: str) -> Iterator[str]:
    """Yield the roots of the modules in a rockspec: `["a.b"] = "src/a/b.lua"`."""
    for match in _MODULE.finditer(text):
        name, file = match["name"].replace(".", "/"), match["file"].removesuffix(".lua").removesuffix("/init")
        if file == name or file.endswith(f"/{name}"):
            yield file[: len(file) - len(name)] or "."
