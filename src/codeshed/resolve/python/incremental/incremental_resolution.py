"""Resolving what an edit changes, and no more: the result is that of resolving everything.

Turns: a Resolution + the files as they are now → ChangedResolution. Where the files are asked for alone, the result is
what they say if nothing that others say has changed; it can be shown, but nothing can be built on it.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec

from codeshed.model.file_interface import FileInterface
from codeshed.model.semantic import Document, EntryPoint, Reference, ReferenceRole
from codeshed.resolve.packed_documents import PackedDocuments
from codeshed.resolve.python.definitions.file_definitions import count_writes, define_file
from codeshed.resolve.python.entry_points.declared_entry_points import find_declared_entries
from codeshed.resolve.python.entry_points.find_entry_points import find_file_entries
from codeshed.resolve.python.entry_points.found_entry_points import FileEntries
from codeshed.resolve.python.entry_points.merge_entry_points import merge_entries
from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.flow_records import NO_RECORD, FileRecord, TopicRecord
from codeshed.resolve.python.flow.variable_symbols import Variables
from codeshed.resolve.python.flow.worklist import Exchange
from codeshed.resolve.python.incremental.affected_files import Affected
from codeshed.resolve.python.incremental.open_files import OpenFiles
from codeshed.resolve.python.incremental.project_state import ProjectState
from codeshed.resolve.python.incremental.resolved_files import (
    ChangedResolution,
    OuterFields,
    Resolution,
    ResolvedFile,
    notes_of,
)
from codeshed.resolve.python.names.file_outline import FileOutline, outline_of
from codeshed.resolve.python.names.program import ReadInterface
from codeshed.resolve.python.names.value_keys import NodeKey, owner_path
from codeshed.resolve.python.references.external_fields import find_outer_fields
from codeshed.resolve.python.references.file_references import collect_references
from codeshed.resolve.python.references.receivers import Receivers
from codeshed.resolve.python.tables.symbol_tables import open_tables


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


def _interface_reader(old: Resolution, state: ProjectState) -> ReadInterface:
    changed = frozenset(state.changed)
    return lambda path: state.read_interface(path) if path in changed else old.interface(path)


def update(old: Resolution, state: ProjectState) -> ChangedResolution:
    """Resolve a project whose last resolution is known; one that has none yet is resolved whole."""
    return _Update(old, state).run()


class _Looked(msgspec.Struct, frozen=True):
    """What was looked at in a file at rest, and is looked at again."""

    variables: Variables
    receivers: Receivers


class _Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a file of which everything was found, beside its document."""

    resolved: ResolvedFile
    entries: FileEntries
    rewritable: frozenset[str]


class _Update:
    """One update, step by step."""

    def __init__(self, old: Resolution, state: ProjectState) -> None:
        self._old = old
        self._state = state
        self._before = frozenset(old.paths())
        now = frozenset(state.paths)
        self._removed = tuple(path for path in old.paths() if path not in now)
        interfaces = {path: state.read_interface(path) for path in state.changed}
        self._tables = open_tables(
            self._outlines(interfaces), _interface_reader(old, state), state.package_name
        )
        self._program = self._tables.program
        self._file_by_path = self._program.modules.index_by_path
        self._affected = Affected(old, self._tables, interfaces, self._removed)
        self._files = OpenFiles(state, self._tables)
        self._exchange = Exchange(
            _Memory(old), self._files, frozenset(state.changed) if state.is_alone else now, state.report
        )
        self._looked: dict[str, _Looked] = {}
        self._outer_fields: dict[str, OuterFields] = {}
        self._known_fields: dict[str, frozenset[str]] = {}
        self._finished: dict[str, _Finished] = {}
        self._documents = PackedDocuments()
        self._n_more_writes: Counter[str] = Counter()

    def run(self) -> ChangedResolution:
        """Find everything that changes."""
        self._affected.find(is_alone=self._state.is_alone)
        self._exchange.run(self._affected.files, self._removed)
        self._find_outer_fields()
        live = self._live_paths()
        for n_done, path in enumerate(live, 1):
            self._finish(path)
            self._state.report("resolving", n_done, len(live))
        n_writes = self._count_writes()
        for path in self._finished:
            self._settle(path, n_writes)
        live = sorted(self._finished)
        entries = {path: self._finished[path].entries for path in live}
        return ChangedResolution(
            removed=self._removed,
            documents=self._documents,
            files={
                **{path: self._noted(path) for path in self._affected.fresh if path not in entries},
                **{path: self._finished[path].resolved for path in live},
            },
            records={path: self._exchange.live[path].record() for path in live},
            interfaces={path: self._state.read_interface(path) for path in self._state.changed},
            outlines=self._new_outlines(),
            topics=self._topics(),
            n_writes=n_writes,
            outer_fields=self._known_outer_fields(),
            n_storing=self._exchange.n_storing,
            entries=entries,
            entry_points=self._merge_entries(entries),
        )

    def _merge_entries(self, new: dict[str, FileEntries]) -> dict[str, tuple[EntryPoint, ...]] | None:
        """Put together what all files and the manifests say about entry points, unless it is as it was."""
        is_same = not (self._state.has_new_manifests or self._affected.has_new_interfaces)
        if self._state.is_alone:
            return None
        if is_same and all(path in self._before and self._old.entries(path) == new[path] for path in new):
            return None
        old = [
            each
            for each in self._old.iter_entries()
            if each.path in self._file_by_path and each.path not in new
        ]
        found = (*old, *new.values())
        return merge_entries(found, find_declared_entries(self._tables, self._state.manifests, found))

    def _outlines(self, interfaces: Mapping[str, FileInterface]) -> dict[str, FileOutline]:
        """Return the outlines of all files; those of files that changed say nothing of other files yet."""
        known = self._old.outlines()
        return {
            path: outline_of(interfaces[path]) if path in interfaces else known[path]
            for path in self._state.paths
        }

    def _new_outlines(self) -> dict[str, FileOutline]:
        before, joined = self._old.outlines(), self._tables.joined
        return {path: joined[path] for path in self._affected.fresh if before.get(path) != joined[path]}

    def _live_paths(self) -> list[str]:
        return sorted(path for path, live in self._exchange.live.items() if not live.is_removed)

    def _region(self, path: str) -> Region:
        region = self._exchange.wake(path)
        region.take_over()
        return region

    def _look(self, path: str) -> "_Looked":
        """Find the fields of a file's classes that code outside of these stores."""
        region = self._region(path)
        looked = _Looked(Variables(region.state), Receivers(region))
        find_outer_fields(region, looked.receivers, looked.variables)
        return looked

    def _find_outer_fields(self) -> None:
        """Let all files know such fields of others; for whom these changed, it must be looked at too."""
        changed = set()
        for path in self._live_paths():
            self._take_outer_fields(path)
            if self._old.outer_fields().get(path, {}) != self._outer_fields[path]:
                changed.add(path)
        if changed and not self._state.is_alone:
            asleep = self._before - set(self._removed) - set(self._live_paths())
            for path in sorted(asleep.intersection(self._old.files_mentioning(frozenset(changed)))):
                if not changed.isdisjoint(self._old.file(path).notes.aspects):
                    self._take_outer_fields(path)
        self._known_fields = {
            symbol: frozenset(names)
            for fields in self._known_outer_fields().values()
            for symbol, names in fields.items()
        }

    def _take_outer_fields(self, path: str) -> None:
        looked = self._look(path)
        found = looked.variables.own_outer_fields()
        self._outer_fields[path] = {symbol: tuple(sorted(found[symbol])) for symbol in sorted(found)}
        if not self._exchange.rest(path):
            self._looked[path] = looked

    def _known_outer_fields(self) -> dict[str, OuterFields]:
        """Return the fields of all files that only code outside of their classes stores."""
        known = {
            path: fields
            for path, fields in self._old.outer_fields().items()
            if path in self._file_by_path and path not in self._outer_fields
        }
        known |= {path: fields for path, fields in self._outer_fields.items() if fields}
        return dict(sorted(known.items()))

    def _finish(self, path: str) -> None:
        """Find all that a file at rest says; from then on its nodes and its facts are not needed any more."""
        looked = self._looked.pop(path, None) or self._look(path)
        looked.variables.take_outer_fields(self._known_fields)
        region, opened = self._region(path), self._files.get(path)
        file = self._file_by_path[path]
        references = collect_references(region, looked.receivers, looked.variables, opened.content)
        defined = define_file(region, looked.variables, references)
        document = Document(
            path=path,
            language=opened.facts.language,
            content_hash=opened.content_hash,
            is_generated=opened.facts.is_generated,
            problems=(*opened.facts.problems, *opened.problems),
            definitions=defined.definitions,
            references=references.references,
        )
        self._documents.put(path, document)
        self._n_more_writes.update(_written(references.references))
        if path in self._before:
            self._n_more_writes.subtract(_written(self._old.document(path).references))
        entries = find_file_entries(self._tables, file)
        self._finished[path] = _Finished(
            resolved=ResolvedFile(
                content_hash=opened.content_hash,
                types_key=opened.types_key,
                notes=notes_of(region.consulted, self._program, file),
                trait_notes=self._affected.trait_notes(path),
                stored_names=tuple(sorted(region.stored_names)),
                asked_names=tuple(sorted(region.certainty.asked_names)),
            ),
            entries=entries,
            rewritable=defined.rewritable,
        )
        self._exchange.release(path)

    def _count_writes(self) -> dict[str, dict[str, int]]:
        """Count anew how often variables are written; whose variables that changes, is looked at too."""
        for path in self._removed:
            self._n_more_writes.subtract(_written(self._old.document(path).references))
        counts: dict[str, dict[str, int]] = {}
        affected: set[str] = set()
        for symbol, difference in sorted(self._n_more_writes.items()):
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
        for owner in () if self._state.is_alone else sorted(affected - self._finished.keys()):
            self._finish(owner)
        return counts

    def _settle(self, path: str, n_writes: Mapping[str, Mapping[str, int]]) -> None:
        """Let the variables of a document be known to change that several places write."""
        counted = n_writes[path] if path in n_writes else self._old.n_writes(path)
        rewritten = frozenset(
            symbol for symbol in self._finished[path].rewritable if counted.get(symbol, 0) > 1
        )
        if rewritten:
            document = self._documents[path]
            definitions = count_writes(document.definitions, rewritten)
            self._documents.put(path, msgspec.structs.replace(document, definitions=definitions))

    def _noted(self, path: str) -> ResolvedFile:
        """Return what is remembered of a file that did not run, with what its traits rest on now."""
        return msgspec.structs.replace(self._old.file(path), trait_notes=self._affected.trait_notes(path))

    def _topics(self) -> dict[str, dict[NodeKey, TopicRecord]]:
        """Return the nodes that others take part in, of all files of which some changed; nobody keeps those of one alone."""
        found: dict[str, dict[NodeKey, TopicRecord]] = {}
        if self._state.is_alone:
            return found
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
