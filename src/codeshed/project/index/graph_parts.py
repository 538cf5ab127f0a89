"""Link the graph of an index from the stored parts of unchanged documents and new parts of changed ones.

Turns: an IndexReader and changed documents → CurrentParts → CodeGraph; CurrentParts → parts of an index.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from codeshed.build.documentation import SignatureCoverage
from codeshed.build.link.link import link
from codeshed.build.link.link_summary import tabulate_entry_points
from codeshed.build.part.document_part import ExternalsPart
from codeshed.build.part.make_part import make_externals_part, make_part
from codeshed.build.part.part_pack import PartPack, decode_externals, encode_pack
from codeshed.build.part.repacking import Repacked, repack
from codeshed.build.size import size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import Document, EntryPoint, ExternalSymbol
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.model.source_reader import SourceReader
from codeshed.model.symbol_ids import path_of_symbol
from codeshed.project.index.generic_resolution_state import ChangedGenericResolution
from codeshed.project.index.pack_prefetch import PACKS
from codeshed.resolve.external_symbols import Roles, external_symbols_of, roles_in
from codeshed.store.graph_file import open_graph
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

EXTERNAL_ROLES = "externals"
_EXTERNALS_PART = "externals part"

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode_roles = msgspec.msgpack.Decoder(Roles).decode


class CurrentParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of all documents in packs, the part of external symbols, and which of them are new.

    `roles` hold, encoded, how each changed document uses external symbols.
    """

    repacked: Repacked
    roles: dict[str, bytes]
    removed: tuple[str, ...]
    externals: ExternalsPart
    has_new_externals: bool


def make_parts(
    reader: IndexReader | None,
    packs: Sequence[PartPack],
    documents: Mapping[str, Document],
    removed: tuple[str, ...],
    sources: SourceReader,
) -> CurrentParts:
    """Make the parts of changed documents, and replace the old ones in the packs of the index."""
    measure, scorer = size_function(DEFAULT_SIZE_FUNCTION), SignatureCoverage()
    roles = {path: _encode(roles_in(document)) for path, document in documents.items()}
    known = None if reader is None else _known_externals(reader, roles, removed)
    return CurrentParts(
        repacked=repack(
            packs,
            {path: make_part(document, sources, measure, scorer) for path, document in documents.items()},
            removed,
        ),
        roles=roles,
        removed=removed,
        externals=known or make_externals_part(_all_externals(reader, roles, removed), measure, scorer),
        has_new_externals=known is None,
    )


def _known_externals(
    reader: IndexReader, roles: Mapping[str, bytes], removed: tuple[str, ...]
) -> ExternalsPart | None:
    """Return the stored part of external symbols, unless other ones are used now."""
    content = reader.read_shared(_EXTERNALS_PART)
    is_same = all(reader.read_part(EXTERNAL_ROLES, path) == each for path, each in roles.items())
    return decode_externals(content) if content is not None and is_same and not removed else None


def _all_externals(
    reader: IndexReader | None, roles: Mapping[str, bytes], removed: tuple[str, ...]
) -> tuple[ExternalSymbol, ...]:
    old: Iterable[tuple[str, bytes]] = () if reader is None else reader.iter_parts(EXTERNAL_ROLES)
    kept = [content for path, content in old if path not in roles and path not in removed]
    return external_symbols_of(map(_decode_roles, (*kept, *roles.values())))


def link_parts(
    parts: CurrentParts, entry_points: RecordColumn[EntryPoint], common_names: CommonNames
) -> CodeGraph:
    """Link the parts of all documents; `common_names` come from the settings."""
    return link(
        parts.repacked.packs,
        parts.externals,
        entry_points,
        size_function=DEFAULT_SIZE_FUNCTION,
        documentation_scorer=SignatureCoverage.name,
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
    change.remove_parts(EXTERNAL_ROLES, parts.removed)
    change.put_parts(PACKS, ((path, encode_pack(pack)) for path, pack in parts.repacked.changed.items()))
    change.put_parts(EXTERNAL_ROLES, parts.roles.items())
    if parts.has_new_externals:
        change.put_shared(_EXTERNALS_PART, encode_pack(parts.externals))
