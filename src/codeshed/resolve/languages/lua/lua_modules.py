"""The module system of Lua: a file is a module.

Turns: `require("a.b")` → the file `a/b.lua` or `a/b/init.lua` below some root folder.
"""

import posixpath
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path
from codeshed.resolve.languages.lua.lua_roots import LuaRoots

GLOBAL_NAMESPACE = "lua:"
MAX_TARGETS = 3
_RETURNED = "return"
_FILE = "file"
_LOCALS = "local"
_WRAPPED = "wrapped"
_ROOTS = frozenset({"", "lua", "lualib", "lib", "src"})
"""Folders that module names usually start from."""
_SUFFIX = ".lua"


class LuaModules:
    """Files by the module names under which others load them."""

    def __init__(self) -> None:
        self._known: tuple[RepositoryLayout, dict[str, list[str]]] | None = None
        self._roots = LuaRoots()

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the namespace of the file."""
        del facts, layout
        return f"lua:{path}"

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the namespaces of the file's locals, of the file, and of globals."""
        namespace = self.namespace_of(path, facts, layout)
        return f"{namespace}.{_LOCALS}", namespace, GLOBAL_NAMESPACE

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return the file that a module name denotes, or what this file returns."""
        is_reexport = each.form in {ImportForm.EXPORT_NAME, ImportForm.EXPORT_MODULE}
        if not each.module:
            reexported = _reexported_import(facts, each)
            if reexported is not None:
                return self.bind_import(path, facts, reexported, layout)
            namespace = self.namespace_of(path, facts, layout)
            own = (NameTarget(f"{namespace}.{_LOCALS}", each.name), NameTarget(GLOBAL_NAMESPACE, each.name))
            return Binding(targets=own, alias=each.alias, is_reexported=True, is_only_reexported=True)
        files = self._files(path, facts, each, layout)
        if each.detail == _WRAPPED and not files:
            return None
        targets: tuple[ImportTarget, ...] = tuple(
            target for file in files for target in _targets(f"lua:{file}", each.name)
        )
        is_relative = each.module.startswith(("./", "../"))
        external = ".".join(filter(None, (each.module.replace("/", "."), each.name)))
        return Binding(
            targets=targets or (() if is_relative else (ExternalTarget(external),)),
            alias=each.alias,
            is_expected=is_relative,
            is_reexported=is_reexport,
            is_only_reexported=is_reexport,
            files=tuple(files),
        )

    def _files(self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout) -> list[str]:
        """Return the likely files of a module name: below the root that most imports of the file point to, and near the file."""
        if each.detail == _FILE:
            paths = (join_path(posixpath.dirname(path), each.module), join_path("", each.module))
            return [each for each in paths if each is not None and layout.has_file(each)][:1]
        votes = self._votes(path, facts, layout)
        proven = {root for root, n in votes.items() if n > 1 or _is_root(root, path)}
        proven |= self._sole_roots(path, facts, layout) | self._roots.roots_for(path, layout)
        candidates = self._candidates(path, each.module, layout)
        found = [
            candidate
            for candidate in candidates
            if _is_plausible(candidate, path, _dotted(each.module), proven, layout)
        ]
        is_long = "." in _dotted(each.module)
        if not found and is_long:
            return _nearest_only([file for _, file in candidates], path)
        if len(found) <= 1:
            return [file for _, file in found]
        ranks = {
            file: (-votes[root], -_n_shared_folders(file, path), root.count("/")) for root, file in found
        }
        best = min(ranks.values())
        return [file for _, file in found if ranks[file] == best][:MAX_TARGETS]

    def _votes(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Counter[str]:
        """Return how many of the file's qualified module names exist below each root."""
        return Counter(root for found in self._qualified_names(path, facts, layout) for root, _ in found)

    def _sole_roots(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> set[str]:
        """Return the roots that are the only ones for one of the file's qualified module names."""
        return {found[0][0] for found in self._qualified_names(path, facts, layout) if len(found) == 1}

    def _qualified_names(
        self, path: str, facts: CodeFacts, layout: RepositoryLayout
    ) -> list[list[tuple[str, str]]]:
        """Return the candidates of each qualified module name that a file loads."""
        names = sorted({name for one in facts.imports if "." in (name := _dotted(one.module))})
        return [self._candidates(path, name, layout) for name in names]

    def _candidates(self, path: str, module: str, layout: RepositoryLayout) -> list[tuple[str, str]]:
        """Return the files that a module name may denote, each with its root."""
        name = _dotted(module)
        found = (file for file in self._files_by_name(layout).get(name, ()) if file != path)
        return [(_root(file, name), file) for file in found]

    def _files_by_name(self, layout: RepositoryLayout) -> dict[str, list[str]]:
        if self._known is None or self._known[0] is not layout:
            found: dict[str, list[str]] = {}
            for path in sorted(layout.paths):
                for name in _names(path):
                    found.setdefault(name, []).append(path)
            self._known = (layout, found)
        return self._known[1]


def _dotted(module: str) -> str:
    """Return a module name with dots as separators."""
    return module.replace("/", ".").strip(".")


def _is_plausible(
    candidate: tuple[str, str], path: str, name: str, proven: set[str], layout: RepositoryLayout
) -> bool:
    """Whether a candidate is plausible: its root is proven by other imports of the file, or is a usual one.

    An unqualified name is only weak evidence: it does not count in a folder below a proven root. A qualified
    name may extend a package that the file loads from a proven root.
    """
    root, file = candidate
    if root in proven:
        return True
    first, _, rest = name.partition(".")
    if not rest:
        return _is_root(root, path) and not any(map(file.startswith, proven))
    return _is_root(root, path) or any(f"{other}{first}".strip("/") in layout.folders for other in proven)


def _nearest_only(files: list[str], path: str) -> list[str]:
    """Return the file that shares most folders with a path, if there is one: a qualified name hardly matches by chance."""
    nearness = [_n_shared_folders(file, path) for file in files]
    nearest = [file for file, n_shared in zip(files, nearness, strict=True) if n_shared == max(nearness)]
    return nearest if len(nearest) == 1 else []


def _reexported_import(facts: CodeFacts, each: CodeImport) -> CodeImport | None:
    """Return the import that an export passes on: a module, or a member of one."""
    first, _, rest = each.name.partition(".")
    if any(definition.name == first and definition.parent == TOP_LEVEL for definition in facts.definitions):
        return None
    for other in facts.imports:
        if other.alias == first and other.module:
            name = ".".join(filter(None, (other.name, rest)))
            form = ImportForm.EXPORT_NAME if name else ImportForm.EXPORT_MODULE
            return replace(other, form=form, name=name, alias=each.alias)
    return None


def _is_root(root: str, path: str) -> bool:
    """Whether a folder may be a root: a usual one, or one above the file."""
    return posixpath.basename(root.rstrip("/")) in _ROOTS or path.startswith(root)


def _names(path: str) -> list[str]:
    """Return the module names of a file: the suffixes of its path."""
    if not path.endswith(_SUFFIX):
        return []
    parts = path.removesuffix(_SUFFIX).split("/")
    paths = [parts, parts[:-1]] if parts[-1] == "init" else [parts]
    return [".".join(each[index:]) for each in paths for index in range(len(each))]


def _root(path: str, name: str) -> str:
    """Return the root for a file and a module name, with a slash."""
    stem = path.removesuffix(_SUFFIX)
    stem = stem if stem.replace("/", ".").endswith(name) else posixpath.dirname(stem)
    return stem[: len(stem) - len(name)]


def _n_shared_folders(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count


def _targets(namespace: str, name: str) -> tuple[ImportTarget, ...]:
    """Return what a module denotes: what it returns, else all that it defines."""
    if name:
        return NameTarget(namespace, f"{_RETURNED}.{name}"), NameTarget(namespace, name)
    return NameTarget(namespace, _RETURNED), NamespaceTarget(namespace)
