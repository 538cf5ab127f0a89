"""The data-flow summaries of an index: one part for each document that has some.

Turns: changed Documents + their facts → DocumentFlows in parts; an IndexReader → DocumentFlows.
"""

import zlib
from collections.abc import Iterator, Mapping

import msgspec

from codeshed.errors import StoreDamagedError
from codeshed.extract.python.data_flow.summaries import summarize_python
from codeshed.model.document_flows import DocumentFlows, pack_flows, unpack_flows
from codeshed.model.facts.data_flow import unpack_summaries
from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.languages.language import is_test_path
from codeshed.model.semantic import Document
from codeshed.project.index.current_files import CurrentFiles
from codeshed.resolve.data_flow.joined_flows import join_flows
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

DATA_FLOWS = "data flow"


def pack_document_flows(document: Document, files: CurrentFiles) -> bytes | None:
    """Return the encoded flows of a document, or None for one without: of tests and most languages none are kept."""
    if is_test_path(document.path):
        return None
    file = files.parsed_file(document.path)
    summaries = (
        summarize_python(file.facts) if isinstance(file, ParsedFile) else unpack_summaries(file.facts.flows)
    )
    if not any(each.flows for each in summaries):
        return None
    return pack_flows(join_flows(summaries, document, file.facts.line_starts))


def write_flows(packed: Mapping[str, bytes | None], removed: tuple[str, ...], change: IndexChange) -> None:
    """Write the flows of changed documents, and remove those of removed ones and of those that have none any more."""
    gone = (*removed, *(path for path, content in packed.items() if content is None))
    change.remove_parts(DATA_FLOWS, gone)
    change.put_parts(DATA_FLOWS, ((path, content) for path, content in packed.items() if content is not None))


def iter_flows(reader: IndexReader) -> Iterator[DocumentFlows]:
    """Yield the flows of all documents by path."""
    for path, content in reader.iter_parts(DATA_FLOWS):
        try:
            yield unpack_flows(content)
        except (msgspec.DecodeError, zlib.error) as error:
            raise StoreDamagedError(str(reader.index_dir), f"the flows of {path} are not readable") from error
