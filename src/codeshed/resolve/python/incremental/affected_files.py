"""Invalidation: which files an edit affects through the interfaces of files.

Turns: the interfaces before and after → the files with answers that depend on a difference. First the cross-file
traits (imports, MROs, protocols, fixtures) are recomputed to a fixpoint, since these are part of what others see.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from codeshed.model.facts.file_interface import ANY_ASPECT, FileInterface
from codeshed.model.facts.python_facts import ScopeKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.incremental.resolved_files import (
    InterfaceDependencies,
    PreviousResolution,
    make_dependencies,
)
from codeshed.resolve.python.names.file_outline import FileOutline, FileTraits
from codeshed.resolve.python.names.interface_trace import InterfaceTrace
from codeshed.resolve.python.tables.file_traits import complete_traits, find_imports, find_own_traits
from codeshed.resolve.python.tables.symbol_tables import MAX_NAMED_ALIKE, SymbolTables

_INIT = "/__init__"
_NO_TRAITS = FileTraits()


class SubclassChange(msgspec.Struct, frozen=True):
    """The subclasses of a class before and after an edit, direct and indirect, in the order of lookups."""

    before: tuple[str, ...] = ()
    now: tuple[str, ...] = ()

    def is_visible(self, at_most: int) -> bool:
        """Whether any of the first so many is another."""
        return self.before[:at_most] != self.now[:at_most]

    def crosses(self, than: int) -> bool:
        """Whether there were more than so many and are not now, or the other way round."""
        return (len(self.before) > than) != (len(self.now) > than)


class InterfaceChange(msgspec.Struct, kw_only=True):
    """What changed in the interfaces of files, in the same terms as the dependencies of files."""

    aspects: dict[str, frozenset[str] | None] = msgspec.field(default_factory=dict)
    """By path: the names in the file's interface that changed, None for all."""
    module_places: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    special_methods: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    changed_methods: frozenset[tuple[str, str]] = frozenset()
    """The methods that are new or gone: class and name."""
    subclasses: dict[str, SubclassChange] = msgspec.field(default_factory=dict)
    """The classes that gained or lost subclasses."""
    methods_below: dict[str, set[str]] = msgspec.field(default_factory=dict)
    """By name: the classes below which a method of that name changed, or now is, or no longer is."""
    crowded_methods: frozenset[str] = frozenset()
    """The names that too many methods have now, or had before."""
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
            self.subclasses,
            self.methods_below,
            self.crowded_methods,
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
            and not self._affects_subclasses(dependencies)
            and self.fields.isdisjoint(dependencies.fields)
            and self.special_methods.isdisjoint(dependencies.special_methods)
            and self.methods.isdisjoint(dependencies.methods)
            and self.fixtures.isdisjoint(dependencies.fixtures)
        )

    def _affects_subclasses(self, dependencies: InterfaceDependencies) -> bool:
        """Whether any subclass that was looked up is another, or has other methods."""
        lists, counts, below = (
            dependencies.subclass_lists,
            dependencies.subclass_counts,
            dependencies.methods_below,
        )
        return (
            any(self.subclasses[each].is_visible(lists[each]) for each in self.subclasses.keys() & lists)
            or any(each in self.subclasses and self.subclasses[each].crosses(than) for each, than in counts)
            or any(
                not self.methods_below[name].isdisjoint(below[name])
                for name in self.methods_below.keys() & below
            )
            or not self.crowded_methods.isdisjoint(below)
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
        self._compare_subclasses(change)
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

    def _traits_now(self, path: str) -> FileTraits:
        if path in self._removed:
            return _NO_TRAITS
        return self._own_traits.get(path) or self._traits_before(path)

    def _recompute_traits(self, change: InterfaceChange) -> None:
        """Recompute the traits that depend on what changed, until nothing more follows from them."""
        if change.module_places:
            for path in self._tables.program.modules.paths:
                if self._has_moved_imports(path, find_imports(self._tables, path)):
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
                if path not in change.aspects and self._has_moved_imports(
                    path, self._own_traits[path].imports
                ):
                    change.aspects[path] = None
                    has_new_aspects = True

    def _has_moved_imports(self, path: str, targets: tuple[str, ...]) -> bool:
        """Whether an import that a file had before now finds another module.

        New imports of an edited file are no such change: names that they bind are in its interface.
        """
        if path not in self._before:
            return True
        before = dict(zip(self._before[path].imports, self._traits_before(path).imports, strict=True))
        now = zip(self._tables.outlines[path].imports, targets, strict=True)
        return any(before.get(imported, target) != target for imported, target in now)

    def _find_dependents(
        self, change: InterfaceChange, dependencies: Callable[[str], InterfaceDependencies]
    ) -> set[str]:
        """Return the files whose dependencies include something that changed."""
        return {
            path
            for path in self._old.files_mentioning(change.search_words)
            if path not in self._removed and change.affects(dependencies(path))
        }

    def _compare_subclasses(self, change: InterfaceChange) -> None:
        """Find the classes that gained or lost subclasses, and those below which a method is new or gone."""
        gained_or_lost: dict[str, frozenset[str]] = {}
        """By class with other ancestors: those that only one of before and now has."""
        related: set[str] = set()
        paths = set()
        for path in {*self._own_traits, *self._removed}:
            before, now = self._traits_before(path).ancestors, self._traits_now(path).ancestors
            for symbol in before.keys() | now.keys():
                earlier, later = before.get(symbol, ()), now.get(symbol, ())
                if earlier != later:
                    gained_or_lost[symbol] = frozenset(earlier) ^ frozenset(later)
                    related.update(earlier, later)
                    paths.add(path)
        listed_before = _list_subclasses(related, sorted(self._before), self._before.__getitem__)
        listed_now = _list_subclasses(
            related, self._tables.program.modules.paths, self._tables.outlines.__getitem__
        )
        for each in related:
            change.subclasses[each] = SubclassChange(
                tuple(listed_before.get(each, ())), tuple(listed_now.get(each, ()))
            )
        below = change.methods_below
        for owner, name in change.changed_methods:
            path = owner.partition("::")[0]
            for traits in (self._traits_before(path), self._traits_now(path)):
                below.setdefault(name, set()).update(traits.ancestors.get(owner, ()))
        for path in paths:
            for owner, name in self._methods_by_class(path):
                below.setdefault(name, set()).update(gained_or_lost.get(owner, ()))
        change.crowded_methods = self._newly_crowded(change.methods)

    def _newly_crowded(self, names: frozenset[str]) -> frozenset[str]:
        """Return the names that too many methods have, and had not before, or the other way round."""
        paths = self._tables.program.modules.paths
        n_before = _count_methods(self._before.values(), names)
        n_now = _count_methods((self._tables.outlines[path] for path in paths), names)
        return frozenset(
            name for name in names if (n_before[name] > MAX_NAMED_ALIKE) != (n_now[name] > MAX_NAMED_ALIKE)
        )

    def _methods_by_class(self, path: str) -> set[tuple[str, str]]:
        """Return the methods of a file before and now, as pairs of class and name."""
        interfaces = [self._old.interface(path)] if path in self._before else []
        if path in self._interfaces:
            interfaces.append(self._interfaces[path])
        return {
            (each.owner, each.name) for interface in interfaces for each in _methods_in({path: interface})
        }

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
    old_methods, new_methods = _methods_in(old_parts), _methods_in(new_parts)
    changed_methods = old_methods ^ new_methods
    stored = _stored_in(old_parts.values()) ^ _stored_in(new_parts.values())
    changed_method_names = {each.name for each in old_methods} ^ {each.name for each in new_methods}
    special_methods = {name for name in changed_method_names if name.startswith("__")}
    others = (
        [each for path, each in before.items() if path not in old_parts] if stored or special_methods else []
    )
    return InterfaceChange(
        aspects=aspects,
        module_places=_module_places(frozenset(before), frozenset(tables.program.modules.paths)),
        fields=frozenset(stored.difference(*(each.stored_names for each in others))),
        special_methods=frozenset(special_methods - _method_names(others)),
        methods=frozenset(each.name for each in changed_methods),
        changed_methods=frozenset((each.owner, each.name) for each in changed_methods if each.owner),
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


class _Method(NamedTuple):
    """A method as other files look it up: a key within its path, its name, and its class; a lambda has no class."""

    key: str
    name: str
    owner: str


def _methods_in(interface_by_path: Mapping[str, FileInterface]) -> set[_Method]:
    """Return the methods of some files."""
    found = set()
    for path, interface in interface_by_path.items():
        lambdas = dict(interface.lambda_names)
        facts = interface.facts
        for index, scope in enumerate(facts.scopes):
            parent = None if scope.parent is None else facts.scopes[scope.parent]
            if parent is None or parent.kind is not ScopeKind.CLASS:
                continue
            if scope.definition is not None:
                definition = facts.definitions[scope.definition]
                key = member_symbol(path, definition.qualified_name)
                owner = None if parent.definition is None else facts.definitions[parent.definition]
                symbol = "" if owner is None else member_symbol(path, owner.qualified_name)
                found.add(_Method(key, definition.name, symbol))
            elif scope.kind is ScopeKind.LAMBDA:
                found.add(_Method(f"{path}@{index}", lambdas.get(index, "<lambda>"), ""))
    return found


def _list_subclasses(
    classes: set[str], paths: Iterable[str], outline_at: Callable[[str], FileOutline]
) -> dict[str, list[str]]:
    """Return the subclasses of some classes, in the order in which they are looked up."""
    found: dict[str, list[str]] = {}
    for path in paths if classes else ():
        outline = outline_at(path)
        # Of classes that share a symbol, the last one counts.
        for name in reversed(dict.fromkeys(reversed(outline.classes))):
            symbol = member_symbol(path, name)
            for each in outline.traits.ancestors.get(symbol, ()):
                if each in classes:
                    found.setdefault(each, []).append(symbol)
    return found


def _count_methods(outlines: Iterable[FileOutline], names: frozenset[str]) -> Counter[str]:
    """Return how many methods have each of some names, lambdas left out."""
    return Counter(name for outline in outlines for name, _ in outline.methods if name in names)


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
