"""The graph of an index, linked anew from the parts of its documents.

Turns: an IndexReader and changed documents → CodeGraph, and the parts to be kept.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from codeshed.build.documentation import SignatureCoverage
from codeshed.build.link.link import link
from codeshed.build.part.document_part import DocumentPart, decode_part, encode_part
from codeshed.build.part.make import make_externals_part, make_part
from codeshed.build.size import size_function
from codeshed.graph.code_graph import CodeGraph
from codeshed.model.semantic import Document, EntryPoint
from codeshed.model.sizes import DEFAULT_SIZE_FUNCTION
from codeshed.model.source import SourceReader
from codeshed.resolve.externals import Roles, externals_of, roles_in
from codeshed.store.change import IndexChange
from codeshed.store.reading import IndexReader

PARTS = "part"
EXTERNALS = "externals"

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode_roles = msgspec.msgpack.Decoder(Roles).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedParts:
    """The parts of documents that changed, and what these use of other packages."""

    parts: dict[str, DocumentPart]
    roles: dict[str, Roles]
    removed: tuple[str, ...]


def make_parts(
    documents: Mapping[str, Document], removed: tuple[str, ...], sources: SourceReader
) -> ChangedParts:
    """Make the parts of documents that changed."""
    measure, scorer = size_function(DEFAULT_SIZE_FUNCTION), SignatureCoverage()
    return ChangedParts(
        parts={path: make_part(document, sources, measure, scorer) for path, document in documents.items()},
        roles={path: roles_in(document) for path, document in documents.items()},
        removed=removed,
    )


def link_parts(
    reader: IndexReader | None,
    changed: ChangedParts,
    entry_points: Mapping[str, tuple[EntryPoint, ...]],
) -> CodeGraph:
    """Link the parts of all documents, those that changed in the place of what the index holds."""
    measure, scorer = size_function(DEFAULT_SIZE_FUNCTION), SignatureCoverage()
    replaced = {*changed.parts, *changed.removed}
    old_parts: Iterable[tuple[str, bytes]] = () if reader is None else reader.iter_parts(PARTS)
    old_roles: Iterable[tuple[str, bytes]] = () if reader is None else reader.iter_parts(EXTERNALS)
    parts = [decode_part(content) for path, content in old_parts if path not in replaced]
    parts += changed.parts.values()
    roles = [_decode_roles(content) for path, content in old_roles if path not in replaced]
    roles += changed.roles.values()
    return link(
        (
            msgspec.structs.replace(part, entry_points=entry_points[part.path])
            if part.path in entry_points
            else part
            for part in parts
        ),
        make_externals_part(externals_of(roles), measure, scorer),
        size_function=measure.name,
        documentation_scorer=scorer.name,
        source_reader="folder",
    )


def write_parts(changed: ChangedParts, change: IndexChange) -> None:
    """Write the parts that changed."""
    change.remove_parts(PARTS, changed.removed)
    change.remove_parts(EXTERNALS, changed.removed)
    change.put_parts(PARTS, ((path, encode_part(part)) for path, part in changed.parts.items()))
    change.put_parts(EXTERNALS, ((path, _encode(roles)) for path, roles in changed.roles.items()))
