"""Imports that are written otherwise and mean the same.

Turns: the Bindings of two states of a file → those of the new one, in which names that stand for the same as before have the
sources that they had. Only Python is looked up: `from app.base import Base` and `from .base import Base` are one thing in
`app/sub.py`, and so is `from app import Base` where `app/__init__.py` has it from there.
"""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Protocol

from msgspec.structs import replace

from codeshed.diff.file_symbols import DefinedFile
from codeshed.diff.import_bindings import ALL, Bindings, Sources
from codeshed.model.identity import member_symbol
from codeshed.model.language import is_python
from codeshed.resolve.python.names.module_resolution import Folder, ModuleTable, module_table

_INIT = "__init__.py"
_MAX_STEPS = 20
"""So often a name is followed from the module that imports it to the one that it is imported from."""


class OtherModules(Protocol):
    """The modules of Python that are the same in both states."""

    @property
    def paths(self) -> Collection[str]:
        """Where they lie; it does no harm if modules that differ are among them."""

    def read(self, path: str) -> DefinedFile | None:
        """Return what one of them defines, None if it cannot be read."""


class _State:
    """The modules of Python in one state: all paths, and the files that differ from the other state."""

    def __init__(self, files: Mapping[str, DefinedFile], gone: Collection[str], others: OtherModules) -> None:
        self._files = files
        self._gone = gone
        self._others = others

    @cached_property
    def _table(self) -> ModuleTable:
        own = (path for path in self._files if is_python(path))
        return module_table(tuple(sorted({*self._others.paths, *own}.difference(self._gone))))

    def meanings(self, path: str, sources: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
        """Return the things that sources mean in a file, as module and name; those that are not known as written."""
        return frozenset(self._meaning(path, each[0], each[1], _MAX_STEPS) or each for each in sources)

    def _meaning(self, importer: str, module: str, name: str, n_steps: int) -> tuple[str, ...] | None:
        dotted = module.lstrip(".")
        found = self._table.find(importer, dotted, len(module) - len(dotted))
        if found is None or not n_steps:
            return None
        if isinstance(found, Folder):
            return self._module(self._table.at(found.path, name)) if name != ALL else None
        path = self._table.paths[found]
        return (path, name) if name in {"", ALL} else self._named(path, name, n_steps)

    def _named(self, path: str, name: str, n_steps: int) -> tuple[str, ...] | None:
        """Return what a name of a module stands for: its own, what it imports, or a module of the package."""
        file = self._files[path] if path in self._files else self._others.read(path)
        if file is None:
            return None
        sources = file.bindings.inside.get(name, frozenset())
        is_own = any(each.symbol == member_symbol(path, name) for each in file.definitions)
        if is_own or len(sources) > 1:
            return None if sources else (path, name)
        if sources:
            ((module, further_name, *_),) = sources
            return self._meaning(path, module, further_name, n_steps - 1)
        if file.bindings.wide or not path.endswith(_INIT):
            return None
        return self._module(self._table.at(path.removesuffix(_INIT).removesuffix("/"), name))

    def _module(self, found: "int | Folder | None") -> tuple[str, ...] | None:
        if found is None:
            return None
        return (found.path if isinstance(found, Folder) else self._table.paths[found]), ""


class ImportMeanings:
    """What the imports of both states mean."""

    def __init__(
        self, old: Mapping[str, DefinedFile], new: Mapping[str, DefinedFile], others: OtherModules
    ) -> None:
        self._old = _State(old, new.keys() - old.keys(), others)
        self._new = _State(new, old.keys() - new.keys(), others)

    def told_as_before(self, old: DefinedFile, new: DefinedFile) -> Bindings:
        """Return what the new state of a file imports; what means the same as before is written as it was."""
        was, now = old.bindings, new.bindings
        if not is_python(new.path) or was == now:
            return now

        def is_same(before: frozenset[tuple[str, ...]], after: frozenset[tuple[str, ...]]) -> bool:
            return before == after or self._old.meanings(old.path, before) == self._new.meanings(
                new.path, after
            )

        def told(before: Sources, after: Sources) -> Sources:
            return {
                name: before[name] if name in before and is_same(before[name], sources) else sources
                for name, sources in after.items()
            }

        return replace(
            now,
            inside=told(was.inside, now.inside),
            outside=told(was.outside, now.outside),
            wide=was.wide if is_same(was.wide, now.wide) else now.wide,
            passed_on=was.passed_on if is_same(was.passed_on, now.passed_on) else now.passed_on,
        )
