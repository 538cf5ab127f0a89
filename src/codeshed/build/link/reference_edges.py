"""Pass 2: references become edges.

Turns: mentions + targets → edge drafts, and which mentions found what they name. An edge that the listings and the
default policy see between different nodes is drafted twice.
"""

import msgspec
import numpy as np

from codeshed.build.link.declared_types import Types
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import Mentions
from codeshed.build.link.reference_targets import Targets
from codeshed.build.link.string_union import NOTHING
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.part.document_part import MentionFlag
from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind

_LISTINGS = np.uint8(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_IN_CLOSURE = np.uint8(EdgeFlag.IN_CLOSURE)


class Sources(msgspec.Struct, frozen=True, kw_only=True):
    """Who does what a mention says, by mention, as the listings see it (or NO_ROW) and as the default policy does."""

    listing: Ints
    closure: Ints


class Arrivals(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that mentions lead to, one entry for each: with the edge it makes, and which policies see what of it."""

    mentions: Ints
    rows: Ints
    kinds: Bytes
    confidences: Bytes
    provenances: Bytes
    flags: Bytes
    in_listing: Flags
    in_closure: Flags
    is_listed: Flags
    is_seen: Flags


class WiredMentions(msgspec.Struct, frozen=True, kw_only=True):
    """Edges of mentions, and what is left to the passes after it: rows of mentions.

    `unresolved_calls` name no target, or one that nothing defines; `assignments` are calls that found their target and
    whose result is kept; `dangling` read, write or decorate what nothing defines; `unresolved_members` are members that are
    taken from something unknown.
    """

    drafts: tuple[EdgeDrafts, ...]
    unresolved_calls: Ints
    assignments: Ints
    dangling: Ints
    unresolved_members: Ints


def find_sources(mentions: Mentions, symbols: Symbols, module_rows: Ints) -> Sources:
    """Return the sources of mentions; what stands nowhere known is done by the module."""
    rows = symbols.source_row[mentions.enclosing]
    return Sources(
        listing=symbols.listing_row[mentions.enclosing],
        closure=np.where(rows == NO_ROW, module_rows[mentions.files], rows),
    )


def called_types(mentions: Mentions, types: Types) -> list[int]:
    """Return the types among the targets of calls, each once."""
    is_called = np.zeros(len(types.kinds), dtype=np.bool_)
    is_called[mentions.targets[mentions.has(MentionFlag.CALL)]] = True
    return list(np.flatnonzero(is_called & (types.kinds != 0)).tolist())


def wire_mentions(
    mentions: Mentions, targets: Targets, symbols: Symbols, sources: Sources, types: Types
) -> WiredMentions:
    """Draft an edge for every mention that names its target."""
    is_call = mentions.has(MentionFlag.CALL)
    is_structural = mentions.has(MentionFlag.STRUCTURAL)
    is_certain = ~mentions.has(MentionFlag.CANDIDATE)
    has_target = mentions.targets != NOTHING
    keys = np.where(is_call, targets.call_keys[mentions.targets], mentions.targets)
    n_entries = np.where(is_structural, 0, targets.starts[keys + 1] - targets.starts[keys])
    has_row = symbols.row_of[mentions.targets] != NO_ROW
    has_own_key = keys >= len(symbols.target_row)
    is_run = (n_entries > 0) & (has_own_key | (symbols.target_row[mentions.targets] != NO_ROW))
    # What an inferred type does when it is called, nothing says.
    is_found = (has_row & ~symbols.is_inferred[mentions.targets]) | (n_entries > 0)
    is_type = types.kinds[mentions.targets] != 0
    is_made = is_call & is_type
    is_annotation = (mentions.kinds == EdgeKind.ANNOTATES) & is_type
    # What implements something is wired by itself.
    is_named = has_row & (mentions.kinds != EdgeKind.INHERITS)
    is_made_by_base = is_made & has_row & is_run & targets.is_made_by_base[mentions.targets]
    return WiredMentions(
        drafts=(
            *_draft_dependencies(mentions, keys, n_entries, targets, sources),
            # Imports and the like; what is made of a type by no constructor of its own; a module that is called.
            _draft_structure(
                mentions,
                _rows((is_named & ~is_run) | is_made_by_base),
                is_made | is_annotation,
                symbols,
                sources,
            ),
        ),
        unresolved_calls=_rows(is_call & is_certain & ~is_found),
        assignments=_rows(is_call & is_certain & is_found & (mentions.assigned != NOTHING)),
        dangling=_rows(~is_call & ~is_structural & is_certain & has_target & ~is_found),
        unresolved_members=_rows(~is_call & ~is_structural & ~has_target),
    )


def draft_edges(arrivals: Arrivals, sources: Sources) -> tuple[EdgeDrafts, EdgeDrafts]:
    """Draft the edges of arrivals: those of the listings, which the default policy may share, and its own."""
    listing_source = sources.listing[arrivals.mentions]
    closure_source = sources.closure[arrivals.mentions]
    # Using its own local is no use of a function by itself.
    is_listed = arrivals.in_listing & ((arrivals.rows != listing_source) | arrivals.is_listed)
    is_seen = arrivals.in_closure & ((arrivals.rows != closure_source) | arrivals.is_seen)
    is_shared = (listing_source == closure_source) & is_listed & is_seen
    listing_flags = np.where(is_shared, arrivals.flags | _IN_CLOSURE, arrivals.flags)
    closure_flags = (arrivals.flags & ~_LISTINGS) | _IN_CLOSURE

    def drafts(is_drafted: Flags, from_rows: Ints, edge_flags: Bytes) -> EdgeDrafts:
        chosen = np.flatnonzero(is_drafted)
        return EdgeDrafts(
            sources=from_rows[chosen],
            targets=arrivals.rows[chosen],
            kinds=arrivals.kinds[chosen],
            confidences=arrivals.confidences[chosen],
            provenances=arrivals.provenances[chosen],
            flags=edge_flags[chosen],
            sites=arrivals.mentions[chosen],
        )

    return (
        drafts(is_listed & (listing_source != NO_ROW), listing_source, listing_flags),
        drafts(is_seen & ~is_shared, closure_source, closure_flags),
    )


def _draft_dependencies(
    mentions: Mentions, keys: Ints, n_entries: Ints, targets: Targets, sources: Sources
) -> tuple[EdgeDrafts, EdgeDrafts]:
    rows = np.repeat(np.arange(len(mentions), dtype=np.int32), n_entries)
    first_of_row = np.cumsum(n_entries) - n_entries
    entries = targets.starts[keys[rows]] + np.arange(len(rows)) - first_of_row[rows]
    arrivals = Arrivals(
        mentions=rows,
        rows=targets.rows[entries],
        kinds=mentions.kinds[rows],
        confidences=mentions.confidences[rows],
        provenances=mentions.provenances[rows],
        flags=mentions.edge_flags[rows],
        in_listing=targets.in_listing[entries],
        in_closure=targets.in_closure[entries],
        is_listed=targets.is_listed[keys[rows]],
        is_seen=targets.is_seen[keys[rows]],
    )
    return draft_edges(arrivals, sources)


def _draft_structure(
    mentions: Mentions, rows: Ints, is_of_type: Flags, symbols: Symbols, sources: Sources
) -> EdgeDrafts:
    """Draft edges to exactly what mentions name, which no footprint follows.

    Who makes one of a type calls it, and what is annotated by one is annotated; anything else is a mere use.
    """
    is_kept = (mentions.has(MentionFlag.STRUCTURAL) | is_of_type)[rows]
    return EdgeDrafts(
        sources=sources.closure[rows],
        targets=symbols.row_of[mentions.targets[rows]],
        kinds=np.where(is_kept, mentions.kinds[rows], np.uint8(EdgeKind.USAGE)),
        confidences=mentions.confidences[rows],
        provenances=mentions.provenances[rows],
        flags=np.zeros(len(rows), dtype=np.uint8),
        sites=rows,
    )


def _rows(is_chosen: Flags) -> Ints:
    return np.flatnonzero(is_chosen).astype(np.int32)
