"""Import resolution: which file an import refers to.

Turns: paths of Python files → ModuleTable. A root is a folder that imports start from. Each file searches its own
roots first and then the nearest ones, so packages of the same name in a monorepo never merge.
"""

import msgspec

from codeshed.model.languages.standard_names import PYTHON_LIBRARY
from codeshed.resolve.python.names.interface_trace import InterfaceTracker

_SOURCE_FOLDERS = ("src", "lib", "python")
_INIT = "__init__.py"


class NamespacePackage(msgspec.Struct, frozen=True):
    """A namespace package: a folder of modules without an `__init__.py`."""

    path: str


class MissingModule(msgspec.Struct, frozen=True):
    """A module that an import expects in the repository, which has none: a relative import, or one of an own package."""

    package: int | None = None
    """The `__init__.py` of the outermost package that is there, for an import that is not relative."""


ImportTarget = int | NamespacePackage | MissingModule | None
"""What an import refers to: a file, a namespace package, a module that is not there, or None for an external."""


class ModuleTable(msgspec.Struct, frozen=True):
    """All modules of a project, and the folders that contain them."""

    paths: tuple[str, ...]
    index_by_path: dict[str, int]
    folders: frozenset[str]
    roots: tuple[str, ...]
    package_name: str = ""
    """The name under which the project's root folder itself is imported, if it is a package."""
    tracker: InterfaceTracker = msgspec.field(default_factory=InterfaceTracker)
    _memo: dict[tuple[str, str], ImportTarget] = msgspec.field(default_factory=dict)

    def find_module(self, importer: str, module: str, level: int) -> ImportTarget:
        """Return what `module` refers to in the file `importer`.

        `level` counts leading dots: in `a/b/c.py`, `from ..d import e` searches `d` at level 2, which is `a/d.py`.
        """
        folder = _parent(importer)
        if level:
            for _ in range(level - 1):
                if not folder:
                    return MissingModule()
                folder = _parent(folder)
            return self._find_expected(folder, module)
        is_script = _join(folder, _INIT) not in self.index_by_path
        # For a script with the name of what it imports, that name refers to another module than for its neighbours.
        is_namesake = importer == _join(folder, f"{module.partition('.')[0]}.py")
        key = (importer if is_namesake else f"{folder}/" if is_script else folder, module)
        if key not in self._memo:
            # The keys are not recorded: the targets of all imports are compared as a whole after an edit.
            with self.tracker.collect() as ignored:
                self._memo[key] = self._search(importer, folder, module)
                ignored.keys.clear()
        return self._memo[key]

    def find_module_by_text(self, importer: str, module: str) -> ImportTarget:
        """Return what a dotted name in a text refers to, as `import_module("a.b")` has it, and record the paths looked at."""
        return self._search(importer, _parent(importer), module)

    def _find_expected(self, folder: str, module: str) -> "int | NamespacePackage | MissingModule":
        found = self.find_module_below(folder, module)
        return MissingModule() if found is None else found

    def _find_in_package(
        self, root: str, first: str, module: str
    ) -> "int | NamespacePackage | MissingModule":
        found = self.find_module_below(root, module)
        if found is not None:
            return found
        package = self.find_module_below(root, first)
        return MissingModule(package if isinstance(package, int) else None)

    def find_module_below(self, folder: str, module: str) -> "int | NamespacePackage | None":
        """Return the module of a dotted name relative to a folder; the empty name is the folder's own package."""
        base = _join(folder, module.replace(".", "/")) if module else folder
        self.tracker.current.keys.add(base)
        for path in (_join(base, _INIT), f"{base}.py"):
            if (base or path == _INIT) and path in self.index_by_path:
                return self.index_by_path[path]
        return NamespacePackage(base) if base in self.folders else None

    def import_root_of(self, path: str) -> str:
        """Return the folder above the outermost package of a file; for a script, its own folder."""
        folder = _parent(path)
        while folder and _join(folder, _INIT) in self.index_by_path:
            folder = _parent(folder)
        return folder

    def dotted_name(self, path: str) -> str:
        """Return the name under which a file is imported from its own root."""
        root = self.import_root_of(path)
        inner = path[len(root) + 1 :] if root else path
        stem = inner.removesuffix(".py").removesuffix(".ipynb").removesuffix("/__init__")
        is_within = self.package_name and not root
        return ".".join(
            [self.package_name] * bool(is_within) + ([] if stem == "__init__" else stem.split("/"))
        )

    def _search(self, importer: str, folder: str, module: str) -> ImportTarget:
        own_root = self.import_root_of(importer)
        first, _, rest = module.partition(".")
        if first and first == self.package_name:
            return self._find_expected("", rest)
        is_standard = first in PYTHON_LIBRARY
        near_roots = [own_root] if is_standard else _near_roots(own_root)
        for root in near_roots:
            if self._has_package(root, first, module) and not self._is_itself(root, first, importer):
                return self._find_in_package(root, first, module)
        if is_standard:
            return None
        other_roots = [
            root for root in self.roots if root not in near_roots and self._has_package(root, first, module)
        ]
        distances = [folder_distance(folder, root) for root in other_roots]
        nearest = [
            root for root, distance in zip(other_roots, distances, strict=True) if distance == min(distances)
        ]
        return self._find_in_package(nearest[0], first, module) if len(nearest) == 1 else None

    def _is_itself(self, root: str, first: str, importer: str) -> bool:
        """Whether the import would find the importing script: `import click` in `click.py` means another module."""
        return self.find_module_below(root, first) == self.index_by_path[importer] and not importer.endswith(
            _INIT
        )

    def _has_package(self, root: str, first: str, module: str) -> bool:
        """Whether a root contains the imported package.

        A namespace package must contain the whole module. A module that is no package has no submodules: when
        `poetry.factory` is imported, a file `poetry.py` is not meant.
        """
        found = self.find_module_below(root, first)
        is_package = isinstance(found, int) and self.paths[found] == _join(_join(root, first), _INIT)
        return is_package or (found is not None and self.find_module_below(root, module) is not None)


def module_table(paths: tuple[str, ...], package_name: str = "") -> ModuleTable:
    """Find the packages and roots of a project from the paths of its Python files.

    `package_name` is the name under which the project's root folder itself is imported, if it is a package.
    """
    index_by_path = {path: index for index, path in enumerate(paths)}
    folders: set[str] = set()
    for path in paths:
        folder = _parent(path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = _parent(folder)
    table = ModuleTable(paths=paths, index_by_path=index_by_path, folders=frozenset(folders), roots=())
    roots = {table.import_root_of(path) for path in paths if _join(_parent(path), _INIT) in index_by_path}
    roots |= {folder for folder in folders if folder.rsplit("/", 1)[-1] in _SOURCE_FOLDERS}
    return ModuleTable(
        paths=paths,
        index_by_path=index_by_path,
        folders=frozenset(folders),
        roots=tuple(sorted(roots)),
        package_name=package_name,
        tracker=table.tracker,
    )


def _near_roots(own_root: str) -> list[str]:
    """Return a file's own root and all folders above it, each followed by its source folders."""
    near_roots = []
    folder = own_root
    while True:
        near_roots += [folder, *(_join(folder, name) for name in _SOURCE_FOLDERS)]
        if not folder:
            return near_roots
        folder = _parent(folder)


def folder_distance(folder: str, root: str) -> int:
    """Return how many steps lead from a folder to a root, up to their common folder and down again."""
    one, other = folder.split("/"), root.split("/")
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return len(one) + len(other) - 2 * shared


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
