"""Resolving what an edit changes, and no more: the result is that of resolving everything.

Turns: a Resolution + the files as they are now → ChangedResolution.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from codeshed.model.facts import FileFacts
from codeshed.model.interface import FileInterface
from codeshed.model.semantic import Document, EntryPoint, Problem, Reference, ReferenceRole
from codeshed.model.type_facts import FileTypes
from codeshed.resolve.affected import Affected
from codeshed.resolve.define.file import define_file
from codeshed.resolve.entry_points.declared import find_declared_entries
from codeshed.resolve.entry_points.find import find_file_entries
from codeshed.resolve.entry_points.found import FileEntries
from codeshed.resolve.entry_points.merge import merge_entries
from codeshed.resolve.flow.exchange import Exchange
from codeshed.resolve.flow.keys import NodeKey, owner_path
from codeshed.resolve.flow.records import NO_RECORD, FileRecord, TopicRecord
from codeshed.resolve.flow.region import Region
from codeshed.resolve.meaning.outer_fields import find_outer_fields
from codeshed.resolve.meaning.receivers import Receivers
from codeshed.resolve.meaning.references import collect_references
from codeshed.resolve.meaning.writer import FileReferences
from codeshed.resolve.notes import notes_of
from codeshed.resolve.outline import FileOutline, outline_of
from codeshed.resolve.resolved import (
    ChangedResolution,
    OuterFields,
    Resolution,
    ResolvedFile,
)
from codeshed.resolve.tables import open_tables
from codeshed.resolve.variables import Variables


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """A file with all that resolving it takes."""

    content: bytes
    content_hash: str
    facts: FileFacts
    interface: FileInterface
    types: FileTypes | None = None
    types_key: bytes = b""
    """Equal for equal types, empty without."""
    problems: tuple[Problem, ...] = ()
    """Problems beyond those that its facts tell of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectState:
    """The files of a project as they are now."""

    paths: tuple[str, ...]
    """All of them, sorted."""
    changed: tuple[str, ...]
    """Those that were added, or whose content or types are not what they were."""
    open_file: Callable[[str], OpenedFile]
    manifests: Mapping[str, bytes] = field(default_factory=dict)
    """Files such as `pyproject.toml`, by path."""
    has_new_manifests: bool = True
    """Whether these are, or may be, not what they were."""
    package_name: str = ""


class _Memory:
    """The last resolution, as the flow remembers it."""

    def __init__(self, old: Resolution) -> None:
        self._old = old
        self._paths = frozenset(old.paths())

    def file_record(self, path: str) -> FileRecord:
        """Return a file's part in the last flow."""
        return self._old.record(path) if path in self._paths else NO_RECORD

    def topic(self, key: NodeKey) -> TopicRecord | None:
        """Return a node that several files took part in."""
        return self._old.topics(owner_path(key)).get(key)

    def stored_names(self, path: str) -> tuple[str, ...]:
        """Return the names that a file stores on something else than a method's own receiver."""
        return self._old.file(path).stored_names if path in self._paths else ()

    def n_storing(self) -> Mapping[str, int]:
        """Return how many files store each name so."""
        return self._old.n_storing()

    def files_asking(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return the files for which it matters whether some file stores one of these names so."""
        return tuple(
            path
            for path in self._old.files_mentioning(names)
            if not names.isdisjoint(self._old.file(path).asked_names)
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
        now = frozenset(state.paths)
        self._removed = tuple(path for path in old.paths() if path not in now)
        self._opened = {path: state.open_file(path) for path in state.changed}
        self._tables = open_tables(self._outlines(), self._interface, state.package_name)
        self._program = self._tables.program
        self._file_by_path = self._program.modules.index_by_path
        interfaces = {path: self._opened[path].interface for path in state.changed}
        self._affected = Affected(old, self._tables, interfaces, self._removed)
        self._exchange = Exchange(_Memory(old), self._open_region, now)
        self._variables: dict[str, Variables] = {}
        self._receivers: dict[str, Receivers] = {}
        self._references: dict[str, FileReferences] = {}

    def run(self) -> ChangedResolution:
        """Find everything that changes."""
        self._affected.find()
        self._exchange.run(self._affected.files, self._removed)
        self._find_outer_fields()
        for path in self._live_paths():
            self._references[path] = self._refer(path)
        n_writes = self._count_writes()
        live = self._live_paths()
        entries = {path: self._entries(path) for path in live}
        return ChangedResolution(
            removed=self._removed,
            documents={path: self._document(path, n_writes) for path in live},
            files={
                **{path: self._noted(path) for path in self._affected.fresh if path not in entries},
                **{path: self._resolved(path) for path in live},
            },
            records={path: self._exchange.live[path].record() for path in live},
            interfaces={path: self._opened[path].interface for path in self._state.changed},
            outlines=self._new_outlines(),
            topics=self._topics(),
            n_writes=n_writes,
            outer_fields=self._known_outer_fields(),
            n_storing=self._exchange.n_storing,
            entries=entries,
            entry_points=self._merge_entries(entries),
        )

    def _entries(self, path: str) -> FileEntries:
        self._region(path)
        return find_file_entries(self._tables, self._file_by_path[path])

    def _merge_entries(self, new: dict[str, FileEntries]) -> dict[str, tuple[EntryPoint, ...]]:
        """Put together what all files and the manifests say about entry points."""
        is_same = not (self._state.has_new_manifests or self._affected.has_new_interfaces)
        if is_same and all(path in self._before and self._old.entries(path) == new[path] for path in new):
            return dict(self._old.entry_points())
        old = [
            each
            for each in self._old.iter_entries()
            if each.path in self._file_by_path and each.path not in new
        ]
        found = (*old, *new.values())
        return merge_entries(found, find_declared_entries(self._tables, self._state.manifests, found))

    def _outlines(self) -> dict[str, FileOutline]:
        """Return the outlines of all files; those of files that changed say nothing of other files yet."""
        known = self._old.outlines()
        return {
            path: outline_of(self._opened[path].interface) if path in self._opened else known[path]
            for path in self._state.paths
        }

    def _new_outlines(self) -> dict[str, FileOutline]:
        before, joined = self._old.outlines(), self._tables.joined
        return {path: joined[path] for path in self._affected.fresh if before.get(path) != joined[path]}

    def _interface(self, path: str) -> FileInterface:
        opened = self._opened.get(path)
        return self._old.interface(path) if opened is None else opened.interface

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
            if self._old.outer_fields().get(path, {}) != self._outer_fields(path):
                changed.add(path)
        if changed:
            asleep = self._before - set(self._removed) - set(self._live_paths())
            for path in sorted(asleep.intersection(self._old.files_mentioning(frozenset(changed)))):
                if not changed.isdisjoint(self._old.file(path).notes.aspects):
                    self._look(path)
        self._learn_outer_fields(self._variables)

    def _learn_outer_fields(self, paths: Iterable[str]) -> None:
        known = {
            symbol: frozenset(names)
            for fields in self._known_outer_fields().values()
            for symbol, names in fields.items()
        }
        for path in paths:
            self._variables[path].take_outer_fields(known)

    def _known_outer_fields(self) -> dict[str, OuterFields]:
        """Return the fields of all files that only code outside of their classes stores."""
        known = {
            path: fields
            for path, fields in self._old.outer_fields().items()
            if path in self._file_by_path and path not in self._variables
        }
        for path in self._variables:
            fields = self._outer_fields(path)
            if fields:
                known[path] = fields
        return dict(sorted(known.items()))

    def _outer_fields(self, path: str) -> OuterFields:
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
        woken = sorted(affected - self._references.keys())
        for owner in woken:
            self._look(owner)
        self._learn_outer_fields(woken)
        for owner in woken:
            self._references[owner] = self._refer(owner)
        return counts

    def _document(self, path: str, n_writes: Mapping[str, Mapping[str, int]]) -> Document:
        opened = self._opened[path]
        counted = n_writes[path] if path in n_writes else self._old.n_writes(path)
        references = self._references[path]
        return Document(
            path=path,
            language=opened.facts.language,
            content_hash=opened.content_hash,
            is_generated=opened.facts.is_generated,
            problems=(*opened.facts.problems, *opened.problems),
            definitions=define_file(self._region(path), self._variables[path], references, counted),
            references=references.references,
        )

    def _resolved(self, path: str) -> ResolvedFile:
        region = self._region(path)
        return ResolvedFile(
            content_hash=self._opened[path].content_hash,
            types_key=self._opened[path].types_key,
            notes=notes_of(region.consulted, self._program, self._file_by_path[path]),
            trait_notes=self._affected.trait_notes(path),
            stored_names=tuple(sorted(region.stored_names)),
            asked_names=tuple(sorted(region.certainty.asked_names)),
        )

    def _noted(self, path: str) -> ResolvedFile:
        """Return what is remembered of a file that did not run, with what its traits rest on now."""
        return msgspec.structs.replace(self._old.file(path), trait_notes=self._affected.trait_notes(path))

    def _topics(self) -> dict[str, dict[NodeKey, TopicRecord]]:
        """Return the nodes that others take part in, of all files of which some changed."""
        found: dict[str, dict[NodeKey, TopicRecord]] = {}
        for key, record in self._exchange.topics.items():
            path = owner_path(key)
            if path not in self._file_by_path:
                continue
            if path not in found:
                found[path] = dict(self._old.topics(path)) if path in self._before else {}
            found[path].pop(key, None)
            if record is not None:
                found[path][key] = record
        return found


def _written(references: tuple[Reference, ...]) -> list[str]:
    return [
        reference.target_symbol
        for reference in references
        if reference.role is ReferenceRole.WRITE and reference.target_symbol is not None
    ]
