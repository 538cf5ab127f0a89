"""One composite context in the making.

Turns: nodes + ContextRequest → CompositeContextPackV1 that fits its budget. The seed's text comes first, then a share for
types and graph, then code by its worth; what is too much at the end is taken away from the end.
"""

import msgspec

from codeshed.context.budget import Weight
from codeshed.context.excerpts import Excerpts
from codeshed.context.primary import primary_of
from codeshed.context.selection import Chosen, Selection, Shelf
from codeshed.context.tasks import PREFERENCES
from codeshed.context.type_facts import type_facts
from codeshed.context.wishes import Wisher, Wishes
from codeshed.graph.edge_choice import EdgeFilters
from codeshed.graph.keys import ref_of
from codeshed.graph.work import Clock
from codeshed.model.basis import CAPS, UNRESOLVED_CALLS, Cause, IndexIdentity, basis_of, caps_cause
from codeshed.model.context import LeftOutV1, LineRange, PieceV1, PrimaryExcerpt, TypesSlice
from codeshed.model.limits import (
    Scope,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    one_for_each_cap,
    warning_cut,
)
from codeshed.model.references import ReferenceEnvelope, node_key
from codeshed.model.surface import VERSION, GraphName
from codeshed.query.context_document import (
    CompositeContextPackV1,
    ContextRequest,
    Scale,
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
MAX_STALE = 3
"""How many files are named that changed since the index was made: code is worth more."""

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
        n_stale = max(task.index.n_stale_files, len(task.index.stale_files))
        self._index = msgspec.structs.replace(
            task.index, stale_files=task.index.stale_files[:MAX_STALE], n_stale_files=n_stale
        )
        self._limits = task.request.budget
        self._budget = self._limits.n_tokens

    def finished(self, clock: Clock | None) -> CompositeContextPackV1:
        """Put the parts together, the seed's text first, and take away what is too much."""
        whole = self._framed()
        frame, weight = self._with_fewer_warnings(whole)
        room = self._budget - weight.n_tokens
        if self._limits.excess(weight) > 0:
            raise self._limits.too_small(weight)
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
        n_told, n_kept = (len(each.warnings) for each in (whole, frame))
        warned = (self._limits.cut("context", n_told, n_kept - 1),) if n_kept < n_told else ()
        warned = (*warning_cut(whole.warnings, "context"), *warned)
        cuts = (*self._seed.truncation, *types_cut, *graph_cut, *warned)
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
            stats=without_size(self._scale, self._request),
            task=self._request.task.value,
            warnings=cap_warnings(warnings),
        )

    def _with_fewer_warnings(self, frame: CompositeContextPackV1) -> tuple[CompositeContextPackV1, Weight]:
        """Return a frame that leaves half of the budget for code, if fewer warnings can make it so; the first one stays."""
        kept, weight = frame, self._scale.weigh(frame)
        n_told = len(frame.warnings)
        lightest = self._scale.weigh(msgspec.structs.replace(frame, warnings=()))
        if lightest.n_tokens == weight.n_tokens:
            return frame, weight
        while 2 * weight.n_tokens > self._budget and n_told > 1:
            n_told //= 2
            kept = msgspec.structs.replace(frame, warnings=cap_warnings(frame.warnings, n_told))
            weight = self._scale.weigh(kept)
        return kept, weight

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
        shown: set[int] = set()
        for row, primary in zip(self._rows, primaries, strict=True):
            if not primary.excerpt or primary.range is None:
                continue
            file = int(nodes.files[row])
            rows = self._graph.file_index.find_in_files(range(file, file + 1))
            spans = nodes.spans[rows]
            is_inside = (spans[:, 0] >= primary.range.start_line) & (spans[:, 2] <= primary.range.end_line)
            shown |= {row, *rows[is_inside].tolist()}
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
            cuts.append(_type_cut(limit, len(facts)))
        kept = TypesSlice(facts=facts[:limit])
        allowed = int(self._budget * TYPES_SHARE)
        while kept.facts and (taken := self._scale.weigh_types(kept)) > allowed:
            n_kept = min(len(kept.facts) - 1, len(kept.facts) * allowed // taken)
            kept = TypesSlice(facts=kept.facts[:n_kept])
        if len(kept.facts) < min(limit, len(facts)):
            cuts.append(self._limits.cut("types", len(facts), len(kept.facts)))
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
            # The slice is of the same index as all of the answer, which says so once.
            IndexIdentity(),
            clock,
        )
        # Warnings are those of the whole answer, and so is what was cut of them.
        own = tuple(each for each in pack.truncation if each.cap != "maxWarnings")
        pack = msgspec.structs.replace(pack, warnings=(), truncation=own)
        allowed = int(self._budget * GRAPH_SHARE)
        n_nodes = len(pack.nodes)
        kept = pack
        for _ in range(_MAX_ROUNDS):
            taken = self._scale.weigh_graph(kept)
            if taken <= allowed:
                break
            n_kept = min(len(kept.nodes) - 1, int(len(kept.nodes) * allowed / taken * 0.95))
            if n_kept < sum(each.distance == 0 for each in kept.nodes):
                return None, (self._limits.cut("graph", n_nodes, 0),)
            kept = _cut_graph(kept, n_kept)
        cuts = (self._limits.cut("graph", n_nodes, len(kept.nodes)),) if len(kept.nodes) < n_nodes else ()
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
            over = self._limits.excess(weight)
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
                cuts = (*cuts, *self._dropped_slices(pack))
                pack = msgspec.structs.replace(pack, graph=None, types=None)
            elif pack.primary.excerpt or pack.more:
                pack = self._with_shorter_text(pack, over)
            else:
                raise self._limits.too_small(weight)

    def _dropped_slices(self, pack: CompositeContextPackV1) -> tuple[TruncationRecord, ...]:
        n_nodes = 0 if pack.graph is None else len(pack.graph.nodes)
        n_facts = 0 if pack.types is None else len(pack.types.facts)
        counts: tuple[tuple[Scope, int], ...] = (("graph", n_nodes), ("types", n_facts))
        return tuple(self._limits.cut(scope, count, 0) for scope, count in counts if count)

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
        records = one_for_each_cap(
            (
                *self._limits.excerpts_cut((pack.primary, *pack.more), len(self._rows)),
                *cuts,
                *self._limits.pieces_cut(n_out, int((n_base + selection.n_all) * 1.03) + 16),
            )
        )
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
        n_cuts = len([each for each in records if each.cap != "maxWarnings"])
        n_cuts += 0 if pack.graph is None else len(pack.graph.truncation)
        return msgspec.structs.replace(
            pack,
            left_out=left_out,
            truncation=records,
            basis=basis_of((caps_cause(n_cuts), *causes), self._request.caps, self._index),
            stats=msgspec.structs.replace(pack.stats, pieces_returned=len(pack.pieces)),
        )

    def _n_listed(self) -> int:
        return min(MAX_LEFT_OUT, 1 + self._budget // 1000)


def _type_cut(limit: int, n_facts: int) -> TruncationRecord:
    return TruncationRecord(
        scope="types",
        cap="maxTypeEntries",
        limit=limit,
        observed=n_facts,
        omitted=n_facts - limit,
        note="counts the facts of what is farther from the seed; a higher maxTypeEntries lets them in",
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
