"""Invalidation: which files an edit affects through the interfaces of files.

Turns: the interfaces before and after → the files with answers that depend on a difference. First the cross-file
traits (imports, MROs, protocols, fixtures) are recomputed to a fixpoint, since these are part of what others see.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from codeshed.model.facts.file_interface import ANY_ASPECT, FileInterface
from codeshed.model.facts.python_facts import ScopeKind
from codeshed.resolve.python.incremental.resolved_files import (
    InterfaceDependencies,
    PreviousResolution,
    make_dependencies,
)
from codeshed.resolve.python.names.file_outline import FileOutline, FileTraits
from codeshed.resolve.python.names.interface_trace import InterfaceTrace
from codeshed.resolve.python.tables.file_traits import complete_traits, find_imports, find_own_traits
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

_INIT = "/__init__"
_NO_TRAITS = FileTraits()


class InterfaceChange(msgspec.Struct, kw_only=True):
    """What changed in the interfaces of files, in the same terms as the dependencies of files."""

    aspects: dict[str, frozenset[str] | None] = msgspec.field(default_factory=dict)
    """By path: the names in the file's interface that changed, None for all."""
    module_places: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    special_methods: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    classes_with_subclass_lookups: set[str] = msgspec.field(default_factory=set)
    """Classes that gained or lost subclasses."""
    fixtures: set[str] = msgspec.field(default_factory=set)
    """Files whose tests use other pytest fixtures than before."""

    @property
    def search_words(self) -> frozenset[str]:
        """All strings that occur in dependencies on the change, to search stored files for."""
        return frozenset().union(
            self.aspects,
            self.module_places,
            self.fields,
            self.special_methods,
            self.methods,
            self.classes_with_subclass_lookups,
            self.fixtures,
        )

    def affects(self, dependencies: InterfaceDependencies) -> bool:
        """Whether any of these dependencies is on something that changed."""
        for path in self.aspects.keys() & dependencies.aspects.keys():
            names = self.aspects[path]
            if names is None or not names.isdisjoint(dependencies.aspects[path]):
                return True
        return not (
            self.module_places.isdisjoint(dependencies.module_places)
            and self.classes_with_subclass_lookups.isdisjoint(dependencies.classes_with_subclass_lookups)
            and self.fields.isdisjoint(dependencies.fields)
            and self.special_methods.isdisjoint(dependencies.special_methods)
            and self.methods.isdisjoint(dependencies.methods)
            and self.fixtures.isdisjoint(dependencies.fixtures)
        )


class AffectedFileFinder:
    """Recomputes the traits that an edit changes, and finds the files that it affects."""

    def __init__(
        self,
        old: PreviousResolution,
        tables: SymbolTables,
        interfaces: Mapping[str, FileInterface],
        removed: Iterable[str],
    ) -> None:
        self._old = old
        self._tables = tables
        self._interfaces = interfaces
        self._before = old.outlines()
        self._removed = frozenset(removed)
        self._own_traits: dict[str, FileTraits] = {}
        self._traces: dict[str, InterfaceTrace] = {}
        self.files: set[str] = set(interfaces)
        """The files that changed, and those with answers that depend on a changed interface."""

    @property
    def recomputed_paths(self) -> list[str]:
        """The files whose traits were recomputed, sorted."""
        return sorted(self._own_traits)

    @property
    def has_new_interfaces(self) -> bool:
        """Whether the interface of any file is different, new or gone."""
        return bool(self._removed) or any(
            path not in self._before or self._before[path].key != interface.key
            for path, interface in self._interfaces.items()
        )

    def trait_dependencies(self, path: str) -> InterfaceDependencies:
        """Return what the traits of a file depend on."""
        if path not in self._traces:
            return self._old.file(path).trait_dependencies
        file = self._tables.program.modules.index_by_path[path]
        return make_dependencies(self._traces[path], self._tables.program, file)

    def find(self, *, is_alone: bool = False) -> None:
        """Recompute traits and find all affected files; if `is_alone`, only those that changed."""
        for path in self._interfaces:
            self._recompute_own_traits(path)
        if is_alone or not self.has_new_interfaces:
            self._complete_traits()
            return
        change = find_interface_change(self._old, self._tables, self._interfaces, self._removed)
        self._recompute_traits(change)
        change.classes_with_subclass_lookups |= self._changed_superclasses()
        self._recompute_traits(change)
        joined = self._tables.outlines
        if self._has_other_protocols() or self._has_other_plugins():
            for path in self._tables.program.modules.paths:
                self._recompute_own_traits(path)
        self._complete_traits()
        for path in self._own_traits:
            traits_before, traits_now = self._traits_before(path), joined[path].traits
            if traits_before.fixtures != traits_now.fixtures:
                change.fixtures.add(path)
            if (traits_before.imports, traits_before.implemented, traits_before.fixtures) != (
                traits_now.imports,
                traits_now.implemented,
                traits_now.fixtures,
            ):
                self.files.add(path)
        self.files |= (
            self._find_dependents(change, lambda path: self._old.file(path).dependencies) - self.files
        )

    def _traits_before(self, path: str) -> FileTraits:
        return self._before[path].traits if path in self._before else _NO_TRAITS

    def _recompute_traits(self, change: InterfaceChange) -> None:
        """Recompute the traits that depend on what changed, until nothing more follows from them."""
        if change.module_places:
            for path in self._tables.program.modules.paths:
                if find_imports(self._tables, path) != self._traits_before(path).imports:
                    self._recompute_own_traits(path)
                    change.aspects[path] = None
        has_new_aspects = True
        while has_new_aspects:
            has_new_aspects = False
            for path in (
                self._find_dependents(change, lambda path: self._old.file(path).trait_dependencies)
                - self._own_traits.keys()
            ):
                self._recompute_own_traits(path)
                if (
                    path not in change.aspects
                    and self._own_traits[path].imports != self._traits_before(path).imports
                ):
                    change.aspects[path] = None
                    has_new_aspects = True

    def _find_dependents(
        self, change: InterfaceChange, dependencies: Callable[[str], InterfaceDependencies]
    ) -> set[str]:
        """Return the files whose dependencies include something that changed."""
        return {
            path
            for path in self._old.files_mentioning(change.search_words)
            if path not in self._removed and change.affects(dependencies(path))
        }

    def _changed_superclasses(self) -> set[str]:
        """Return the classes whose subclasses changed."""
        found: set[str] = set()
        for path in {*self._own_traits, *self._removed}:
            ancestors_before, ancestors_now = (
                self._traits_before(path).ancestors,
                self._own_traits.get(path, _NO_TRAITS).ancestors,
            )
            for symbol in ancestors_before.keys() | ancestors_now.keys():
                earlier, later = ancestors_before.get(symbol, ()), ancestors_now.get(symbol, ())
                if earlier != later or path in self._removed:
                    found.update(earlier, later)
        return found

    def _has_other_protocols(self) -> bool:
        protocols = {path: traits.protocols for path, traits in self._own_traits.items()}
        is_removed = any(self._before[path].traits.protocols for path in self._removed)
        return is_removed or any(protocols[path] != self._traits_before(path).protocols for path in protocols)

    def _has_other_plugins(self) -> bool:
        joined = self._tables.outlines
        is_removed = any(self._before[path].plugins for path in self._removed)
        return is_removed or any(
            joined[path].plugins != (self._before[path].plugins if path in self._before else ())
            for path in self._interfaces
        )

    def _recompute_own_traits(self, path: str) -> None:
        if path not in self._own_traits:
            self._traces[path] = InterfaceTrace()
            with self._tracing(path):
                self._own_traits[path] = find_own_traits(self._tables, path)
            self._tables.outlines.set_traits(path, self._own_traits[path])

    def _complete_traits(self) -> None:
        """Compute the part of the traits that depends on the traits of all files."""
        for path in self.recomputed_paths:
            with self._tracing(path):
                traits = complete_traits(self._tables, path, self._own_traits[path])
            self._tables.outlines.set_traits(path, traits)

    @contextmanager
    def _tracing(self, path: str) -> Iterator[None]:
        """Attribute all lookups within the block to the traits of a file."""
        tracker = self._tables.program.tracker
        outer, tracker.current = tracker.current, self._traces[path]
        try:
            yield
        finally:
            tracker.current = outer


def find_interface_change(
    old: PreviousResolution,
    tables: SymbolTables,
    new_interfaces: Mapping[str, FileInterface],
    removed: frozenset[str],
) -> InterfaceChange:
    """Compare interfaces; `new_interfaces` are those of files that were added or edited."""
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
    changed_methods = _methods_in(old_parts) ^ _methods_in(new_parts)
    stored = _stored_in(old_parts.values()) ^ _stored_in(new_parts.values())
    changed_method_names = {name for _, name in _methods_in(old_parts)} ^ {
        name for _, name in _methods_in(new_parts)
    }
    special_methods = {name for name in changed_method_names if name.startswith("__")}
    others = (
        [each for path, each in before.items() if path not in old_parts] if stored or special_methods else []
    )
    return InterfaceChange(
        aspects=aspects,
        module_places=_module_places(frozenset(before), frozenset(tables.program.modules.paths)),
        fields=frozenset(stored.difference(*(each.stored_names for each in others))),
        special_methods=frozenset(special_methods - _method_names(others)),
        methods=frozenset(name for _, name in changed_methods),
    )


def _method_names(outlines: Iterable[FileOutline]) -> set[str]:
    found: set[str] = set()
    for outline in outlines:
        found.update(outline.lambda_methods, (name for name, _ in outline.methods))
    return found


def _changed_names(before: dict[str, bytes], after: dict[str, bytes]) -> frozenset[str]:
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return frozenset({*names, ANY_ASPECT} if names else ())


def _stored_in(interfaces: Iterable[FileInterface]) -> set[str]:
    return {name for interface in interfaces for name in interface.stored_names}


def _methods_in(interface_by_path: Mapping[str, FileInterface]) -> set[tuple[str, str]]:
    """Return the methods of some files: a key with path and scope or name, and the bare name."""
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
    changed_modules = {path.removesuffix(".py").removesuffix(_INIT) for path in before ^ after}
    return frozenset(changed_modules | (_folders(before) ^ _folders(after)))


def _folders(paths: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found
