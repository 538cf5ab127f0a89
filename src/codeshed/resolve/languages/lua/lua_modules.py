"""Lua: a file is a module.

Turns: `require("a.b")` → the file `a/b.lua` or `a/b/init.lua` below some folder.
"""

import posixpath
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from codeshed.model.code_facts import TOP_LEVEL, CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.names.repository_layout import Layout, joined
from codeshed.resolve.languages.lua.lua_roots import LuaRoots

GLOBAL_SPACE = "lua:"
MAX_TARGETS = 3
_RETURNED = "return"
_FILE = "file"
_OWN = "local"
_WRAPPED = "wrapped"
_ROOTS = frozenset({"", "lua", "lualib", "lib", "src"})
"""Folders that modules are usually named from."""
_SUFFIX = ".lua"


class LuaModules:
    """The files of a repository by the names that others load them by."""

    def __init__(self) -> None:
        self._known: tuple[Layout, dict[str, list[str]]] | None = None
        self._roots = LuaRoots()

    def space_of(self, path: str, facts: CodeFacts, layout: Layout) -> str:
        """Return the file itself."""
        del facts, layout
        return f"lua:{path}"

    def seen_spaces(self, path: str, facts: CodeFacts, layout: Layout) -> Sequence[str]:
        """Return what only the file sees, the file itself, and what all files share."""
        space = self.space_of(path, facts, layout)
        return f"{space}.{_OWN}", space, GLOBAL_SPACE

    def bind(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding | None:
        """Return the file that a name means, or what this file returns."""
        is_passed_on = each.form in {ImportForm.EXPORT_NAME, ImportForm.EXPORT_MODULE}
        if not each.module:
            held = _held_import(facts, each)
            if held is not None:
                return self.bind(path, facts, held, layout)
            space = self.space_of(path, facts, layout)
            own = (NameTarget(f"{space}.{_OWN}", each.name), NameTarget(GLOBAL_SPACE, each.name))
            return Binding(targets=own, alias=each.alias, is_passed_on=True, is_only_passed_on=True)
        files = self._files(path, facts, each, layout)
        if each.detail == _WRAPPED and not files:
            return None
        targets: tuple[Target, ...] = tuple(
            target for file in files for target in _targets(f"lua:{file}", each.name)
        )
        external = ".".join(filter(None, (each.module.replace("/", "."), each.name)))
        return Binding(
            targets=targets or (ExternalTarget(external),),
            alias=each.alias,
            is_passed_on=is_passed_on,
            is_only_passed_on=is_passed_on,
            files=tuple(files),
        )

    def _files(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> list[str]:
        """Return the files that may be meant: below the folder that most imports of the file point to, and near it."""
        if each.detail == _FILE:
            places = (joined(posixpath.dirname(path), each.module), joined("", each.module))
            return [place for place in places if place is not None and layout.has(place)][:1]
        votes = self._votes(path, facts, layout)
        proven = {root for root, n in votes.items() if n > 1 or _is_root(root, path)}
        proven |= self._sole_roots(path, facts, layout) | self._roots.of(path, layout)
        candidates = self._candidates(path, each.module, layout)
        found = [
            candidate
            for candidate in candidates
            if _can_be_meant(candidate, path, _dotted(each.module), proven, layout)
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

    def _votes(self, path: str, facts: CodeFacts, layout: Layout) -> Counter[str]:
        """Return how many names of several parts that a file loads are below each folder."""
        return Counter(root for found in self._long_names(path, facts, layout) for root, _ in found)

    def _sole_roots(self, path: str, facts: CodeFacts, layout: Layout) -> set[str]:
        """Return the folders that a name of several parts is below, and below no other."""
        return {found[0][0] for found in self._long_names(path, facts, layout) if len(found) == 1}

    def _long_names(self, path: str, facts: CodeFacts, layout: Layout) -> list[list[tuple[str, str]]]:
        """Return what can be loaded by each name of several parts that a file loads."""
        names = sorted({name for one in facts.imports if "." in (name := _dotted(one.module))})
        return [self._candidates(path, name, layout) for name in names]

    def _candidates(self, path: str, module: str, layout: Layout) -> list[tuple[str, str]]:
        """Return the files that can be loaded by a name, each with the folder that the name is below."""
        name = _dotted(module)
        found = (file for file in self._files_by_name(layout).get(name, ()) if file != path)
        return [(_root(file, name), file) for file in found]

    def _files_by_name(self, layout: Layout) -> dict[str, list[str]]:
        if self._known is None or self._known[0] is not layout:
            found: dict[str, list[str]] = {}
            for path in sorted(layout.paths):
                for name in _names(path):
                    found.setdefault(name, []).append(path)
            self._known = (layout, found)
        return self._known[1]


def _dotted(module: str) -> str:
    """Return the name of a module with dots between its parts."""
    return module.replace("/", ".").strip(".")


def _can_be_meant(candidate: tuple[str, str], path: str, name: str, proven: set[str], layout: Layout) -> bool:
    """Whether a name can be one below a folder: a short one says little of a file that has a longer one.

    It has one if it is below a folder that the file's other names are below. A longer name may add to a part of the names
    that the file loads from elsewhere.
    """
    root, file = candidate
    if root in proven:
        return True
    first, _, rest = name.partition(".")
    if not rest:
        return _is_root(root, path) and not any(map(file.startswith, proven))
    return _is_root(root, path) or any(f"{other}{first}".strip("/") in layout.folders for other in proven)


def _nearest_only(files: list[str], path: str) -> list[str]:
    """Return the file that is nearer to another than all else: what has a name of several parts hardly has it by chance."""
    nearness = [_n_shared_folders(file, path) for file in files]
    nearest = [file for file, n_shared in zip(files, nearness, strict=True) if n_shared == max(nearness)]
    return nearest if len(nearest) == 1 else []


def _held_import(facts: CodeFacts, each: CodeImport) -> CodeImport | None:
    """Return what a file passes on, if that is something it imports: a module, or a member of one."""
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
    """Whether a folder is one that names begin at: a usual one, or one around the file that loads."""
    return posixpath.basename(root.rstrip("/")) in _ROOTS or path.startswith(root)


def _names(path: str) -> list[str]:
    """Return the names that a file can be loaded by: the ends of its path."""
    if not path.endswith(_SUFFIX):
        return []
    parts = path.removesuffix(_SUFFIX).split("/")
    paths = [parts, parts[:-1]] if parts[-1] == "init" else [parts]
    return [".".join(each[place:]) for each in paths for place in range(len(each))]


def _root(path: str, name: str) -> str:
    """Return the folder that a file's name is below, with a slash."""
    whole = path.removesuffix(_SUFFIX)
    whole = whole if whole.replace("/", ".").endswith(name) else posixpath.dirname(whole)
    return whole[: len(whole) - len(name)]


def _n_shared_folders(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count


def _targets(space: str, name: str) -> tuple[Target, ...]:
    """Return what a file gives: what it returns, else all that it defines."""
    if name:
        return NameTarget(space, f"{_RETURNED}.{name}"), NameTarget(space, name)
    return NameTarget(space, _RETURNED), SpaceTarget(space)
