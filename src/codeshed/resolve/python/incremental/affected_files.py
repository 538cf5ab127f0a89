"""Which files an edit can affect through the interfaces of files.

Turns: the interfaces as they were and as they are → the files whose answers rest on what changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from codeshed.model.facts import ScopeKind
from codeshed.model.file_interface import ANYTHING, FileInterface
from codeshed.resolve.python.incremental.resolved_files import FileNotes, Resolution, notes_of
from codeshed.resolve.python.names.file_outline import FileOutline, FileTraits
from codeshed.resolve.python.names.interface_trace import Consulted
from codeshed.resolve.python.tables.file_traits import complete_traits, find_imports, find_own_traits
from codeshed.resolve.python.tables.symbol_tables import Tables

_INIT = "/__init__"
_NO_TRAITS = FileTraits()


class InterfaceChange(msgspec.Struct, kw_only=True):
    """What changed in the interfaces of files, in the words of what files ask."""

    aspects: dict[str, frozenset[str] | None] = msgspec.field(default_factory=dict)
    """By path of a file: the names of its interface that changed, None for all."""
    module_places: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    specials: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    descended: set[str] = msgspec.field(default_factory=set)
    """Classes that others inherit from, or not any more."""
    fixtures: set[str] = msgspec.field(default_factory=set)
    """Files whose tests get other fixtures."""

    @property
    def words(self) -> frozenset[str]:
        """All that notes can hold which rest on the change."""
        return frozenset().union(
            self.aspects,
            self.module_places,
            self.fields,
            self.specials,
            self.methods,
            self.descended,
            self.fixtures,
        )

    def affects(self, notes: FileNotes) -> bool:
        """Whether an answer that a file got rests on what changed."""
        for path in self.aspects.keys() & notes.aspects.keys():
            names = self.aspects[path]
            if names is None or not names.isdisjoint(notes.aspects[path]):
                return True
        return not (
            self.module_places.isdisjoint(notes.module_places)
            and self.descended.isdisjoint(notes.descended)
            and self.fields.isdisjoint(notes.fields)
            and self.specials.isdisjoint(notes.specials)
            and self.methods.isdisjoint(notes.methods)
            and self.fixtures.isdisjoint(notes.fixtures)
        )


class Affected:
    """Finds the traits that an edit changes, and the files that it affects."""

    def __init__(
        self, old: Resolution, tables: Tables, interfaces: Mapping[str, FileInterface], removed: Iterable[str]
    ) -> None:
        self._old = old
        self._tables = tables
        self._interfaces = interfaces
        self._before = old.outlines()
        self._removed = frozenset(removed)
        self._own: dict[str, FileTraits] = {}
        self._accounts: dict[str, Consulted] = {}
        self.files: set[str] = set(interfaces)
        """The files that changed, and those whose answers rest on interfaces that did."""

    @property
    def fresh(self) -> list[str]:
        """The files whose traits were found anew, sorted."""
        return sorted(self._own)

    @property
    def has_new_interfaces(self) -> bool:
        """Whether any file is seen otherwise by others than before."""
        return bool(self._removed) or any(
            path not in self._before or self._before[path].key != interface.key
            for path, interface in self._interfaces.items()
        )

    def trait_notes(self, path: str) -> FileNotes:
        """Return what the traits of a file rest on."""
        if path not in self._accounts:
            return self._old.file(path).trait_notes
        file = self._tables.program.modules.index_by_path[path]
        return notes_of(self._accounts[path], self._tables.program, file)

    def find(self, *, is_alone: bool = False) -> None:
        """Find everything; if the files that changed are `is_alone`, nothing of others."""
        for path in self._interfaces:
            self._find_own(path)
        if is_alone or not self.has_new_interfaces:
            self._complete()
            return
        change = find_interface_change(self._old, self._tables, self._interfaces, self._removed)
        self._spread(change)
        change.descended |= self._descended()
        self._spread(change)
        joined = self._tables.joined
        if self._has_other_protocols() or self._has_other_plugins():
            for path in self._tables.program.modules.paths:
                self._find_own(path)
        self._complete()
        for path in self._own:
            was, now = self._was(path), joined[path].traits
            if was.fixtures != now.fixtures:
                change.fixtures.add(path)
            if (was.imports, was.implemented, was.fixtures) != (now.imports, now.implemented, now.fixtures):
                self.files.add(path)
        self.files |= self._resting(change, lambda path: self._old.file(path).notes) - self.files

    def _was(self, path: str) -> FileTraits:
        return self._before[path].traits if path in self._before else _NO_TRAITS

    def _spread(self, change: InterfaceChange) -> None:
        """Find the traits of all files anew that rest on what changed, until nothing more follows from them."""
        if change.module_places:
            for path in self._tables.program.modules.paths:
                if find_imports(self._tables, path) != self._was(path).imports:
                    self._find_own(path)
                    change.aspects[path] = None
        is_more = True
        while is_more:
            is_more = False
            for path in (
                self._resting(change, lambda path: self._old.file(path).trait_notes) - self._own.keys()
            ):
                self._find_own(path)
                if path not in change.aspects and self._own[path].imports != self._was(path).imports:
                    change.aspects[path] = None
                    is_more = True

    def _resting(self, change: InterfaceChange, notes: Callable[[str], FileNotes]) -> set[str]:
        """Return the files of which some notes rest on what changed."""
        return {
            path
            for path in self._old.files_mentioning(change.words)
            if path not in self._removed and change.affects(notes(path))
        }

    def _descended(self) -> set[str]:
        """Return the classes that not the same classes as before inherit from."""
        found: set[str] = set()
        for path in {*self._own, *self._removed}:
            was, now = self._was(path).ancestors, self._own.get(path, _NO_TRAITS).ancestors
            for symbol in was.keys() | now.keys():
                earlier, later = was.get(symbol, ()), now.get(symbol, ())
                if earlier != later or path in self._removed:
                    found.update(earlier, later)
        return found

    def _has_other_protocols(self) -> bool:
        protocols = {path: traits.protocols for path, traits in self._own.items()}
        gone = any(self._before[path].traits.protocols for path in self._removed)
        return gone or any(protocols[path] != self._was(path).protocols for path in protocols)

    def _has_other_plugins(self) -> bool:
        joined = self._tables.joined
        gone = any(self._before[path].plugins for path in self._removed)
        return gone or any(
            joined[path].plugins != (self._before[path].plugins if path in self._before else ())
            for path in self._interfaces
        )

    def _find_own(self, path: str) -> None:
        if path not in self._own:
            self._accounts[path] = Consulted()
            with self._consulting(path):
                self._own[path] = find_own_traits(self._tables, path)
            self._tables.joined.learn(path, self._own[path])

    def _complete(self) -> None:
        """Find what rests on the traits of all files."""
        for path in self.fresh:
            with self._consulting(path):
                traits = complete_traits(self._tables, path, self._own[path])
            self._tables.joined.learn(path, traits)

    @contextmanager
    def _consulting(self, path: str) -> Iterator[None]:
        """Let all that is asked meanwhile count for the traits of a file."""
        tracker = self._tables.program.tracker
        outer, tracker.current = tracker.current, self._accounts[path]
        try:
            yield
        finally:
            tracker.current = outer


def find_interface_change(
    old: Resolution, tables: Tables, new_interfaces: Mapping[str, FileInterface], removed: frozenset[str]
) -> InterfaceChange:
    """Find what changed; `new_interfaces` are those of files that were added or edited."""
    before = old.outlines()
    added = new_interfaces.keys() - before.keys()
    edited = {
        path
        for path, interface in new_interfaces.items()
        if path in before and interface.key != before[path].key
    }
    aspects: dict[str, frozenset[str] | None] = dict.fromkeys((*added, *removed))
    for path in edited:
        aspects[path] = _changed_names(old.interface(path).aspects, new_interfaces[path].aspects)
    old_parts = {path: old.interface(path) for path in {*edited, *removed}}
    new_parts = {path: new_interfaces[path] for path in {*edited, *added}}
    moved = _methods_in(old_parts) ^ _methods_in(new_parts)
    stored = _stored_in(old_parts.values()) ^ _stored_in(new_parts.values())
    is_gone = {name for _, name in _methods_in(old_parts)} ^ {name for _, name in _methods_in(new_parts)}
    specials = {name for name in is_gone if name.startswith("__")}
    others = [each for path, each in before.items() if path not in old_parts] if stored or specials else []
    return InterfaceChange(
        aspects=aspects,
        module_places=_module_places(frozenset(before), frozenset(tables.program.modules.paths)),
        fields=frozenset(stored.difference(*(each.stored_names for each in others))),
        specials=frozenset(specials - _method_names(others)),
        methods=frozenset(name for _, name in moved),
    )


def _method_names(outlines: Iterable[FileOutline]) -> set[str]:
    found: set[str] = set()
    for outline in outlines:
        found.update(outline.lambda_methods, (name for name, _ in outline.methods))
    return found


def _changed_names(before: dict[str, bytes], after: dict[str, bytes]) -> frozenset[str]:
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return frozenset({*names, ANYTHING} if names else ())


def _stored_in(interfaces: Iterable[FileInterface]) -> set[str]:
    return {name for interface in interfaces for name in interface.stored_names}


def _methods_in(interface_by_path: Mapping[str, FileInterface]) -> set[tuple[str, str]]:
    """Return the methods of some files: the path and scope or name by which each is known, and its plain name."""
    found = set()
    for path, interface in interface_by_path.items():
        lambdas = dict(interface.lambda_names)
        scopes = interface.facts.scopes
        for index, scope in enumerate(scopes):
            if scope.parent is None or scopes[scope.parent].kind is not ScopeKind.CLASS:
                continue
            if scope.definition is not None:
                definition = interface.facts.definitions[scope.definition]
                found.add((f"{path}::{definition.qualified_name}", definition.name))
            elif scope.kind is ScopeKind.LAMBDA:
                found.add((f"{path}@{index}", lambdas.get(index, "<lambda>")))
    return found


def _module_places(before: frozenset[str], after: frozenset[str]) -> frozenset[str]:
    """Return the places at which a module or folder appeared or vanished."""
    moved = {path.removesuffix(".py").removesuffix(_INIT) for path in before ^ after}
    return frozenset(moved | (_folders(before) ^ _folders(after)))


def _folders(paths: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found
