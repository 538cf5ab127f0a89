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
from codeshed.model.progress_callback import Progress, be_quiet
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.generic_resolution_state import INTERFACES, NOTES, ChangedCode, CodeState
from codeshed.project.index.stored_resolution import DOCUMENTS
from codeshed.resolve.generic.document_resolution import document_of
from codeshed.resolve.generic.incremental.invalidated_files import affected_files
from codeshed.resolve.generic.incremental.resolution_records import (
    FileNotes,
    Relations,
    decode_notes,
    encode_notes,
)
from codeshed.resolve.generic.names.repository_layout import Layout
from codeshed.resolve.generic.names.visible_interface import (
    code_interface,
    decode_interface,
    encode_interface,
)
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.languages.language_table import CUSTOMS
from codeshed.resolve.packed_documents import PackedDocuments, pack_document
from codeshed.store.index_reading import IndexReader

if TYPE_CHECKING:
    from codeshed.model.semantic import EntryPoint

_Decoded = TypeVar("_Decoded")


def update_code(
    reader: IndexReader | None, state: CodeState, files: CurrentFiles, report: Progress = be_quiet
) -> ChangedCode:
    """Resolve the edited files and those that the edits affect."""
    known = {} if reader is None else dict(reader.iter_parts(INTERFACES))
    new = {path: encode_interface(code_interface(files.code(path).facts)) for path in state.changed}
    current = {path: new.get(path) or known[path] for path in state.paths}
    facts = {path: _decoded(reader, decode_interface, content) for path, content in current.items()}
    program = Program(facts, CUSTOMS, Layout(frozenset(state.paths), state.manifests))
    evaluation = Evaluation(program)
    relations = Relations(program, evaluation)
    edited = {path: known.get(path) for path, content in new.items() if known.get(path) != content}
    edited |= {path: known[path] for path in state.removed if path in known}
    if reader is None or state.has_new_manifests:
        affected = state.paths
    elif edited:
        before = _table_before(reader, program, edited, state)
        affected = _affected(reader, program, relations, before, state)
    else:
        affected = state.changed
    documents = PackedDocuments()
    notes: dict[str, bytes] = {}
    entry_points: dict[str, tuple[EntryPoint, ...]] = {}
    for n_done, path in enumerate(affected, 1):
        document = document_of(program, evaluation, files.code(path))
        packed = pack_document(document)
        if document.entry_points:
            entry_points[path] = document.entry_points
        asked = program.asked.collect()
        known_notes = None if reader is None else reader.read_part(NOTES, path)
        if known_notes is None or edited or state.has_new_manifests:
            noted = relations.of_file(path, asked)
        else:
            noted = replace(_decoded(reader, decode_notes, known_notes), asked=asked)
        if path in new or not _is_known(reader, path, packed):
            documents.put_packed(path, packed)
        if encode_notes(noted) != known_notes:
            notes[path] = encode_notes(noted)
        files.forget(path)
        report("resolving other languages", n_done, len(affected))
    return ChangedCode(
        documents=documents,
        interfaces=new,
        notes=notes,
        removed=state.removed,
        resolved=affected,
        entry_points=entry_points,
    )


def _table_before(
    reader: IndexReader, program: Program, edited: Mapping[str, bytes | None], state: CodeState
) -> Program:
    """Return the symbol table before the edit; views of unchanged files are shared if no file came or went."""
    old = {path: _decoded(reader, decode_interface, content) for path, content in edited.items() if content}
    facts = {path: view.facts for path, view in program.files.items() if path not in edited} | old
    has_same_paths = facts.keys() == program.files.keys()
    return Program(
        facts,
        CUSTOMS,
        Layout(frozenset(facts), state.manifests),
        known={path: view for path, view in program.files.items() if path not in edited and has_same_paths},
    )


def _affected(
    reader: IndexReader, program: Program, relations: Relations, before: Program, state: CodeState
) -> tuple[str, ...]:
    """Return the edited files, and those with a query whose answer changed."""
    notes: dict[str, FileNotes] = {
        path: _decoded(reader, decode_notes, content) for path, content in reader.iter_parts(NOTES)
    }
    found = affected_files(before, program, notes, {path: relations.of_file(path) for path in program.files})
    return tuple(sorted({*found, *state.changed}))


def _is_known(reader: IndexReader | None, path: str, packed: bytes) -> bool:
    return reader is not None and reader.read_part(DOCUMENTS, path) == packed


def _decoded(reader: IndexReader | None, decode: Callable[[bytes], _Decoded], content: bytes) -> _Decoded:
    try:
        return decode(content)
    except msgspec.DecodeError as error:
        index_dir = "" if reader is None else str(reader.index_dir)
        raise StoreDamagedError(index_dir, f"a part is not readable: {error}") from error
