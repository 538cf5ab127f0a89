"""Which file an import means.

Turns: paths of Python files → ModuleTable. A root is a folder that imports start from; each file searches its own
roots first and then the nearest ones, so that packages of the same name in a monorepo never merge.
"""

import msgspec

from codeshed.model.standard_names import PYTHON_LIBRARY
from codeshed.resolve.python.names.interface_trace import Tracker

_SOURCE_FOLDERS = ("src", "lib", "python")
_INIT = "__init__.py"


class Folder(msgspec.Struct, frozen=True):
    """A namespace package: a folder of modules without an `__init__.py`."""

    path: str


class ModuleTable(msgspec.Struct, frozen=True):
    """All modules of a project, and the folders that hold them."""

    paths: tuple[str, ...]
    index_by_path: dict[str, int]
    folders: frozenset[str]
    roots: tuple[str, ...]
    package_name: str = ""
    """The name by which the project's folder itself is imported, if it is a package."""
    tracker: Tracker = msgspec.field(default_factory=Tracker)
    _found: dict[tuple[str, str], "int | Folder | None"] = msgspec.field(default_factory=dict)

    def find(self, importer: str, module: str, level: int) -> "int | Folder | None":
        """Return the file or namespace package that `module` means in the file `importer`, None for an external.

        `level` counts leading dots: in `a/b/c.py`, `from ..d import e` asks for `d` at level 2, which is `a/d.py`.
        """
        folder = _parent(importer)
        if level:
            for _ in range(level - 1):
                if not folder:
                    return None
                folder = _parent(folder)
            return self.at(folder, module)
        is_script = _join(folder, _INIT) not in self.index_by_path
        # A script that has the name of what it imports means another module by it than its neighbours do.
        is_namesake = importer == _join(folder, f"{module.partition('.')[0]}.py")
        key = (importer if is_namesake else f"{folder}/" if is_script else folder, module)
        if key not in self._found:
            # Where a module is looked for decides about each import, which is compared as a whole.
            with self.tracker.collect() as ignored:
                self._found[key] = self._search(importer, folder, module)
                ignored.places.clear()
        return self._found[key]

    def at(self, folder: str, module: str) -> "int | Folder | None":
        """Return the module of a dotted name below a folder; no name is the folder's own package."""
        base = _join(folder, module.replace(".", "/")) if module else folder
        self.tracker.current.places.add(base)
        for path in (_join(base, _INIT), f"{base}.py"):
            if (base or path == _INIT) and path in self.index_by_path:
                return self.index_by_path[path]
        return Folder(base) if base in self.folders else None

    def root_of(self, path: str) -> str:
        """Return the folder above the outermost package that a file belongs to; a script's own folder."""
        folder = _parent(path)
        while folder and _join(folder, _INIT) in self.index_by_path:
            folder = _parent(folder)
        return folder

    def dotted_name(self, path: str) -> str:
        """Return the name under which a file is imported from its own root."""
        root = self.root_of(path)
        inner = path[len(root) + 1 :] if root else path
        stem = inner.removesuffix(".py").removesuffix(".ipynb").removesuffix("/__init__")
        is_within = self.package_name and not root
        return ".".join(
            [self.package_name] * bool(is_within) + ([] if stem == "__init__" else stem.split("/"))
        )

    def _search(self, importer: str, folder: str, module: str) -> "int | Folder | None":
        own_root = self.root_of(importer)
        first, _, rest = module.partition(".")
        if first and first == self.package_name:
            return self.at("", rest)
        is_standard = first in PYTHON_LIBRARY
        near = [own_root] if is_standard else _near_roots(own_root)
        for root in near:
            if self._decides(root, first, module) and not self._is_itself(root, first, importer):
                return self.at(root, module)
        if is_standard:
            return None
        others = [root for root in self.roots if root not in near and self._decides(root, first, module)]
        distances = [distance(folder, root) for root in others]
        nearest = [
            root for root, distance in zip(others, distances, strict=True) if distance == min(distances)
        ]
        return self.at(nearest[0], module) if len(nearest) == 1 else None

    def _is_itself(self, root: str, first: str, importer: str) -> bool:
        """Whether a script has the name of what it imports: `click.py`, which imports `click`, means another one."""
        return self.at(root, first) == self.index_by_path[importer] and not importer.endswith(_INIT)

    def _decides(self, root: str, first: str, module: str) -> bool:
        """Whether a root has the package in question.

        A namespace package must hold the whole module. A file that is no package has nothing below it: where
        `poetry.factory` is imported, a `poetry.py` is another one.
        """
        found = self.at(root, first)
        is_package = isinstance(found, int) and self.paths[found] == _join(_join(root, first), _INIT)
        return is_package or (found is not None and self.at(root, module) is not None)


def module_table(paths: tuple[str, ...], package_name: str = "") -> ModuleTable:
    """Find the packages and roots of a project from the paths of its Python files.

    `package_name` is the name by which the project's folder itself is imported, if it is a package.
    """
    index_by_path = {path: index for index, path in enumerate(paths)}
    folders: set[str] = set()
    for path in paths:
        folder = _parent(path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = _parent(folder)
    table = ModuleTable(paths=paths, index_by_path=index_by_path, folders=frozenset(folders), roots=())
    roots = {table.root_of(path) for path in paths if _join(_parent(path), _INIT) in index_by_path}
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
    """Return a file's own root and the folders above it, each with the source folders that lie in it."""
    near = []
    folder = own_root
    while True:
        near += [folder, *(_join(folder, name) for name in _SOURCE_FOLDERS)]
        if not folder:
            return near
        folder = _parent(folder)


def distance(folder: str, root: str) -> int:
    """Return how many folders lie on the way from a folder to a root."""
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
