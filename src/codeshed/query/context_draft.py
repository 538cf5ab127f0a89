"""One composite context in the making.

Turns: nodes + ContextRequest → CompositeContextPackV1 that fits its budget. The seed's text comes first, then a share for
types and graph, then code by its worth; what is too much at the end is taken away from the end.
"""

import msgspec

from codeshed.context.excerpts import Excerpts
from codeshed.context.primary import primary_of
from codeshed.context.selection import Chosen, Selection, Shelf
from codeshed.context.tasks import PREFERENCES
from codeshed.context.type_facts import type_facts
from codeshed.context.wishes import Wisher, Wishes
from codeshed.errors import InvalidOptionError
from codeshed.graph.edge_choice import EdgeFilters
from codeshed.graph.keys import ref_of
from codeshed.graph.work import Clock
from codeshed.model.basis import CAPS, UNRESOLVED_CALLS, Cause, IndexIdentity, basis_of
from codeshed.model.context import LeftOutV1, LineRange, PieceV1, PrimaryExcerpt, TypesSlice
from codeshed.model.limits import Cap, Scope, TruncationRecord, WarningRecord, cap_warnings
from codeshed.model.references import ReferenceEnvelope, node_key
from codeshed.model.surface import VERSION, GraphName
from codeshed.query.context_document import (
    CompositeContextPackV1,
    ContextRequest,
    Scale,
    Weight,
    weighed,
    without_size,
)
from codeshed.query.graph_pack import GraphContextPackV1, GraphPackRequest, SeedRows, pack_around

PRIMARY_SHARE = 0.6
"""The seed's text takes at most this share of the budget, so that there is room for what it needs."""

TYPES_SHARE = 0.03
GRAPH_SHARE = 0.05
LEFT_OUT_SHARE = 0.02
MAX_LEFT_OUT = 20
_BYTES_IN_TOKEN = 3.2
_MAX_ROUNDS = 12


class ContextTask(msgspec.Struct, frozen=True, kw_only=True):
    """What one pack is made from."""

    excerpts: Excerpts
    wisher: Wisher
    seed: SeedRows
    request: ContextRequest
    scale: Scale
    index: IndexIdentity


class ContextDraft:
    """One pack in the making."""

    def __init__(self, task: ContextTask) -> None:
        self._excerpts = task.excerpts
        self._wisher = task.wisher
        self._graph = task.wisher.graph
        self._rows = task.seed.rows
        self._seed = task.seed
        self._request = task.request
        self._scale = task.scale
        self._index = task.index
        request = task.request
        by_bytes = int(request.max_bytes / _BYTES_IN_TOKEN)
        self._budget = by_bytes if request.max_tokens is None else min(by_bytes, request.max_tokens)

    def finished(self, clock: Clock | None) -> CompositeContextPackV1:
        """Put the parts together, the seed's text first, and take away what is too much."""
        frame = self._framed()
        weight = self._scale.weigh(frame)
        room = self._budget - weight.n_tokens
        if self._excess(weight) > 0:
            raise self._too_small(weight)
        primaries, n_primary = self._primaries(room)
        room -= n_primary
        types, types_cut = self._types()
        graph, graph_cut = self._graph_slice(clock)
        room -= 0 if types is None else self._scale.weigh_types(types)
        room -= 0 if graph is None else self._scale.weigh_graph(graph)
        preferences = PREFERENCES[self._request.task]
        wishes = self._wisher.wishes_for(self._rows, preferences)
        n_listed = self._n_listed()
        shelf = Shelf(
            self._graph,
            self._excerpts,
            self._scale,
            budget=room - int(self._budget * LEFT_OUT_SHARE) - 24,
        )
        selection = shelf.select(wishes, preferences, self._shown(primaries))
        pack = msgspec.structs.replace(
            frame,
            primary=primaries[0],
            more=primaries[1:],
            types=types,
            graph=graph,
            pieces=tuple(self._piece(each, wishes) for each in selection.chosen),
            stats=msgspec.structs.replace(
                frame.stats, work_units_used=0 if graph is None else graph.stats.counts.work_units_used
            ),
        )
        cuts = (*self._seed.truncation, *self._excerpt_cuts(primaries), *types_cut, *graph_cut)
        return self._within_budget(pack, selection, cuts, n_listed)

    def _framed(self) -> CompositeContextPackV1:
        """Return the pack without any code."""
        warnings = self._graph.warnings
        if self._request.include.risk:
            warnings = (
                WarningRecord(
                    code="RISK_NOT_AVAILABLE",
                    message="the index holds no risk flows, so that the risk slice is empty",
                ),
                *warnings,
            )
        primary = primary_of(self._graph, self._excerpts, self._rows[0], measure=self._scale.tokens, budget=0)
        return CompositeContextPackV1(
            version=VERSION,
            seed=self._seed.ref,
            primary=primary,
            risk=None,
            basis=basis_of((), self._request.caps, self._index),
            stats=without_size(self._scale),
            task=self._request.task.value,
            warnings=cap_warnings(warnings),
        )

    def _primaries(self, room: int) -> tuple[tuple[PrimaryExcerpt, ...], int]:
        """Return the seeds' texts; the first may take as much as all others together."""
        left = int(room * PRIMARY_SHARE)
        n_used = 0
        found = []
        for place, row in enumerate(self._rows):
            n_behind = len(self._rows) - place
            allowed = (
                left
                if n_behind == 1
                else max(left // 2, left // n_behind)
                if place == 0
                else left // n_behind
            )
            excerpt = primary_of(
                self._graph, self._excerpts, row, measure=self._scale.excerpt, budget=allowed
            )
            taken = self._scale.excerpt(excerpt.excerpt)
            left -= taken
            n_used += taken
            found.append(excerpt)
        return tuple(found), n_used

    def _shown(self, primaries: tuple[PrimaryExcerpt, ...]) -> frozenset[int]:
        """Return the symbols whose text is in the seeds' texts, and so need no piece."""
        nodes = self._graph.nodes
        shown = []
        for row, primary in zip(self._rows, primaries, strict=True):
            pending = [row] if primary.excerpt else []
            for each in pending:
                inner = self._wisher.near.members_of(each)
                last = primary.range.end_line if primary.range is not None else 0
                pending += [member for member in inner if int(nodes.spans[member][2]) <= last]
            shown += pending
        return frozenset(shown)

    def _types(self) -> tuple[TypesSlice | None, tuple[TruncationRecord, ...]]:
        if not self._request.include.types:
            return None, ()
        near = self._wisher.near
        inner = [member for row in self._rows for member in near.members_of(row)]
        used = near.uses.used_by(list(self._rows))[0].tolist()
        rows = tuple(dict.fromkeys((*self._rows, *inner, *sorted(used))))
        limit = self._request.caps.max_type_entries
        facts = type_facts(
            self._graph, rows[: limit + 1], has_engine=self._index.types in {"complete", "provisional"}
        )
        cuts = []
        if len(facts) > limit:
            cuts.append(_cut("types", "maxTypeEntries", limit, len(facts), "raise maxTypeEntries"))
        kept = TypesSlice(facts=facts[:limit])
        allowed = int(self._budget * TYPES_SHARE)
        while kept.facts and (taken := self._scale.weigh_types(kept)) > allowed:
            n_kept = min(len(kept.facts) - 1, len(kept.facts) * allowed // taken)
            kept = TypesSlice(facts=kept.facts[:n_kept])
        if len(kept.facts) < min(limit, len(facts)):
            cuts.append(self._budget_cut("types", len(facts), len(kept.facts)))
        return kept, tuple(cuts)

    def _graph_slice(
        self, clock: Clock | None
    ) -> tuple[GraphContextPackV1 | None, tuple[TruncationRecord, ...]]:
        include = self._request.include
        if not include.graph:
            return None, ()
        graphs: tuple[GraphName, ...] = ("symbolEdges",)
        graphs += ("callGraph",) if include.callers_callees else ()
        graphs += ("importGraph",) if include.imports else ()
        graphs += ("usageGraph",) if include.usages else ()
        is_all = include.callers_callees and include.imports and include.usages
        pack = pack_around(
            self._graph,
            self._seed,
            GraphPackRequest(
                caps=self._request.caps,
                depth=self._request.hops,
                filters=EdgeFilters(graphs=() if is_all else graphs),
            ),
            self._index,
            clock,
        )
        pack = msgspec.structs.replace(pack, warnings=())
        allowed = int(self._budget * GRAPH_SHARE)
        n_nodes = len(pack.nodes)
        kept = pack
        for _ in range(_MAX_ROUNDS):
            taken = self._scale.weigh_graph(kept)
            if taken <= allowed:
                break
            n_kept = min(len(kept.nodes) - 1, int(len(kept.nodes) * allowed / taken * 0.95))
            if n_kept < sum(each.distance == 0 for each in kept.nodes):
                return None, (self._budget_cut("graph", n_nodes, 0),)
            kept = _cut_graph(kept, n_kept)
        cuts = (self._budget_cut("graph", n_nodes, len(kept.nodes)),) if len(kept.nodes) < n_nodes else ()
        return kept, cuts

    def _piece(self, chosen: Chosen, wishes: Wishes) -> PieceV1:
        nodes = self._graph.nodes
        first, _, last, _ = nodes.spans[chosen.row].tolist()
        wish = chosen.wish
        is_explained = self._request.explain and wish is not None
        return PieceV1(
            ref=ref_of(self._graph, chosen.row),
            file=self._graph.file_path(chosen.row) or "",
            range=LineRange(start_line=first, end_line=last),
            form=chosen.form.value,
            role="owner" if wish is None else wish.role,
            text=chosen.text,
            tokens=chosen.tokens,
            likelihood=round(wish.likelihood, 3) if is_explained and wish is not None else None,
            why=wishes.reasons(wish) if is_explained and wish is not None else (),
        )

    def _excerpt_cuts(self, primaries: tuple[PrimaryExcerpt, ...]) -> tuple[TruncationRecord, ...]:
        cut = [each for each in primaries if each.is_cut]
        if not cut:
            return ()
        record = self._budget_cut("context", len(primaries), len(primaries) - len(cut))
        return (
            msgspec.structs.replace(
                record, note=f"the text of {node_key(cut[0].ref)} is cut; a higher budget shows more of it"
            ),
        )

    def _within_budget(
        self,
        pack: CompositeContextPackV1,
        selection: Selection,
        cuts: tuple[TruncationRecord, ...],
        n_listed: int,
    ) -> CompositeContextPackV1:
        """Take pieces away from the end until all that is written fits, then the slices, then the text's last lines."""
        all_pieces = pack.pieces
        n_kept = len(all_pieces)
        while True:
            told = self._told(pack, selection, cuts, n_listed, all_pieces[n_kept:])
            finished, weight = weighed(told, self._scale)
            over = self._excess(weight)
            if over <= 0:
                return finished
            if n_kept:
                while n_kept and over > 0:
                    n_kept -= 1
                    over -= all_pieces[n_kept].tokens
                pack = msgspec.structs.replace(pack, pieces=all_pieces[:n_kept])
            elif n_listed:
                n_listed = 0
            elif pack.graph is not None or pack.types is not None:
                n_nodes = 0 if pack.graph is None else len(pack.graph.nodes)
                cuts = (*cuts, self._budget_cut("graph", n_nodes, 0))
                pack = msgspec.structs.replace(pack, graph=None, types=None)
            elif pack.primary.excerpt or pack.more:
                pack = self._with_shorter_text(pack, over)
            else:
                raise self._too_small(weight)

    def _with_shorter_text(self, pack: CompositeContextPackV1, over: int) -> CompositeContextPackV1:
        allowed = max(0, self._scale.excerpt(pack.primary.excerpt) - over - 8)
        primary = primary_of(
            self._graph, self._excerpts, self._rows[0], measure=self._scale.excerpt, budget=allowed
        )
        return msgspec.structs.replace(pack, primary=primary, more=())

    def _told(
        self,
        pack: CompositeContextPackV1,
        selection: Selection,
        cuts: tuple[TruncationRecord, ...],
        n_listed: int,
        dropped: tuple[PieceV1, ...],
    ) -> CompositeContextPackV1:
        """Say what was left out, and what the answer rests on."""
        n_out = len({each.row for each in selection.unfit}) + len(dropped)
        used = sum(each.tokens for each in pack.pieces)
        n_base = max(0, self._budget - (selection.n_tokens or used))
        records = cuts
        if n_out:
            needed = int((n_base + selection.n_all) * 1.03) + 16
            record = TruncationRecord(
                scope="context",
                cap="maxTokens" if self._is_by_tokens() else "maxBytes",
                limit=(self._request.max_tokens or 0) if self._is_by_tokens() else self._request.max_bytes,
                observed=needed if self._is_by_tokens() else int(needed * _BYTES_IN_TOKEN * 1.5),
                omitted=n_out,
                note=f"pieces of code; the likeliest of them fit at --max-tokens {needed}",
            )
            records = (*cuts, record)
        left_out = tuple(
            LeftOutV1(
                ref=ref_of(self._graph, each.row),
                form=each.form.value,
                tokens=each.tokens,
                fits_at=int((n_base + each.total_with_it) * 1.03) + 16,
            )
            for each in selection.unfit[:n_listed]
        )
        causes = () if pack.graph is None else tuple(c for c in pack.graph.basis.causes if c.code != CAPS)
        unresolved = sum(int(self._graph.nodes.n_unresolved_calls[row]) for row in self._rows)
        if pack.graph is None:
            causes = (
                Cause(
                    code=UNRESOLVED_CALLS, count=unresolved, message="calls of these nodes were not resolved"
                ),
            )
        caps = Cause(code=CAPS, count=len(records), message="caps cut the answer short: see truncation")
        return msgspec.structs.replace(
            pack,
            left_out=left_out,
            truncation=records,
            basis=basis_of((caps, *causes), self._request.caps, self._index),
            stats=msgspec.structs.replace(pack.stats, pieces_returned=len(pack.pieces)),
        )

    def _n_listed(self) -> int:
        return min(MAX_LEFT_OUT, 1 + self._budget // 1000)

    def _is_by_tokens(self) -> bool:
        return self._request.max_tokens is not None and self._budget == self._request.max_tokens

    def _told_budget(self) -> str:
        return (
            f"{self._request.max_tokens} tokens"
            if self._is_by_tokens()
            else f"{self._request.max_bytes} bytes"
        )

    def _too_small(self, weight: Weight) -> InvalidOptionError:
        return InvalidOptionError(
            f"a budget of {self._told_budget()} is too small: what stands around the code takes "
            f"{weight.n_tokens} tokens and {weight.n_bytes} bytes",
            hint="give more, or choose a shorter format such as md",
        )

    def _excess(self, weight: Weight) -> int:
        """Return by how many tokens something is too large, at least one if it is."""
        over_bytes = weight.n_bytes - self._request.max_bytes
        over_tokens = 0 if self._request.max_tokens is None else weight.n_tokens - self._request.max_tokens
        return max(over_tokens, -(-over_bytes // 2) if over_bytes > 0 else 0)

    def _budget_cut(self, scope: Scope, n_seen: int, n_kept: int) -> TruncationRecord:
        is_tokens = self._is_by_tokens()
        limit = self._request.max_tokens if is_tokens else self._request.max_bytes
        note = "takes its share of the budget; a higher one shows more"
        return _cut(scope, "maxTokens" if is_tokens else "maxBytes", limit or 0, n_seen, note, n_kept=n_kept)


def _cut(
    scope: Scope, cap: Cap, limit: int, n_seen: int, note: str, *, n_kept: int | None = None
) -> TruncationRecord:
    kept = limit if n_kept is None else n_kept
    return TruncationRecord(
        scope=scope, cap=cap, limit=limit, observed=n_seen, omitted=n_seen - kept, note=note
    )


def _cut_graph(pack: GraphContextPackV1, n_nodes: int) -> GraphContextPackV1:
    """Return a slice with its nearest nodes, those of the codebase first, and the edges between them."""
    nearest = sorted(pack.nodes, key=lambda each: (each.distance or 0, each.kind == "external"))
    keys = {node_key(each.ref) for each in nearest[:n_nodes]}
    nodes = tuple(each for each in pack.nodes if node_key(each.ref) in keys)
    edges = tuple(
        each
        for each in pack.edges
        if not isinstance(each.from_, ReferenceEnvelope)
        and not isinstance(each.to, ReferenceEnvelope)
        and node_key(each.from_) in keys
        and node_key(each.to) in keys
    )
    counts = msgspec.structs.replace(pack.stats.counts, nodes_returned=len(nodes), edges_returned=len(edges))
    return msgspec.structs.replace(
        pack, nodes=nodes, edges=edges, stats=msgspec.structs.replace(pack.stats, counts=counts)
    )
