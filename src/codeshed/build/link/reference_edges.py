"""Pass 2: references become edges.

Turns: references + targets → edge drafts, and the references that found no target. An edge that both the listings (v1,
v2) and the default policy see, but from different sources, is drafted twice.
"""

import msgspec
import numpy as np

from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import References
from codeshed.build.link.reference_targets import TargetTable
from codeshed.build.link.string_union import NO_STRING
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import ReferenceFlag
from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind

_LISTINGS = np.uint8(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_IN_CLOSURE = np.uint8(EdgeFlag.IN_CLOSURE)


class ReferenceSources(msgspec.Struct, frozen=True, kw_only=True):
    """The source row of each reference: as the listings see it (or NO_ROW), and as the default policy does."""

    listing: Ints
    closure: Ints


class ReferenceTargetPairs(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of a reference and a row that it leads to, with the edge to be made and the policies that see it."""

    references: Ints
    rows: Ints
    kinds: Bytes
    confidences: Bytes
    provenances: Bytes
    flags: Bytes
    in_listing: Flags
    in_closure: Flags
    keeps_self_in_listing: Flags
    keeps_self_in_closure: Flags


class ReferenceEdges(msgspec.Struct, frozen=True, kw_only=True):
    """Edges of references, and the references that later passes need, as rows.

    `unresolved_calls` have no target, or one that nothing defines; `assignments` are resolved calls whose result is
    kept in a variable; `dangling` read, write or decorate what nothing defines; `unresolved_members` are members of
    objects of unknown type.
    """

    drafts: tuple[EdgeDrafts, ...]
    unresolved_calls: Ints
    assignments: Ints
    dangling: Ints
    unresolved_members: Ints


def find_reference_sources(
    references: References, symbols: SymbolRows, types: DeclaredTypes, module_rows: Ints
) -> ReferenceSources:
    """Return the sources of references; code outside any known symbol belongs to its module.

    A decorator of a type or field is its own, and no code that runs in its module.
    """
    rows = symbols.source_row[references.enclosing]
    around = np.where(rows == NO_ROW, module_rows[references.files], rows)
    own_rows = symbols.row_of[references.enclosing]
    is_of_field = (own_rows != NO_ROW) & (own_rows == symbols.target_row[references.enclosing])
    is_own = (types.kinds[references.enclosing] != 0) | is_of_field
    return ReferenceSources(
        listing=symbols.listing_row[references.enclosing],
        closure=np.where((references.kinds == EdgeKind.ANNOTATES) & is_own, own_rows, around),
    )


def find_called_types(references: References, types: DeclaredTypes) -> list[int]:
    """Return the types among the targets of calls, without duplicates."""
    is_called = np.zeros(len(types.kinds), dtype=np.bool_)
    is_called[references.targets[references.has(ReferenceFlag.CALL)]] = True
    return list(np.flatnonzero(is_called & (types.kinds != 0)).tolist())


def draft_reference_edges(
    references: References,
    targets: TargetTable,
    symbols: SymbolRows,
    sources: ReferenceSources,
    types: DeclaredTypes,
) -> ReferenceEdges:
    """Draft an edge for every reference that names its target."""
    is_call = references.has(ReferenceFlag.CALL)
    is_structural = references.has(ReferenceFlag.STRUCTURAL)
    is_certain = ~references.has(ReferenceFlag.CANDIDATE)
    has_target = references.targets != NO_STRING
    keys = np.where(is_call, targets.call_keys[references.targets], references.targets)
    n_entries = np.where(is_structural, 0, targets.starts[keys + 1] - targets.starts[keys])
    has_row = symbols.row_of[references.targets] != NO_ROW
    has_own_key = keys >= len(symbols.target_row)
    is_run = (n_entries > 0) & (has_own_key | (symbols.target_row[references.targets] != NO_ROW))
    # What a call of an inferred type runs is unknown.
    is_found = (has_row & ~symbols.is_inferred[references.targets]) | (n_entries > 0)
    is_type = types.kinds[references.targets] != 0
    is_instantiation = is_call & is_type
    is_annotation = (references.kinds == EdgeKind.ANNOTATES) & is_type
    # Implementations have a pass of their own.
    is_named = has_row & (references.kinds != EdgeKind.INHERITS)
    is_instantiation_by_base = (
        is_instantiation & has_row & is_run & targets.inherits_constructor[references.targets]
    )
    return ReferenceEdges(
        drafts=(
            *_draft_dependencies(references, keys, n_entries, targets, sources),
            # Imports and the like; instances of a type without its own constructor; calls of a module.
            _draft_structure(
                references,
                _rows((is_named & ~is_run) | is_instantiation_by_base),
                is_instantiation | is_annotation,
                symbols,
                sources,
            ),
        ),
        unresolved_calls=_rows(is_call & is_certain & ~is_found),
        assignments=_rows(is_call & is_certain & is_found & (references.assigned != NO_STRING)),
        dangling=_rows(~is_call & ~is_structural & is_certain & has_target & ~is_found),
        unresolved_members=_rows(~is_call & ~is_structural & ~has_target),
    )


def draft_target_edges(
    pairs: ReferenceTargetPairs, sources: ReferenceSources
) -> tuple[EdgeDrafts, EdgeDrafts]:
    """Draft the edges of such pairs: those of the listings, which the default policy may share, and those of its own."""
    listing_source = sources.listing[pairs.references]
    closure_source = sources.closure[pairs.references]
    # A function that uses its own local does not use itself.
    is_listed = pairs.in_listing & ((pairs.rows != listing_source) | pairs.keeps_self_in_listing)
    is_seen = pairs.in_closure & ((pairs.rows != closure_source) | pairs.keeps_self_in_closure)
    is_shared = (listing_source == closure_source) & is_listed & is_seen
    listing_flags = np.where(is_shared, pairs.flags | _IN_CLOSURE, pairs.flags)
    closure_flags = (pairs.flags & ~_LISTINGS) | _IN_CLOSURE

    def drafts(is_drafted: Flags, from_rows: Ints, edge_flags: Bytes) -> EdgeDrafts:
        chosen = np.flatnonzero(is_drafted)
        return EdgeDrafts(
            sources=from_rows[chosen],
            targets=pairs.rows[chosen],
            kinds=pairs.kinds[chosen],
            confidences=pairs.confidences[chosen],
            provenances=pairs.provenances[chosen],
            flags=edge_flags[chosen],
            sites=pairs.references[chosen],
        )

    return (
        drafts(is_listed & (listing_source != NO_ROW), listing_source, listing_flags),
        drafts(is_seen & ~is_shared, closure_source, closure_flags),
    )


def _draft_dependencies(
    references: References, keys: Ints, n_entries: Ints, targets: TargetTable, sources: ReferenceSources
) -> tuple[EdgeDrafts, EdgeDrafts]:
    rows = np.repeat(np.arange(len(references), dtype=np.int32), n_entries)
    first_of_row = np.cumsum(n_entries) - n_entries
    entries = targets.starts[keys[rows]] + np.arange(len(rows)) - first_of_row[rows]
    pairs = ReferenceTargetPairs(
        references=rows,
        rows=targets.rows[entries],
        kinds=references.kinds[rows],
        confidences=references.confidences[rows],
        provenances=references.provenances[rows],
        flags=references.edge_flags[rows],
        in_listing=targets.in_listing[entries],
        in_closure=targets.in_closure[entries],
        keeps_self_in_listing=targets.keeps_self_in_listing[keys[rows]],
        keeps_self_in_closure=targets.keeps_self_in_closure[keys[rows]],
    )
    return draft_target_edges(pairs, sources)


def _draft_structure(
    references: References, rows: Ints, is_of_type: Flags, symbols: SymbolRows, sources: ReferenceSources
) -> EdgeDrafts:
    """Draft edges to exactly the named symbol, which no footprint follows.

    A call that makes an instance of a type stays a call, and an annotation with a type an annotation; all else is
    usage.
    """
    is_kept = (references.has(ReferenceFlag.STRUCTURAL) | is_of_type)[rows]
    return EdgeDrafts(
        sources=sources.closure[rows],
        targets=symbols.row_of[references.targets[rows]],
        kinds=np.where(is_kept, references.kinds[rows], np.uint8(EdgeKind.USAGE)),
        confidences=references.confidences[rows],
        provenances=references.provenances[rows],
        flags=references.edge_flags[rows] & np.uint8(EdgeFlag.TYPE_ONLY),
        sites=rows,
    )


def _rows(is_chosen: Flags) -> Ints:
    return np.flatnonzero(is_chosen).astype(np.int32)
