"""Edges as they are found, and how parallel ones become one.

Turns: drafts in any order → EdgeTable: one row per source, target and kind, with all its sites.
"""

from array import array
from dataclasses import dataclass

import numpy as np

from codeshed.graph.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.graph.tables import NO_ROW, Bytes, EdgeTable, Ints, Longs, SiteTable
from codeshed.model.span import Span

MAX_SITES_PER_EDGE = 64
"""Sites kept per edge; an edge counts the others."""

_N_COLUMNS = 11
_SOURCE, _TARGET, _KIND, _CONFIDENCE, _PROVENANCE, _FLAGS, _FILE = range(7)
_SPAN = slice(7, 11)
_NO_SPAN = (0, 0, 0, 0)
_KINDS = 16
_PROVENANCES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How an edge is known (confidence in hundredths) and where it stands."""

    confidence: int = 100
    provenance: ProvenanceCode = ProvenanceCode.DECLARED
    file: int = NO_ROW
    span: Span | None = None


NO_EVIDENCE = Evidence()


class EdgeDrafts:
    """Collects edges in one flat array, so that a million of them stay small."""

    def __init__(self) -> None:
        self._values = array("i")

    def add(
        self, source: int, target: int, kind: EdgeKind, flags: int, evidence: Evidence = NO_EVIDENCE
    ) -> None:
        """Add one edge as it was found at one place."""
        span = evidence.span
        place = (
            _NO_SPAN if span is None else (span.start_line, span.start_column, span.end_line, span.end_column)
        )
        self._values.extend(
            (source, target, kind, evidence.confidence, evidence.provenance, flags, evidence.file, *place)
        )

    def merged(self, n_nodes: int) -> EdgeTable:
        """Make one edge of all drafts with the same source, target and kind: the surest one, seen by all."""
        drafts = np.frombuffer(self._values, dtype=np.int32).reshape(-1, _N_COLUMNS)
        keys = (drafts[:, _SOURCE].astype(np.int64) * n_nodes + drafts[:, _TARGET]) * _KINDS + drafts[
            :, _KIND
        ]
        order = np.lexsort((*(drafts[:, column] for column in range(_N_COLUMNS - 1, _FILE - 1, -1)), keys))
        keys = keys[order]
        drafts = drafts[order]
        firsts = (
            np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else np.zeros(0, dtype=np.int64)
        )
        sources = drafts[firsts, _SOURCE]
        targets = drafts[firsts, _TARGET]
        doubt = (100 - drafts[:, _CONFIDENCE]) * _PROVENANCES + drafts[:, _PROVENANCE]
        least_doubt = np.minimum.reduceat(doubt, firsts) if len(firsts) else doubt
        is_stated = (drafts[:, _FLAGS] & int(EdgeFlag.RECOVERED)) == 0
        stated = np.where(is_stated, drafts[:, _CONFIDENCE], 0)
        n_sites, sites = _sites(drafts, firsts)
        in_order = np.argsort(targets, kind="stable").astype(np.int64)
        return EdgeTable(
            sources=np.ascontiguousarray(sources),
            targets=np.ascontiguousarray(targets),
            kinds=drafts[firsts, _KIND].astype(np.uint8),
            confidence=(100 - least_doubt // _PROVENANCES).astype(np.uint8),
            stated_confidence=(np.maximum.reduceat(stated, firsts) if len(firsts) else stated).astype(
                np.uint8
            ),
            provenance=(least_doubt % _PROVENANCES).astype(np.uint8),
            flags=_merged_flags(drafts[:, _FLAGS], firsts),
            n_sites=n_sites,
            sites=sites,
            out_starts=row_starts(sources, n_nodes),
            in_starts=row_starts(targets, n_nodes),
            in_order=in_order,
        )


def row_starts(rows: Ints, n_nodes: int) -> Longs:
    """Return where the entries of each node begin in a column that is grouped by node."""
    return np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=n_nodes)))).astype(np.int64)


def _merged_flags(flags: Ints, firsts: Longs) -> Bytes:
    if not len(firsts):
        return np.zeros(0, dtype=np.uint8)
    any_of = np.bitwise_or.reduceat(flags, firsts)
    # An edge counts as recovered, or as exact, only if that is true of each of its places.
    all_of = np.bitwise_and.reduceat(flags, firsts)
    common = int(EdgeFlag.RECOVERED | EdgeFlag.EXACT)
    return ((any_of & ~common) | (all_of & common)).astype(np.uint8)


def _sites(drafts: Ints, firsts: Longs) -> tuple[Ints, SiteTable]:
    edge_of_draft = np.zeros(len(drafts), dtype=np.int64)
    edge_of_draft[firsts[1:]] = 1
    edge_of_draft = np.cumsum(edge_of_draft)
    has_site = drafts[:, _FILE] != NO_ROW
    edge_of_site = edge_of_draft[has_site]
    placed = drafts[has_site]
    n_sites = np.bincount(edge_of_site, minlength=len(firsts)).astype(np.int32)
    rank = np.arange(len(edge_of_site)) - np.concatenate(([0], np.cumsum(n_sites)))[edge_of_site]
    kept = rank < MAX_SITES_PER_EDGE
    n_kept = np.minimum(n_sites, MAX_SITES_PER_EDGE)
    return n_sites, SiteTable(
        starts=np.concatenate(([0], np.cumsum(n_kept))).astype(np.int64),
        files=np.ascontiguousarray(placed[kept, _FILE]),
        spans=np.ascontiguousarray(placed[kept, _SPAN]),
    )
