"""Incremental resolution of languages other than Python.

Turns: a GenericProjectState and an index → ChangedGenericResolution: new documents, interfaces and query traces. If the
visible interfaces of edited files stay the same, only these files are resolved; else also every file whose trace has a
query with another answer now.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from codeshed.errors import StoreDamagedError
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.generic_resolution_state import (
    INTERFACES,
    RESOLUTION_RECORDS,
    ChangedGenericResolution,
    GenericProjectState,
)
from codeshed.project.index.stored_resolution import DOCUMENTS
from codeshed.resolve.generic.document_resolution import resolve_document
from codeshed.resolve.generic.incremental.invalidated_files import find_affected_files
from codeshed.resolve.generic.incremental.resolution_records import (
    ResolutionRecord,
    ResolutionRecords,
    decode_resolution_record,
    encode_resolution_record,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.generic.names.visible_interface import (
    decode_interface,
    encode_interface,
    interface_of,
)
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.languages.language_table import RULES_BY_LANGUAGE
from codeshed.resolve.packed_documents import PackedDocuments, pack_document
from codeshed.store.index_reading import IndexReader

if TYPE_CHECKING:
    from codeshed.model.semantic import EntryPoint

_Decoded = TypeVar("_Decoded")


def update_generic_resolution(
    reader: IndexReader | None,
    state: GenericProjectState,
    files: CurrentFiles,
    report: Progress = ignore_progress,
) -> ChangedGenericResolution:
    """Resolve the edited files and those that the edits affect."""
    known = {} if reader is None else dict(reader.iter_parts(INTERFACES))
    new = {path: encode_interface(interface_of(files.generic_file(path).facts)) for path in state.changed}
    current = {path: new.get(path) or known[path] for path in state.paths}
    facts = {path: _decoded(reader, decode_interface, content) for path, content in current.items()}
    symbol_table = SymbolTable(
        facts, RULES_BY_LANGUAGE, RepositoryLayout(frozenset(state.paths), state.manifests)
    )
    evaluator = Evaluator(symbol_table)
    relations = ResolutionRecords(symbol_table, evaluator)
    edited = {path: known.get(path) for path, content in new.items() if known.get(path) != content}
    edited |= {path: known[path] for path in state.removed if path in known}
    if reader is None or state.has_new_manifests:
        affected = state.paths
    elif edited:
        before = _table_before(reader, symbol_table, edited, state)
        affected = _affected(reader, symbol_table, relations, before, state)
    else:
        affected = state.changed
    documents = PackedDocuments()
    records: dict[str, bytes] = {}
    entry_points: dict[str, tuple[EntryPoint, ...]] = {}
    for n_done, path in enumerate(affected, 1):
        document = resolve_document(symbol_table, evaluator, files.generic_file(path))
        packed = pack_document(document)
        if document.entry_points:
            entry_points[path] = document.entry_points
        query_trace = symbol_table.query_trace.collect_hashes()
        stored_record = None if reader is None else reader.read_part(RESOLUTION_RECORDS, path)
        if stored_record is None or edited or state.has_new_manifests:
            record = relations.record_of(path, query_trace)
        else:
            record = replace(
                _decoded(reader, decode_resolution_record, stored_record), query_hashes=query_trace
            )
        if path in new or not _is_known(reader, path, packed):
            documents.put_packed(path, packed)
        if encode_resolution_record(record) != stored_record:
            records[path] = encode_resolution_record(record)
        files.forget_file(path)
        report("resolving other languages", n_done, len(affected))
    return ChangedGenericResolution(
        documents=documents,
        interfaces=new,
        records=records,
        removed=state.removed,
        resolved=affected,
        entry_points=entry_points,
    )


def _table_before(
    reader: IndexReader,
    symbol_table: SymbolTable,
    edited: Mapping[str, bytes | None],
    state: GenericProjectState,
) -> SymbolTable:
    """Return the symbol table before the edit; views of unchanged files are shared if no file came or went."""
    old = {path: _decoded(reader, decode_interface, content) for path, content in edited.items() if content}
    facts = {path: view.facts for path, view in symbol_table.files.items() if path not in edited} | old
    has_same_paths = facts.keys() == symbol_table.files.keys()
    return SymbolTable(
        facts,
        RULES_BY_LANGUAGE,
        RepositoryLayout(frozenset(facts), state.manifests),
        known_scopes={
            path: view for path, view in symbol_table.files.items() if path not in edited and has_same_paths
        },
    )


def _affected(
    reader: IndexReader,
    symbol_table: SymbolTable,
    relations: ResolutionRecords,
    before: SymbolTable,
    state: GenericProjectState,
) -> tuple[str, ...]:
    """Return the edited files, and those with a query whose answer changed."""
    records: dict[str, ResolutionRecord] = {
        path: _decoded(reader, decode_resolution_record, content)
        for path, content in reader.iter_parts(RESOLUTION_RECORDS)
    }
    found = find_affected_files(
        before, symbol_table, records, {path: relations.record_of(path) for path in symbol_table.files}
    )
    return tuple(sorted({*found, *state.changed}))


def _is_known(reader: IndexReader | None, path: str, packed: bytes) -> bool:
    return reader is not None and reader.read_part(DOCUMENTS, path) == packed


def _decoded(reader: IndexReader | None, decode: Callable[[bytes], _Decoded], content: bytes) -> _Decoded:
    try:
        return decode(content)
    except msgspec.DecodeError as error:
        index_dir = "" if reader is None else str(reader.index_dir)
        raise StoreDamagedError(index_dir, f"a part is not readable: {error}") from error
