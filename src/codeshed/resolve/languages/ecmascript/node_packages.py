"""Node packages in a repository: by name, by workspace, and by their `exports`.

Turns: `package.json` and `pnpm-workspace.yaml` → the files that package names, and `#names` within a package,
denote.
"""

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from codeshed.resolve.generic.names.lenient_json import get_object, read_object, strings_of
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path
from codeshed.resolve.languages.ecmascript.import_specifiers import (
    find_entries,
    find_file,
    find_flattened,
    find_source,
)

_MANIFEST = "package.json"
_PNPM = "pnpm-workspace.yaml"
_INSTALLED = "node_modules"
_ENTRY_FIELDS = ("source", "module", "main", "browser", "types", "typings")
_ENTRY_FIELDS_FOR_CALLS = ("source", "main", "module", "browser", "types", "typings")
_CONDITIONS = ("source", "import", "module", "node", "default", "browser", "require", "types")
_CONDITIONS_FOR_CALLS = ("source", "require", "node", "default", "module", "import", "browser", "types")
_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_LOCAL = re.compile(r"\A(?:file|link|portal|workspace):(?P<path>\.{1,2}(?:/.*)?)\Z")
_MAX_TARGETS = 50
_MAX_LEAVES = 500
_MAX_STARS = 6


class NodePackages:
    """The packages of a repository."""

    def __init__(self, layout: RepositoryLayout) -> None:
        self._layout = layout
        self._manifests = {
            posixpath.dirname(path): read_object(layout.manifests[path])
            for path in layout.manifests_named(_MANIFEST)
        }
        self._folders_by_name: dict[str, list[str]] = {}
        for folder, manifest in self._manifests.items():
            name = manifest.get("name")
            if isinstance(name, str) and name:
                self._folders_by_name.setdefault(name, []).append(folder)
        self._entries_by_folder: dict[str, str | None] = {}
        self._workspaces = {
            folder: patterns for folder in self._roots() if (patterns := tuple(self._member_patterns(folder)))
        }

    def package_folder_of(self, path: str) -> str | None:
        """Return the folder of the package that contains a file."""
        found = self._layout.nearest_manifest(path, _MANIFEST)
        return None if found is None else posixpath.dirname(found)

    def find(self, name: str, path: str) -> str | None:
        """Return the folder of the package that a name denotes in a file.

        What is installed in a folder is visible only below it; the nearest one wins.
        """
        own = self.package_folder_of(path)
        candidates = self._folders_by_name.get(name, [])
        if own is not None and own in candidates:
            return own
        for root in _upward(path):
            installed = posixpath.join(root, _INSTALLED, name)
            if installed in self._manifests:
                return installed
            member = next((each for each in candidates if self._is_member(root, each)), None)
            if member is not None:
                return member
        linked = None if own is None else self._linked(own, name)
        if linked is not None:
            return linked
        written = [each for each in candidates if _INSTALLED not in each.split("/")]
        return written[0] if len(written) == 1 else None

    def entry(self, folder: str, inner: str, *, is_called: bool = False) -> str | None:
        """Return the file that a package exports at a subpath; "" is its main file.

        With `is_called` it is loaded by `require`, which may get another file.
        """
        manifest = self._manifests.get(folder, {})
        targets = list(
            _targets(
                manifest.get("exports"), f"./{inner}" if inner else ".", _conditions(is_called=is_called)
            )
        )
        if not inner:
            fields = _ENTRY_FIELDS_FOR_CALLS if is_called else _ENTRY_FIELDS
            targets += [text for field in fields for text in strings_of(manifest.get(field))]
        for target in targets[:_MAX_TARGETS]:
            found = find_source(self._layout, folder, target, self._entries_of(folder))
            if found is not None:
                return found
        found = find_source(self._layout, folder, inner or "index")
        for source in ("src", "lib"):
            found = found or find_file(self._layout, posixpath.join(folder, source, inner or "index"))
        for target in targets[:_MAX_TARGETS]:
            found = found or find_flattened(self._layout, folder, target)
        return found

    def _entries_of(self, folder: str) -> str | None:
        """Return the source folder of all that a package exports, if its files show it."""
        if folder not in self._entries_by_folder:
            leaves = tuple(islice(_leaves(self._manifests.get(folder, {}).get("exports")), _MAX_LEAVES + 1))
            is_known = len(leaves) <= _MAX_LEAVES
            self._entries_by_folder[folder] = find_entries(self._layout, folder, leaves) if is_known else None
        return self._entries_by_folder[folder]

    def folder_entry(self, folder: str, *, is_called: bool) -> str | None:
        """Return the main file of a folder with a manifest."""
        return self.entry(folder, "", is_called=is_called) if folder in self._manifests else None

    def import_targets(self, name: str, path: str, *, is_called: bool) -> Iterator[tuple[str, str]]:
        """Yield the targets of `#name` in a file: the folder of its package, and a path or package."""
        folder = self.package_folder_of(path)
        if folder is not None:
            imports, conditions = self._manifests[folder].get("imports"), _conditions(is_called=is_called)
            for target in _targets(imports, name, conditions):
                yield folder, target

    def _roots(self) -> set[str]:
        pnpm = {posixpath.dirname(path) for path in self._layout.manifests_named(_PNPM)}
        return pnpm | {folder for folder, manifest in self._manifests.items() if "workspaces" in manifest}

    def _member_patterns(self, root: str) -> Iterator[tuple[bool, re.Pattern[str]]]:
        """Yield the workspace patterns, and whether each includes or excludes folders."""
        written = self._manifests.get(root, {}).get("workspaces")
        listed = strings_of(written) or strings_of(
            get_object({"workspaces": written}, "workspaces").get("packages")
        )
        pnpm = self._layout.manifests.get(posixpath.join(root, _PNPM), b"")
        for each in (*listed, *_pnpm_packages(pnpm.decode("utf-8", "replace"))):
            path = join_path(root, each.lstrip("!"))
            if path is not None and path.count("*") <= _MAX_STARS:
                yield not each.startswith("!"), _glob(path)

    def _is_member(self, root: str, folder: str) -> bool:
        if root not in self._workspaces:
            return False
        is_member = folder == root
        for takes_in, pattern in self._workspaces[root]:
            if pattern.fullmatch(folder):
                is_member = takes_in
        return is_member

    def _linked(self, own: str, name: str) -> str | None:
        """Return the folder of a dependency with a local path."""
        for field in _DEPENDENCIES:
            written = get_object(self._manifests[own], field).get(name)
            found = _LOCAL.match(written) if isinstance(written, str) else None
            path = None if found is None else join_path(own, found["path"])
            if path is not None:
                return path
        return None


def split_name(module: str) -> tuple[str, str]:
    """Split a specifier into package name and subpath: `@a/b/c` is `@a/b` and `c`."""
    parts = module.split("/")
    n_name = 2 if module.startswith("@") else 1
    return "/".join(parts[:n_name]), "/".join(parts[n_name:])


def _upward(path: str) -> Iterator[str]:
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""


def _pnpm_packages(text: str) -> Iterator[str]:
    """Yield the list under `packages:`; nothing else of the file is read."""
    is_inside = False
    for line in text.splitlines():
        bare = line.split(" #", 1)[0].rstrip()
        if bare and not bare[0].isspace() and not bare.startswith("-"):
            is_inside = bare.startswith("packages:")
        elif is_inside and bare.strip().startswith("- "):
            yield bare.strip()[2:].strip().strip("'\"")


def _glob(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"(\*\*/?|\*)", pattern.rstrip("/"))
    written = {"**": ".*", "**/": "(?:.*/)?", "*": "[^/]*"}
    return re.compile("".join(written.get(piece) or re.escape(piece) for piece in pieces))


def _conditions(*, is_called: bool) -> tuple[str, ...]:
    return _CONDITIONS_FOR_CALLS if is_called else _CONDITIONS


def _targets(table: object, name: str, conditions: tuple[str, ...]) -> Iterator[str]:
    """Yield the targets of a name in a table of `exports` or `imports`, the likeliest condition first."""
    if not isinstance(table, dict) or not any(str(key).startswith((".", "#")) for key in table):
        if name == ".":
            yield from _leaves(table, conditions)
        return
    if name in table:
        yield from _leaves(table[name], conditions)
        return
    best = max(
        (key for key in table if "*" in key and _middle(key, name) is not None),
        key=lambda key: len(key.partition("*")[0]),
        default=None,
    )
    if best is not None:
        middle = _middle(best, name) or ""
        for leaf in _leaves(table[best], conditions):
            yield leaf.replace("*", middle)


def _middle(pattern: str, name: str) -> str | None:
    """Return what the star of a pattern matches in a name, None if it does not match."""
    before, _, behind = pattern.partition("*")
    fits = name.startswith(before) and name.endswith(behind) and len(name) >= len(before) + len(behind)
    return name[len(before) : len(name) - len(behind)] if fits else None


def _leaves(value: object, conditions: tuple[str, ...] = _CONDITIONS, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < _MAX_TARGETS:
        for each in value:
            yield from _leaves(each, conditions, depth + 1)
    elif isinstance(value, dict) and depth < _MAX_TARGETS:
        known = [each for each in conditions if each in value]
        for key in (*known, *(key for key in value if key not in known)):
            yield from _leaves(value[key], conditions, depth + 1)
