"""Incremental resolution: resolve what an edit changes, with the same result as resolving everything.

Turns: the previous resolution + the files as they are now → ResolutionUpdate. Without a previous resolution,
everything is resolved. The steps are those of `_Update.run`: find the affected files, let values flow between them,
collect references and definitions file by file, then count writes and merge entry points.

If `ProjectState.is_alone` is set, only the changed files are resolved, on the assumption that no others are affected.
Such a result may be shown at once, but nothing may be built on it.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec

from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.semantic import (
    Document,
    EntryPoint,
    Reference,
    ReferenceRole,
    UnresolvedReason,
    VariableKind,
)
from codeshed.resolve.packed_documents import PackedDocuments
from codeshed.resolve.python.definitions.file_definitions import define_file, mark_rewritten
from codeshed.resolve.python.entry_points.declared_entry_points import find_declared_entries
from codeshed.resolve.python.entry_points.find_entry_points import find_file_entries
from codeshed.resolve.python.entry_points.found_entry_points import FileEntries
from codeshed.resolve.python.entry_points.merge_entry_points import merge_entries
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.flow_records import NO_RECORD, FileFlowRecord, SharedNodeRecord
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.flow.worklist import Worklist
from codeshed.resolve.python.incremental.affected_files import AffectedFileFinder
from codeshed.resolve.python.incremental.open_files import OpenFiles
from codeshed.resolve.python.incremental.project_state import ProjectState
from codeshed.resolve.python.incremental.resolved_files import (
    OuterFields,
    PreviousResolution,
    ResolutionUpdate,
    ResolvedFile,
    make_dependencies,
)
from codeshed.resolve.python.names.file_outline import FileOutline, make_outline
from codeshed.resolve.python.names.program import ReadInterface
from codeshed.resolve.python.names.value_keys import NodeKey, owner_path
from codeshed.resolve.python.references.file_references import collect_references
from codeshed.resolve.python.references.outer_fields import find_outer_fields
from codeshed.resolve.python.references.receivers import ReceiverLookup
from codeshed.resolve.python.tables.symbol_tables import open_tables

_OPEN_WRITES = frozenset({UnresolvedReason.UNKNOWN_RECEIVER, UnresolvedReason.TOO_MANY_TARGETS})
"""Why a write of a field may be one of any field of its name."""


class _StoredFlow:
    """The flow in the previous resolution, as the worklist sees it."""

    def __init__(self, old: PreviousResolution) -> None:
        self._old = old
        self._paths = frozenset(old.paths())

    def file_record(self, path: str) -> FileFlowRecord:
        """Return a file's flow record."""
        return self._old.record(path) if path in self._paths else NO_RECORD

    def shared_node(self, key: NodeKey) -> SharedNodeRecord | None:
        """Return the record of a shared node."""
        return self._old.shared_nodes(owner_path(key)).get(key)

    def stored_names(self, path: str) -> tuple[str, ...]:
        """Return the names that a file assigns on something else than a method's own receiver."""
        return self._old.file(path).stored_names if path in self._paths else ()

    def n_attribute_stores(self) -> Mapping[str, int]:
        """Return how many files assign each name in this way."""
        return self._old.n_attribute_stores()

    def files_testing(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return the files whose result depends on whether any file assigns one of these names in this way."""
        return tuple(
            path
            for path in self._old.files_mentioning(names)
            if not names.isdisjoint(self._old.file(path).tested_field_names)
        )


def _interface_reader(old: PreviousResolution, state: ProjectState) -> ReadInterface:
    changed = frozenset(state.changed)
    return lambda path: state.read_interface(path) if path in changed else old.interface(path)


def update_resolution(old: PreviousResolution, state: ProjectState) -> ResolutionUpdate:
    """Resolve a project, reusing its previous resolution; an empty one means that everything is resolved."""
    return _Update(old, state).run()


class _FileLookups(msgspec.Struct, frozen=True):
    """Lookups in a file at its fixpoint, kept from one pass over the files to the next."""

    variables: VariableSymbols
    receivers: ReceiverLookup


class _Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a finished file besides its document."""

    resolved: ResolvedFile
    entries: FileEntries
    n_first_writes: dict[str, int]


class _Update:
    """One update; `run` shows its steps in order."""

    def __init__(self, old: PreviousResolution, state: ProjectState) -> None:
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
        self._affected = AffectedFileFinder(old, self._tables, interfaces, self._removed)
        self._files = OpenFiles(state, self._tables)
        self._worklist = Worklist(
            _StoredFlow(old), self._files, frozenset(state.changed) if state.is_alone else now, state.report
        )
        self._lookups: dict[str, _FileLookups] = {}
        self._outer_fields: dict[str, OuterFields] = {}
        self._outer_fields_by_class: dict[str, frozenset[str]] = {}
        self._finished: dict[str, _Finished] = {}
        self._documents = PackedDocuments()
        self._n_writes_difference: Counter[str] = Counter()
        self._n_open_writes: Counter[str] = Counter(old.n_open_writes())

    def run(self) -> ResolutionUpdate:
        """Resolve everything that changes."""
        self._affected.find(is_alone=self._state.is_alone)
        self._worklist.run(self._affected.files, self._removed)
        self._find_outer_fields()
        live = self._paths_that_ran()
        for n_done, path in enumerate(live, 1):
            self._finish_file(path)
            self._state.report("resolving", n_done, len(live))
        n_writes = self._count_writes()
        for path in self._finished:
            self._mark_rewritten_variables(path, n_writes)
        live = sorted(self._finished)
        entries = {path: self._finished[path].entries for path in live}
        return ResolutionUpdate(
            removed=self._removed,
            documents=self._documents,
            files={
                **{
                    path: self._with_new_trait_dependencies(path)
                    for path in self._affected.recomputed_paths
                    if path not in entries
                },
                **{path: self._finished[path].resolved for path in live},
            },
            records={path: self._worklist.live[path].record() for path in live},
            interfaces={path: self._state.read_interface(path) for path in self._state.changed},
            outlines=self._new_outlines(),
            shared_nodes=self._shared_nodes(),
            n_writes=n_writes,
            outer_fields=self._all_outer_fields(),
            n_attribute_stores=self._worklist.n_attribute_stores,
            n_open_writes={name: n for name, n in sorted(self._n_open_writes.items()) if n > 0},
            entries=entries,
            entry_points=self._merge_entries(entries),
        )

    def _merge_entries(self, new: dict[str, FileEntries]) -> dict[str, tuple[EntryPoint, ...]] | None:
        """Merge the entry points of all files and manifests; None if they did not change."""
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
        """Return the outlines of all files; those of changed files have no traits yet."""
        known = self._old.outlines()
        return {
            path: make_outline(interfaces[path]) if path in interfaces else known[path]
            for path in self._state.paths
        }

    def _new_outlines(self) -> dict[str, FileOutline]:
        before, joined = self._old.outlines(), self._tables.outlines
        return {
            path: joined[path] for path in self._affected.recomputed_paths if before.get(path) != joined[path]
        }

    def _paths_that_ran(self) -> list[str]:
        return sorted(path for path, live in self._worklist.live.items() if not live.is_removed)

    def _get_file_flow(self, path: str) -> FileFlow:
        file_flow = self._worklist.get_file_flow(path)
        file_flow.activate_trace()
        return file_flow

    def _open_lookups(self, path: str) -> "_FileLookups":
        """Find the outer fields of a file's classes."""
        file_flow = self._get_file_flow(path)
        lookups = _FileLookups(VariableSymbols(file_flow.state), ReceiverLookup(file_flow))
        find_outer_fields(file_flow, lookups.receivers, lookups.variables)
        return lookups

    def _find_outer_fields(self) -> None:
        """Find the outer fields of all classes.

        Files that depend on a class whose outer fields changed must be finished too.
        """
        changed = set()
        for path in self._paths_that_ran():
            self._collect_outer_fields(path)
            if self._old.outer_fields().get(path, {}) != self._outer_fields[path]:
                changed.add(path)
        if changed and not self._state.is_alone:
            not_run = self._before - set(self._removed) - set(self._paths_that_ran())
            for path in sorted(not_run.intersection(self._old.files_mentioning(frozenset(changed)))):
                if not changed.isdisjoint(self._old.file(path).dependencies.aspects):
                    self._collect_outer_fields(path)
        self._outer_fields_by_class = {
            symbol: frozenset(names)
            for fields in self._all_outer_fields().values()
            for symbol, names in fields.items()
        }

    def _collect_outer_fields(self, path: str) -> None:
        lookups = self._open_lookups(path)
        found = lookups.variables.own_outer_fields()
        self._outer_fields[path] = {symbol: tuple(sorted(found[symbol])) for symbol in sorted(found)}
        if not self._worklist.release_if_full(path):
            self._lookups[path] = lookups

    def _all_outer_fields(self) -> dict[str, OuterFields]:
        """Return the outer fields of the classes of all files."""
        known = {
            path: fields
            for path, fields in self._old.outer_fields().items()
            if path in self._file_by_path and path not in self._outer_fields
        }
        known |= {path: fields for path, fields in self._outer_fields.items() if fields}
        return dict(sorted(known.items()))

    def _finish_file(self, path: str) -> None:
        """Collect the references, definitions and entry points of a file; its flow graph is then released."""
        lookups = self._lookups.pop(path, None) or self._open_lookups(path)
        lookups.variables.set_foreign_outer_fields(self._outer_fields_by_class)
        file_flow, opened = self._get_file_flow(path), self._files.get(path)
        file = self._file_by_path[path]
        references = collect_references(file_flow, lookups.receivers, lookups.variables, opened.content)
        defined = define_file(file_flow, lookups.variables, references)
        document = Document(
            path=path,
            language=opened.facts.language,
            content_hash=opened.content_hash,
            is_generated=opened.facts.is_generated,
            problems=(*opened.facts.problems, *opened.problems),
            definitions=defined.definitions,
            references=references.references,
            statement_lines=opened.facts.statement_lines,
        )
        self._documents.put(path, document)
        self._count_writes_of(path, references.references)
        entries = find_file_entries(self._tables, file)
        self._finished[path] = _Finished(
            resolved=ResolvedFile(
                content_hash=opened.content_hash,
                types_key=opened.types_key,
                dependencies=make_dependencies(file_flow.trace, self._program, file),
                trait_dependencies=self._affected.trait_dependencies(path),
                stored_names=tuple(sorted(file_flow.stored_names)),
                tested_field_names=tuple(sorted(file_flow.certainty.tested_names)),
                rewritable_fields=defined.rewritable_fields,
            ),
            entries=entries,
            n_first_writes=defined.n_first_writes,
        )
        self._worklist.release(path)

    def _count_writes_of(self, path: str, references: tuple[Reference, ...]) -> None:
        """Count the writes of a file instead of those that it had."""
        self._n_writes_difference.update(_written_symbols(references))
        self._n_open_writes.update(_openly_written_names(references))
        if path in self._before:
            before = self._old.document(path).references
            self._n_writes_difference.subtract(_written_symbols(before))
            self._n_open_writes.subtract(_openly_written_names(before))

    def _count_writes(self) -> dict[str, dict[str, int]]:
        """Update how often variables are written.

        Files with variables whose mutability this changes must be finished too.
        """
        for path in self._removed:
            self._count_writes_of(path, ())
        counts: dict[str, dict[str, int]] = {}
        affected: set[str] = set()
        for symbol, difference in sorted(self._n_writes_difference.items()):
            owner = symbol.partition("::")[0]
            if not difference or owner not in self._file_by_path:
                continue
            if owner not in counts:
                counts[owner] = dict(self._old.n_writes(owner)) if owner in self._before else {}
            before = counts[owner].pop(symbol, 0)
            after = before + difference
            counts[owner] |= {symbol: after} if after else {}
            if min(before, 2) != min(after, 2):
                affected.add(owner)
        if not self._state.is_alone:
            affected |= self._files_with_newly_rewritten_fields()
            for owner in sorted(affected - self._finished.keys()):
                self._finish_file(owner)
        return counts

    def _files_with_newly_rewritten_fields(self) -> set[str]:
        """Return the files with fields that are now assigned on objects of unknown type, or no more."""
        before = frozenset(self._old.n_open_writes())
        names = before ^ {name for name, n in self._n_open_writes.items() if n > 0}
        return {
            path
            for path in self._old.files_mentioning(names)
            if path in self._file_by_path and not names.isdisjoint(self._old.file(path).rewritable_fields)
        }

    def _mark_rewritten_variables(self, path: str, n_writes: Mapping[str, Mapping[str, int]]) -> None:
        """Mark variables of a document as mutable that are written again."""
        n_writes_by_symbol = n_writes[path] if path in n_writes else self._old.n_writes(path)
        rewritten = frozenset(
            symbol
            for symbol, n_first_writes in self._finished[path].n_first_writes.items()
            if n_writes_by_symbol.get(symbol, 0) > n_first_writes
        ) | self._openly_rewritten_fields(path)
        if rewritten:
            document = self._documents[path]
            definitions = mark_rewritten(document.definitions, rewritten)
            self._documents.put(path, msgspec.structs.replace(document, definitions=definitions))

    def _openly_rewritten_fields(self, path: str) -> frozenset[str]:
        """Return the symbols of the fields of a file that any file may assign on an object of unknown type."""
        finished = self._finished[path]
        names = {name for name in finished.resolved.rewritable_fields if self._n_open_writes[name] > 0}
        return frozenset(
            each.symbol_id
            for each in (self._documents[path].definitions if names else ())
            if each.name in names
            and each.details.variable_kind is VariableKind.CLASS_FIELD
            and each.symbol_id in finished.n_first_writes
        )

    def _with_new_trait_dependencies(self, path: str) -> ResolvedFile:
        """Return the record of a file that did not run, with the new dependencies of its traits."""
        return msgspec.structs.replace(
            self._old.file(path), trait_dependencies=self._affected.trait_dependencies(path)
        )

    def _shared_nodes(self) -> dict[str, dict[NodeKey, SharedNodeRecord]]:
        """Return all shared nodes of each file with a changed one; none if `is_alone`, since nobody stores these."""
        found: dict[str, dict[NodeKey, SharedNodeRecord]] = {}
        if self._state.is_alone:
            return found
        for key, record in self._worklist.changed_shared_nodes.items():
            path = owner_path(key)
            if path not in self._file_by_path:
                continue
            if path not in found:
                found[path] = dict(self._old.shared_nodes(path)) if path in self._before else {}
            found[path].pop(key, None)
            if record is not None:
                found[path][key] = record
        return found


def _written_symbols(references: tuple[Reference, ...]) -> list[str]:
    return [
        reference.target_symbol
        for reference in references
        if reference.role is ReferenceRole.WRITE and reference.target_symbol is not None
    ]


def _openly_written_names(references: tuple[Reference, ...]) -> list[str]:
    """Return the names that are assigned on objects of unknown type."""
    return [
        reference.method_name
        for reference in references
        if reference.role is ReferenceRole.WRITE
        and reference.target_symbol is None
        and reference.method_name is not None
        and reference.reason in _OPEN_WRITES
    ]
