"""Imports that are written differently and have the same target.

Turns: the ImportBindings of two revisions of a file → those of the new one, in which a name with an unchanged target keeps
its old source. Only Python imports are resolved: in `app/sub.py`, `from app.base import Base` and `from .base import Base`
are equivalent, and so is `from app import Base` if `app/__init__.py` re-exports it.
"""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Protocol

from msgspec.structs import replace

from codeshed.diff.file_version import FileVersion
from codeshed.diff.import_bindings import ALL, ImportBindings, Sources
from codeshed.model.languages.language import is_python
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.names.module_resolution import (
    MissingModule,
    ModuleTable,
    NamespacePackage,
    module_table,
)

_INIT = "__init__.py"
_MAX_STEPS = 20
"""How many re-exports are followed from one import."""


class OtherModules(Protocol):
    """The Python modules that are the same in both revisions."""

    @property
    def paths(self) -> Collection[str]:
        """The paths of the modules; changed modules may be among them."""

    def read(self, path: str) -> FileVersion | None:
        """Return a module, None if it cannot be read."""


class _RevisionModules:
    """The Python modules of one revision: all paths, and the files that differ from the other revision."""

    def __init__(
        self, files: Mapping[str, FileVersion], removed: Collection[str], others: OtherModules
    ) -> None:
        self._files = files
        self._gone = removed
        self._others = others

    @cached_property
    def _table(self) -> ModuleTable:
        own = (path for path in self._files if is_python(path))
        return module_table(tuple(sorted({*self._others.paths, *own}.difference(self._gone))))

    def find_targets(self, path: str, sources: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
        """Return the import targets of sources in a file, as path and name; a source that cannot be resolved is its own target."""
        return frozenset(self._find_target(path, each[0], each[1], _MAX_STEPS) or each for each in sources)

    def _find_target(self, importer: str, module: str, name: str, n_steps: int) -> tuple[str, ...] | None:
        dotted = module.lstrip(".")
        found = self._table.find_module(importer, dotted, len(module) - len(dotted))
        if found is None or isinstance(found, MissingModule) or not n_steps:
            return None
        if isinstance(found, NamespacePackage):
            return (
                self._module_target(self._table.find_module_below(found.path, name)) if name != ALL else None
            )
        path = self._table.paths[found]
        return (path, name) if name in {"", ALL} else self._find_name(path, name, n_steps)

    def _find_name(self, path: str, name: str, n_steps: int) -> tuple[str, ...] | None:
        """Return the target of a name in a module: its own symbol, an import of it, or a submodule of the package."""
        file = self._files[path] if path in self._files else self._others.read(path)
        if file is None:
            return None
        sources = file.bindings.inside.get(name, frozenset())
        is_own = any(each.symbol == member_symbol(path, name) for each in file.definitions)
        if is_own or len(sources) > 1:
            return None if sources else (path, name)
        if sources:
            ((module, imported_name, *_),) = sources
            return self._find_target(path, module, imported_name, n_steps - 1)
        if file.bindings.wildcard_imports or not path.endswith(_INIT):
            return None
        return self._module_target(
            self._table.find_module_below(path.removesuffix(_INIT).removesuffix("/"), name)
        )

    def _module_target(self, found: "int | NamespacePackage | None") -> tuple[str, ...] | None:
        if found is None:
            return None
        return (found.path if isinstance(found, NamespacePackage) else self._table.paths[found]), ""


class ImportEquivalence:
    """Compares import targets of two revisions."""

    def __init__(
        self, old: Mapping[str, FileVersion], new: Mapping[str, FileVersion], others: OtherModules
    ) -> None:
        self._old = _RevisionModules(old, new.keys() - old.keys(), others)
        self._new = _RevisionModules(new, old.keys() - new.keys(), others)

    def normalize(self, old: FileVersion, new: FileVersion) -> ImportBindings:
        """Return the bindings of the new revision; those with an unchanged target keep their old source."""
        was, now = old.bindings, new.bindings
        if not is_python(new.path) or was == now:
            return now

        def is_same(before: frozenset[tuple[str, ...]], after: frozenset[tuple[str, ...]]) -> bool:
            return before == after or self._old.find_targets(old.path, before) == self._new.find_targets(
                new.path, after
            )

        def normalized(before: Sources, after: Sources) -> Sources:
            return {
                name: before[name] if name in before and is_same(before[name], sources) else sources
                for name, sources in after.items()
            }

        return replace(
            now,
            inside=normalized(was.inside, now.inside),
            outside=normalized(was.outside, now.outside),
            wildcard_imports=was.wildcard_imports
            if is_same(was.wildcard_imports, now.wildcard_imports)
            else now.wildcard_imports,
            reexported_modules=was.reexported_modules
            if is_same(was.reexported_modules, now.reexported_modules)
            else now.reexported_modules,
        )
