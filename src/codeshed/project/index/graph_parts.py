"""Link the graph of an index from the stored parts of unchanged documents and new parts of changed ones.

Turns: an IndexReader and changed documents → CurrentParts → CodeGraph; CurrentParts → parts of an index.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from codeshed.build.documentation import DocumentationScorer
from codeshed.build.link.link import link
from codeshed.build.link.link_summary import tabulate_entry_points
from codeshed.build.part.make_part import make_part
from codeshed.build.part.part_pack import PartPack, encode_pack
from codeshed.build.part.repacking import Repacked, repack
from codeshed.build.size import size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn
from codeshed.model.facts.type_facts import ExternalSignatures
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import Document, EntryPoint
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.model.symbol_ids import path_of_symbol
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.data_flow_parts import pack_document_flows, write_flows
from codeshed.project.index.external_parts import CurrentExternals, find_externals, write_externals
from codeshed.project.index.generic_resolution_state import ChangedGenericResolution
from codeshed.project.index.pack_prefetch import PACKS
from codeshed.project.index.text_segments import change_segments, words_of_document, write_segments
from codeshed.search.segment import Segment
from codeshed.store.graph_file import open_graph
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader


class CurrentParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of all documents in packs, the external symbols, and what changes of the text index and the data flow."""

    repacked: Repacked
    externals: CurrentExternals
    segments: dict[str, Segment]
    flows: dict[str, bytes | None]
    removed: tuple[str, ...]


def make_parts(
    reader: IndexReader | None,
    packs: Sequence[PartPack],
    documents: Mapping[str, Document],
    removed: tuple[str, ...],
    files: CurrentFiles,
    *,
    scorer: DocumentationScorer,
    external_signatures: Callable[[str], ExternalSignatures],
) -> CurrentParts:
    """Make the parts of changed documents, and replace the old ones in the packs of the index.

    `external_signatures` returns the signatures of the external functions that the file at a path runs.
    """
    measure = size_function(DEFAULT_SIZE_FUNCTION)
    parts, words, flows = {}, {}, {}
    for path, document in documents.items():
        parts[path] = make_part(document, files, measure, scorer)
        words[path] = words_of_document(document, files)
        flows[path] = pack_document_flows(document, files)
    repacked = repack(packs, parts, removed)
    return CurrentParts(
        repacked=repacked,
        externals=find_externals(reader, documents, removed, external_signatures, (measure, scorer)),
        segments=change_segments(reader, packs, repacked, words),
        flows=flows,
        removed=removed,
    )


def link_parts(
    parts: CurrentParts,
    entry_points: RecordColumn[EntryPoint],
    common_names: CommonNames,
    *,
    documentation_scorer: str,
) -> CodeGraph:
    """Link the parts of all documents; `common_names` come from the settings."""
    return link(
        parts.repacked.packs,
        parts.externals.part,
        entry_points,
        size_function=DEFAULT_SIZE_FUNCTION,
        documentation_scorer=documentation_scorer,
        source_reader="folder",
        common_names=common_names,
    )


def merge_entry_points(
    reader: IndexReader | None,
    changed: Mapping[str, tuple[EntryPoint, ...]] | None,
    code: ChangedGenericResolution,
    others: frozenset[str],
) -> RecordColumn[EntryPoint]:
    """Return all entry points: new ones of resolved files, and the others from the graph of the index.

    Python's entry points are found for the whole project at once: `changed` has all of them, or is None if none changed.
    Other languages find them file by file; `others` are their paths.
    """
    graph_path = None if reader is None else reader.graph_path
    known = None if graph_path is None else open_graph(graph_path).entry_points
    if known is not None and changed is None and not (code.resolved or code.removed):
        return known
    resolved = frozenset(code.resolved)
    kept = [
        each
        for each in known or ()
        if (path := path_of_symbol(each.symbol)) not in resolved
        and (path in others or (changed is None and path not in code.removed))
    ]
    found = [*(changed or {}).values(), *code.entry_points.values()]
    return tabulate_entry_points((*kept, *(each for of_file in found for each in of_file)))


def write_parts(parts: CurrentParts, change: IndexChange) -> None:
    """Write the new parts, and remove those of removed documents."""
    change.remove_parts(PACKS, parts.repacked.removed)
    change.put_parts(PACKS, ((path, encode_pack(pack)) for path, pack in parts.repacked.changed.items()))
    write_externals(parts.externals, change)
    write_segments(parts.segments, parts.repacked.removed, change)
    write_flows(parts.flows, parts.removed, change)
