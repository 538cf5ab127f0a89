"""Resolving what an edit changes, and no more: the result is that of resolving everything.

Turns: a Resolution + the files as they are now → ChangedResolution.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from codeshed.model.facts import FileFacts
from codeshed.model.interface import FileInterface
from codeshed.model.semantic import Document, Reference, ReferenceRole
from codeshed.model.type_facts import FileTypes
from codeshed.resolve.affected import find_interface_change, traits_of
from codeshed.resolve.consulted import Consulted
from codeshed.resolve.define.file import define_file
from codeshed.resolve.flow.exchange import Exchange
from codeshed.resolve.flow.keys import NodeKey, owner_path
from codeshed.resolve.flow.records import NO_RECORD, FileRecord, TopicRecord
from codeshed.resolve.flow.region import Region
from codeshed.resolve.meaning.outer_fields import find_outer_fields
from codeshed.resolve.meaning.receivers import Receivers
from codeshed.resolve.meaning.references import collect_references
from codeshed.resolve.meaning.writer import FileReferences
from codeshed.resolve.program import Program
from codeshed.resolve.resolved import ChangedResolution, FileNotes, FileTraits, Resolution, ResolvedFile
from codeshed.resolve.tables import build_tables
from codeshed.resolve.variables import Variables


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """A file with all that resolving it takes."""

    content: bytes
    content_hash: str
    facts: FileFacts
    interface: FileInterface
    types: FileTypes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectState:
    """The files of a project as they are now."""

    paths: tuple[str, ...]
    """All of them, sorted."""
    changed: tuple[str, ...]
    """Those that were added, or whose content or types are not what they were."""
    open_file: Callable[[str], OpenedFile]
    types_key: Callable[[str], bytes]
    package_name: str = ""


class _Memory:
    """The last resolution, as the flow remembers it."""

    def __init__(self, old: Resolution) -> None:
        self._old = old
        self._paths = frozenset(old.paths())

    def file_record(self, path: str) -> FileRecord:
        """Return a file's part in the last flow."""
        return self._old.file(path).record if path in self._paths else NO_RECORD

    def topic(self, key: NodeKey) -> TopicRecord | None:
        """Return a node that several files took part in."""
        return self._old.topics(owner_path(key)).get(key)

    def n_storing(self) -> Mapping[str, int]:
        """Return how many files store each name on something else than a method's own receiver."""
        return Counter(
            name for path in self._old.paths() for name in self._old.file(path).record.stored_names
        )

    def files_asking(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return the files for which it matters whether some file stores one of these names so."""
        if not names:
            return ()
        return tuple(
            path
            for path in self._old.paths()
            if not names.isdisjoint(self._old.file(path).record.asked_names)
        )


def update(old: Resolution, state: ProjectState) -> ChangedResolution:
    """Resolve a project whose last resolution is known; one that has none yet is resolved whole."""
    return _Update(old, state).run()


class _Update:
    """One update, step by step."""

    def __init__(self, old: Resolution, state: ProjectState) -> None:
        self._old = old
        self._state = state
        self._before = frozenset(old.paths())
        self._removed = tuple(path for path in old.paths() if path not in frozenset(state.paths))
        self._opened = {path: state.open_file(path) for path in state.changed}
        interfaces = {
            path: self._opened[path].interface if path in self._opened else old.interface(path)
            for path in state.paths
        }
        self._tables = build_tables(interfaces, state.package_name)
        self._program = self._tables.program
        self._file_by_path = self._program.modules.index_by_path
        self._has_new_interfaces = bool(self._removed) or any(
            path not in self._before or self._opened[path].interface.key != old.interface(path).key
            for path in state.changed
        )
        self._traits = {
            path: traits_of(self._tables, self._file_by_path[path])
            for path in (state.paths if self._has_new_interfaces else state.changed)
        }
        self._exchange = Exchange(_Memory(old), self._open_region, frozenset(state.paths))
        self._variables: dict[str, Variables] = {}
        self._receivers: dict[str, Receivers] = {}
        self._references: dict[str, FileReferences] = {}

    def run(self) -> ChangedResolution:
        """Find everything that changes."""
        affected = self._find_affected()
        self._exchange.run(affected, self._removed)
        self._find_outer_fields()
        for path in self._live_paths():
            self._references[path] = self._refer(path)
        n_writes = self._count_writes()
        documents = {path: self._document(path, n_writes) for path in self._live_paths()}
        topics: dict[str, dict[NodeKey, TopicRecord | None]] = {}
        for key, record in self._exchange.topics.items():
            topics.setdefault(owner_path(key), {})[key] = record
        return ChangedResolution(
            removed=self._removed,
            files={
                **{path: self._moved(path) for path in self._stale_traits()},
                **{path: self._resolved(path) for path in self._live_paths()},
            },
            interfaces={path: self._opened[path].interface for path in self._state.changed},
            documents=documents,
            topics={path: each for path, each in topics.items() if path in self._file_by_path},
            n_writes=n_writes,
        )

    def _find_affected(self) -> set[str]:
        """Return the files that changed, and those whose answers rest on interfaces that did."""
        if not self._has_new_interfaces:
            return set(self._state.changed)
        new = {path: self._opened[path].interface for path in self._state.changed}
        change = find_interface_change(self._old, self._tables, self._traits, new, self._removed)
        affected = set(self._state.changed)
        for path in self._before - affected - set(self._removed):
            before, now = self._old.file(path), self._traits[path]
            if (
                before.traits.imports != now.imports
                or before.traits.implemented != now.implemented
                or before.traits.fixtures != now.fixtures
                or change.affects(before.notes)
            ):
                affected.add(path)
        return affected

    def _open_region(self, path: str) -> Region:
        opened = self._opened.get(path)
        if opened is None:
            opened = self._opened[path] = self._state.open_file(path)
        file = self._file_by_path[path]
        self._program.open_file(file, opened.facts)
        return Region(self._tables, file, opened.types)

    def _live_paths(self) -> list[str]:
        return sorted(path for path, live in self._exchange.live.items() if live.region is not None)

    def _region(self, path: str) -> Region:
        region = self._exchange.wake(path)
        if region is None:
            raise KeyError(path)
        region.take_over()
        return region

    def _look(self, path: str) -> None:
        """Find the fields of a file's classes that code outside of these stores."""
        region = self._region(path)
        variables = self._variables[path] = Variables(region.state)
        receivers = self._receivers[path] = Receivers(region)
        find_outer_fields(region, receivers, variables)

    def _find_outer_fields(self) -> None:
        """Let all files know such fields of others; for whom these changed, it must be looked at too."""
        changed = set()
        for path in self._live_paths():
            self._look(path)
            now = self._outer_fields(path)
            before = self._old.file(path).outer_fields if path in self._before else {}
            if before != now:
                changed.add(path)
        if changed:
            for path in sorted(self._before - set(self._removed) - set(self._live_paths())):
                if not changed.isdisjoint(self._old.file(path).notes.aspects):
                    self._look(path)
        known: dict[str, frozenset[str]] = {}
        for path in self._state.paths:
            fields = (
                self._outer_fields(path) if path in self._variables else self._old.file(path).outer_fields
            )
            known |= {symbol: frozenset(names) for symbol, names in fields.items()}
        for variables in self._variables.values():
            variables.take_outer_fields(known)

    def _outer_fields(self, path: str) -> dict[str, tuple[str, ...]]:
        found = self._variables[path].own_outer_fields()
        return {symbol: tuple(sorted(found[symbol])) for symbol in sorted(found)}

    def _refer(self, path: str) -> FileReferences:
        region = self._region(path)
        content = self._opened[path].content
        return collect_references(region, self._receivers[path], self._variables[path], content)

    def _count_writes(self) -> dict[str, dict[str, int]]:
        """Count anew how often variables are written; whose variables that changes, is looked at too."""
        change: Counter[str] = Counter()
        for path in (*self._references, *self._removed):
            if path in self._before:
                change.subtract(_written(self._old.document(path).references))
            if path in self._references:
                change.update(_written(self._references[path].references))
        counts: dict[str, dict[str, int]] = {}
        affected: set[str] = set()
        for symbol, difference in sorted(change.items()):
            owner = symbol.partition("::")[0]
            if not difference or owner not in self._file_by_path:
                continue
            if owner not in counts:
                counts[owner] = dict(self._old.n_writes(owner)) if owner in self._before else {}
            before = counts[owner].pop(symbol, 0)
            after = before + difference
            counts[owner] |= {symbol: after} if after else {}
            if (before > 1) != (after > 1):
                affected.add(owner)
        for owner in sorted(affected):
            if owner not in self._references:
                self._look(owner)
                self._references[owner] = self._refer(owner)
        return counts

    def _document(self, path: str, n_writes: Mapping[str, Mapping[str, int]]) -> Document:
        region = self._region(path)
        if path not in self._references:
            self._look(path)
            self._references[path] = self._refer(path)
        opened = self._opened[path]
        counted = n_writes[path] if path in n_writes else self._old.n_writes(path)
        return Document(
            path=path,
            language=opened.facts.language,
            content_hash=opened.content_hash,
            problems=opened.facts.problems,
            definitions=define_file(region, self._variables[path], self._references[path], counted),
            references=self._references[path].references,
        )

    def _resolved(self, path: str) -> ResolvedFile:
        live = self._exchange.live[path]
        return ResolvedFile(
            content_hash=self._opened[path].content_hash,
            types_key=self._state.types_key(path),
            traits=self._traits_of(path),
            notes=_notes(self._region(path).consulted, self._program, self._file_by_path[path]),
            record=live.record(),
            outer_fields=self._outer_fields(path),
        )

    def _stale_traits(self) -> list[str]:
        """Return the files of which only something changed that others say of them."""
        live = set(self._live_paths())
        return [
            path
            for path, traits in self._traits.items()
            if path not in live and self._old.file(path).traits != traits
        ]

    def _traits_of(self, path: str) -> FileTraits:
        known = self._traits.get(path)
        return self._old.file(path).traits if known is None else known

    def _moved(self, path: str) -> ResolvedFile:
        old = self._old.file(path)
        return ResolvedFile(
            content_hash=old.content_hash,
            types_key=old.types_key,
            traits=self._traits[path],
            notes=old.notes,
            record=old.record,
            outer_fields=old.outer_fields,
        )


def _written(references: tuple[Reference, ...]) -> list[str]:
    return [
        reference.target_symbol
        for reference in references
        if reference.role is ReferenceRole.WRITE and reference.target_symbol is not None
    ]


def _notes(consulted: Consulted, program: Program, own: int) -> FileNotes:
    aspects: dict[int, list[str]] = {}
    for place in consulted.places:
        if not isinstance(place, str) and place[0] != own:
            aspects.setdefault(place[0], []).append(place[1])
    return FileNotes(
        aspects={program.files[file].path: tuple(sorted(names)) for file, names in sorted(aspects.items())},
        module_places=tuple(sorted(each for each in consulted.places if isinstance(each, str))),
        descended=tuple(sorted(program.classes[each].symbol for each in consulted.descended)),
        fields=tuple(sorted(consulted.fields)),
        specials=tuple(sorted({name for methods in consulted.specials for name in methods})),
        methods=tuple(sorted(consulted.methods)),
    )
