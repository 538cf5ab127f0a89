"""Documents of languages other than Python after an edit.

Turns: what an index knows of such files, and which changed → the documents that are new, and the interfaces to be kept.
While what others see of the edited files stays the same, only these are resolved again; else all are.
"""

import msgspec

from codeshed.errors import StoreDamagedError
from codeshed.model.code_facts import CodeFacts
from codeshed.project.code_state import INTERFACES, ChangedCode, CodeState
from codeshed.project.current_files import CurrentFiles
from codeshed.project.stored_resolution import DOCUMENTS
from codeshed.resolve.languages.documents import document_of
from codeshed.resolve.languages.evaluation import Evaluation
from codeshed.resolve.languages.interface import code_interface, decode_interface, encode_interface
from codeshed.resolve.languages.layout import Layout
from codeshed.resolve.languages.program import Program
from codeshed.resolve.languages.table import CUSTOMS
from codeshed.resolve.packed import PackedDocuments, pack_document
from codeshed.store.reading import IndexReader


def update_code(reader: IndexReader | None, state: CodeState, files: CurrentFiles) -> ChangedCode:
    """Resolve what must be resolved again."""
    known = {} if reader is None else dict(reader.iter_parts(INTERFACES))
    new = {path: encode_interface(code_interface(files.code(path).facts)) for path in state.changed}
    current = {path: new.get(path) or known[path] for path in state.paths}
    program = Program(
        {path: _decoded(reader, content) for path, content in current.items()},
        CUSTOMS,
        Layout(frozenset(state.paths), state.manifests),
    )
    is_same_to_others = (
        not state.removed
        and not state.has_new_manifests
        and all(known.get(path) == content for path, content in new.items())
    )
    documents = PackedDocuments()
    evaluation = Evaluation(program)
    for path in state.changed if is_same_to_others else state.paths:
        packed = pack_document(document_of(program, evaluation, files.code(path)))
        if path in new or not _is_known(reader, path, packed):
            documents.put_packed(path, packed)
        files.forget(path)
    return ChangedCode(documents=documents, interfaces=new, removed=state.removed)


def _is_known(reader: IndexReader | None, path: str, packed: bytes) -> bool:
    return reader is not None and reader.read_part(DOCUMENTS, path) == packed


def _decoded(reader: IndexReader | None, content: bytes) -> CodeFacts:
    try:
        return decode_interface(content)
    except msgspec.DecodeError as error:
        index_dir = "" if reader is None else str(reader.index_dir)
        raise StoreDamagedError(index_dir, f"a part is not readable: {error}") from error
