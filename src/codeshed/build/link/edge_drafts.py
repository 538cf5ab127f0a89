"""Edges as they are found, and how parallel ones are merged.

Turns: drafts in any order → EdgeTable: one row per source, target and kind, with all its sites.
"""

from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints, Longs
from codeshed.graph.data.columns import offsets_of_lengths, run_starts
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.graph.data.parallel_edges import (
    MAX_SITES_PER_EDGE,
    are_guesses,
    are_superseded,
    csr_adjacency,
    edge_keys,
    merge_flags,
    most_confident,
    reduce_runs,
    surest_through,
)
from codeshed.graph.data.statements import HELD_KINDS, StatementPairs, StatementTable, tabulate_statements
from codeshed.graph.data.tables import EdgeTable, SiteTable

_CERTAIN = 100


class EdgeDrafts(msgspec.Struct, frozen=True, kw_only=True):
    """Edges, each as found at one site; confidence is in hundredths.

    `sites` are rows of the SiteColumns that all drafts share, in the order of files and spans; NO_ROW is no site.
    `through` is the method that a call names where another one runs in its place; None if all drafts are direct.
    """

    sources: Ints
    targets: Ints
    kinds: Bytes
    confidences: Bytes
    provenances: Bytes
    flags: Bytes
    sites: Ints
    through: Ints | None = None

    def __len__(self) -> int:
        """Return the number of drafts."""
        return len(self.sources)


_COLUMNS = tuple(name for name in EdgeDrafts.__struct_fields__ if name != "through")


class SiteColumns(msgspec.Struct, frozen=True, kw_only=True):
    """Places in the source: file, span of four numbers, and the call ordinal in the enclosing function, 0 if it is no call.

    `statements` are the first line, last line and size of the statements of calls and writes, zeros for others.
    """

    files: Ints
    spans: Ints
    ordinals: Ints
    statements: Ints


def certain_drafts(sources: Ints, targets: Ints, kind: EdgeKind, flags: int, sites: Ints) -> EdgeDrafts:
    """Return drafts of one kind with provenance `declared` and full confidence."""
    n_drafts = len(sources)
    return EdgeDrafts(
        sources=sources,
        targets=targets,
        kinds=np.full(n_drafts, kind, dtype=np.uint8),
        confidences=np.full(n_drafts, _CERTAIN, dtype=np.uint8),
        provenances=np.full(n_drafts, ProvenanceCode.DECLARED, dtype=np.uint8),
        flags=np.full(n_drafts, flags, dtype=np.uint8),
        sites=sites,
    )


def merge_drafts(blocks: Sequence[EdgeDrafts], sites: SiteColumns, n_nodes: int) -> EdgeTable:
    """Merge all drafts with the same source, target and kind: the highest confidence, and the union of what policies see."""
    drafts = EdgeDrafts(
        **{name: np.concatenate([getattr(block, name) for block in blocks]) for name in _COLUMNS},
        through=np.concatenate([_through(block) for block in blocks]),
    )
    keys = edge_keys(drafts.sources, drafts.targets, drafts.kinds, n_nodes)
    # Drafts come by file and span, and so are mostly sorted: a stable sort is fast on such input.
    order = np.lexsort((drafts.sites, keys))
    through = _through(drafts)[order]
    is_superseded = are_superseded(through, run_starts(keys[order]))
    if is_superseded.any():
        order, through = order[~is_superseded], through[~is_superseded]
    keys = keys[order]
    firsts = run_starts(keys)
    sources = drafts.sources[order[firsts]]
    targets = drafts.targets[order[firsts]]
    confidences, flags = drafts.confidences[order], drafts.flags[order]
    provenances = drafts.provenances[order]
    confidence, provenance = most_confident(confidences, provenances, firsts)
    is_stated = (flags & int(EdgeFlag.RECOVERED)) == 0
    out_starts, in_starts, in_order = csr_adjacency(sources, targets, n_nodes)
    is_guess = are_guesses(confidences, provenances)
    kinds = drafts.kinds[order[firsts]]
    n_sites, site_table, statements = _edge_sites(drafts.sites[order], firsts, sites, is_guess, kinds)
    return EdgeTable(
        sources=sources,
        targets=targets,
        kinds=kinds,
        confidence=confidence,
        stated_confidence=reduce_runs(np.maximum, np.where(is_stated, confidences, np.uint8(0)), firsts),
        provenance=provenance,
        flags=merge_flags(flags, firsts),
        through=surest_through(through, confidences, provenances, firsts),
        n_sites=n_sites,
        sites=site_table,
        statements=statements,
        out_starts=out_starts,
        in_starts=in_starts,
        in_order=in_order,
    )


def _through(drafts: EdgeDrafts) -> Ints:
    return np.full(len(drafts), NO_ROW, dtype=np.int32) if drafts.through is None else drafts.through


def _edge_sites(
    rows: Ints, firsts: Longs, sites: SiteColumns, is_guess: Flags, kinds: Bytes
) -> tuple[Ints, SiteTable, StatementTable]:
    """Return how many sites each edge has, those that are kept, and the statements of all.

    Sites of guesses count only if all drafts are guesses.
    """
    edge_of_draft = np.zeros(len(rows), dtype=np.int64)
    edge_of_draft[firsts[1:]] = 1
    edge_of_draft = np.cumsum(edge_of_draft)
    is_guessed = reduce_runs(np.minimum, is_guess.astype(np.uint8), firsts)
    has_site = (rows != NO_ROW) & (is_guess == is_guessed[edge_of_draft])
    placed, edge_of_site = rows[has_site], edge_of_draft[has_site]
    # The same site may lead to a target several times, as a call through a variable that may hold it: it counts once.
    is_new = np.ones(len(placed), dtype=bool)
    is_new[1:] = (placed[1:] != placed[:-1]) | (edge_of_site[1:] != edge_of_site[:-1])
    placed, edge_of_site = placed[is_new], edge_of_site[is_new]
    n_sites = np.bincount(edge_of_site, minlength=len(firsts)).astype(np.int32)
    rank = np.arange(len(edge_of_site)) - offsets_of_lengths(n_sites)[edge_of_site]
    kept = placed[rank < MAX_SITES_PER_EDGE]
    site_table = SiteTable(
        starts=offsets_of_lengths(np.minimum(n_sites, MAX_SITES_PER_EDGE)),
        files=sites.files[kept],
        spans=sites.spans[kept],
        ordinals=sites.ordinals[kept],
    )
    is_held = np.isin(kinds, HELD_KINDS)[edge_of_site] & (sites.statements[placed, 0] > 0)
    held = placed[is_held]
    statements = tabulate_statements(
        StatementPairs(
            edges=edge_of_site[is_held],
            files=sites.files[held],
            first_lines=sites.statements[held, 0],
            last_lines=sites.statements[held, 1],
            sizes=sites.statements[held, 2],
        ),
        len(firsts),
    )
    return n_sites, site_table, statements
