"""What should somebody be given who works on this?

Turns: CodeGraph + sources + seeds + ContextRequest → CompositeContextPackV1: the seed's text, what lies around it, what is
known of types, and the code that is worth having, within a budget of what is written.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from codeshed.context.excerpts import Excerpts
from codeshed.context.primary import primary_of
from codeshed.context.selection import Chosen, PieceCosts, Selection, Shelf
from codeshed.context.tasks import PREFERENCES, Task
from codeshed.context.type_facts import type_facts
from codeshed.context.wishes import Wisher, Wishes
from codeshed.errors import InvalidOptionError
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.edge_choice import EdgeFilters
from codeshed.graph.keys import ref_of
from codeshed.graph.seed_refs import FoundSeed, find_seed, several_seeds
from codeshed.graph.work import Clock
from codeshed.model.basis import CAPS, UNRESOLVED_CALLS, Basis, Cause, IndexIdentity, basis_of
from codeshed.model.caps import Caps
from codeshed.model.context import LeftOutV1, LineRange, PieceV1, PrimaryExcerpt, RiskSlice, TypesSlice
from codeshed.model.limits import Scope, TruncationRecord, WarningRecord, cap_warnings
from codeshed.model.references import ReferenceEnvelope, SeedRef, SymbolRef, node_key
from codeshed.model.source import SourceReader
from codeshed.model.surface import VERSION, GraphName, Version
from codeshed.query.graph_pack import (
    GraphContextPackV1,
    GraphPackRequest,
    SeedRows,
    pack_around,
    seed_warning,
)

PRIMARY_SHARE = 0.6
"""The seed's text takes at most this share of the budget, so that there is room for what it needs."""

TYPES_SHARE = 0.04
GRAPH_SHARE = 0.08
LEFT_OUT_SHARE = 0.02
MAX_LEFT_OUT = 20
_BYTES_IN_TOKEN = 3.2
_MAX_ROUNDS = 12


class Include(msgspec.Struct, frozen=True, kw_only=True):
    """Which slices there are, and which edges the graph slice shows."""

    graph: bool = True
    types: bool = True
    risk: bool = True
    imports: bool = True
    usages: bool = True
    callers_callees: bool = True


class ContextRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How much may be written, how far to look, what for, and what to show. `max_tokens` None: only bytes count."""

    caps: Caps
    max_bytes: int
    max_tokens: int | None = None
    hops: int = 1
    include: Include = Include()
    task: Task = Task.WRITE
    explain: bool = False


class ContextStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How large what is written is, exactly, with all that stands around it; `tokens_by` names what counted the tokens."""

    bytes_used: int
    tokens_estimated: int | None
    tokens_by: str
    pieces_returned: int
    work_units_used: int


class CompositeContextPackV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """All that is worth having beside a seed, within a budget. Pieces are in the order of their worth for each token."""

    version: Version
    seed: SeedRef
    primary: PrimaryExcerpt
    risk: RiskSlice | None
    basis: Basis
    stats: ContextStats
    task: str
    more: tuple[PrimaryExcerpt, ...] = ()
    pieces: tuple[PieceV1, ...] = ()
    graph: GraphContextPackV1 | None = None
    types: TypesSlice | None = None
    left_out: tuple[LeftOutV1, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class Weight(msgspec.Struct, frozen=True, kw_only=True):
    """How large something is that is written."""

    n_bytes: int
    n_tokens: int


class Scale(PieceCosts, Protocol):
    """Tells how large a pack is in the format in which it is written."""

    @property
    def name(self) -> str:
        """What tokens are counted by."""

    def tokens(self, text: str) -> int:
        """Return the tokens of a text."""

    def excerpt(self, text: str) -> int:
        """Return the tokens of a text as it stands in the format."""

    def weigh(self, pack: CompositeContextPackV1) -> Weight:
        """Return how large all that is written is."""

    def weigh_graph(self, graph: GraphContextPackV1) -> int:
        """Return the tokens of a graph slice."""

    def weigh_types(self, types: TypesSlice) -> int:
        """Return the tokens of type facts."""


class ContextPacker:
    """Makes packs of one graph; what it read and found out it keeps for the next one."""

    def __init__(self, graph: CodeGraph, sources: SourceReader) -> None:
        self.graph = graph
        self.excerpts = Excerpts(graph, sources)
        self.wisher = Wisher(graph, self.excerpts)

    def pack(
        self,
        seeds: Sequence[str],
        request: ContextRequest,
        scale: Scale,
        *,
        index: IndexIdentity | None = None,
        clock: Clock | None = None,
    ) -> CompositeContextPackV1:
        """Return what is worth having beside some seeds: `packer.pack(["Cart.total"], request, scale)`."""
        if not seeds:
            raise InvalidOptionError("a context needs a seed", hint="name a symbol, a class or a file")
        identity = IndexIdentity() if index is None else index
        found = [find_seed(self.graph, seed, max_candidates=request.caps.max_candidates, scope="context") for seed in seeds]
        unclear = [each for each in found if each.row is None]
        if unclear:
            return self._unclear(unclear[0], request, scale, identity)
        rows = tuple(dict.fromkeys(each.row for each in found if each.row is not None))
        draft = _Draft(self, rows, self._seed(found, rows, request), request, scale, identity)
        return draft.finished(clock)

    def _seed(self, found: Sequence[FoundSeed], rows: tuple[int, ...], request: ContextRequest) -> SeedRows:
        if len(rows) == 1:
            return SeedRows(ref=found[0].ref, rows=rows, truncation=found[0].truncation)
        ref, cut = several_seeds(
            self.graph,
            rows,
            "several seeds; the first is the primary one",
            max_candidates=request.caps.max_candidates,
            scope="context",
        )
        return SeedRows(ref=ref, rows=rows, truncation=cut)

    def _unclear(
        self, found: FoundSeed, request: ContextRequest, scale: Scale, index: IndexIdentity
    ) -> CompositeContextPackV1:
        """Return the answer to a seed that names nothing or too much: what it may mean, and no text."""
        candidates = found.ref.candidates if isinstance(found.ref, ReferenceEnvelope) else ()
        symbol = next((each.symbol_id for each in candidates if each.symbol_id), found.text)
        pack = CompositeContextPackV1(
            version=VERSION,
            seed=found.ref,
            primary=PrimaryExcerpt(ref=SymbolRef(symbol_id=symbol), file=None, excerpt=""),
            risk=None,
            basis=basis_of((), request.caps, index),
            stats=_no_stats(scale),
            task=request.task.value,
            truncation=found.truncation,
            warnings=cap_warnings((seed_warning(found), *self.graph.warnings)),
        )
        return _weighed(pack, scale)


class _Draft:
    """One pack in the making."""

    def __init__(
        self,
        packer: ContextPacker,
        rows: tuple[int, ...],
        seed: SeedRows,
        request: ContextRequest,
        scale: Scale,
        index: IndexIdentity,
    ) -> None:
        self._packer = packer
        self._graph = packer.graph
        self._rows = rows
        self._seed = seed
        self._request = request
        self._scale = scale
        self._index = index
        by_bytes = int(request.max_bytes / _BYTES_IN_TOKEN)
        self._budget = by_bytes if request.max_tokens is None else min(by_bytes, request.max_tokens)

    def finished(self, clock: Clock | None) -> CompositeContextPackV1:
        """Put the parts together, the seed's text first, and take away what is too much."""
        frame = self._framed()
        weight = self._scale.weigh(frame)
        room = self._budget - weight.n_tokens
        if self._is_over(weight):
            raise InvalidOptionError(
                f"a budget of {self._told_budget()} is too small: what stands around the code takes "
                f"{weight.n_tokens} tokens and {weight.n_bytes} bytes",
                hint="give more, or choose a shorter format such as md",
            )
        primaries, n_primary = self._primaries(room)
        room -= n_primary
        types, types_cut = self._types()
        graph, graph_cut = self._graph_slice(clock)
        room -= 0 if types is None else self._scale.weigh_types(types)
        room -= 0 if graph is None else self._scale.weigh_graph(graph)
        preferences = PREFERENCES[self._request.task]
        wishes = self._packer.wisher.wishes_for(self._rows, preferences)
        n_listed = self._n_listed()
        shelf = Shelf(
            self._graph,
            self._packer.excerpts,
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
                    code="RISK_NOT_AVAILABLE", message="the index holds no risk flows, so that the risk slice is empty"
                ),
                *warnings,
            )
        primary = primary_of(self._graph, self._packer.excerpts, self._rows[0], measure=self._scale.tokens, budget=0)
        return CompositeContextPackV1(
            version=VERSION,
            seed=self._seed.ref,
            primary=primary,
            risk=None,
            basis=basis_of((), self._request.caps, self._index),
            stats=_no_stats(self._scale),
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
            allowed = left if n_behind == 1 else max(left // 2, left // n_behind) if place == 0 else left // n_behind
            excerpt = primary_of(
                self._graph, self._packer.excerpts, row, measure=self._scale.excerpt, budget=allowed
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
                inner = self._packer.wisher.near.members_of(each)
                last = primary.range.end_line if primary.range is not None else 0
                pending += [member for member in inner if int(nodes.spans[member][2]) <= last]
            shown += pending
        return frozenset(shown)

    def _types(self) -> tuple[TypesSlice | None, tuple[TruncationRecord, ...]]:
        if not self._request.include.types:
            return None, ()
        near = self._packer.wisher.near
        inner = [member for row in self._rows for member in near.members_of(row)]
        used = near.uses.used_by(list(self._rows))[0].tolist()
        rows = tuple(dict.fromkeys((*self._rows, *inner, *sorted(used))))
        limit = self._request.caps.max_type_entries
        facts = type_facts(self._graph, rows[: limit + 1], has_engine=self._index.types in {"complete", "provisional"})
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

    def _graph_slice(self, clock: Clock | None) -> tuple[GraphContextPackV1 | None, tuple[TruncationRecord, ...]]:
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
            if n_kept < len(self._rows):
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
        for _ in range(_MAX_ROUNDS):
            finished = _weighed(self._told(pack, selection, cuts, n_listed, all_pieces[n_kept:]), self._scale)
            weight = Weight(n_bytes=finished.stats.bytes_used, n_tokens=finished.stats.tokens_estimated or 0)
            if not self._is_over(weight):
                return finished
            over = self._excess(weight)
            if n_kept:
                while n_kept and over > 0:
                    n_kept -= 1
                    over -= all_pieces[n_kept].tokens
                pack = msgspec.structs.replace(pack, pieces=all_pieces[:n_kept])
            elif n_listed:
                n_listed = 0
            elif pack.graph is not None or pack.types is not None:
                cuts = (*cuts, *(self._budget_cut("graph", len(pack.graph.nodes), 0) for _ in [0] if pack.graph))
                pack = msgspec.structs.replace(pack, graph=None, types=None)
            else:
                pack = self._with_shorter_text(pack, over)
        return finished

    def _with_shorter_text(self, pack: CompositeContextPackV1, over: int) -> CompositeContextPackV1:
        allowed = max(0, self._scale.excerpt(pack.primary.excerpt) - over - 8)
        primary = primary_of(
            self._graph, self._packer.excerpts, self._rows[0], measure=self._scale.excerpt, budget=allowed
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
                limit=self._request.max_tokens if self._is_by_tokens() else self._request.max_bytes,
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
            causes = (Cause(code=UNRESOLVED_CALLS, count=unresolved, message="calls of these nodes were not resolved"),)
        caps = Cause(code=CAPS, count=len(records), message="caps cut the answer short: see truncation")
        return msgspec.structs.replace(
            pack,
            left_out=left_out,
            truncation=records,
            basis=basis_of((caps, *causes), self._request.caps, self._index),
            stats=msgspec.structs.replace(pack.stats, pieces_returned=len(pack.pieces)),
        )

    def _n_listed(self) -> int:
        return min(MAX_LEFT_OUT, 2 + self._budget // 1000)

    def _is_by_tokens(self) -> bool:
        return self._request.max_tokens is not None and self._budget == self._request.max_tokens

    def _told_budget(self) -> str:
        return f"{self._request.max_tokens} tokens" if self._is_by_tokens() else f"{self._request.max_bytes} bytes"

    def _is_over(self, weight: Weight) -> bool:
        return self._excess(weight) > 0

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
    scope: Scope, cap: str, limit: int, n_seen: int, note: str, *, n_kept: int | None = None
) -> TruncationRecord:
    kept = limit if n_kept is None else n_kept
    return TruncationRecord(scope=scope, cap=cap, limit=limit, observed=n_seen, omitted=n_seen - kept, note=note)


def _cut_graph(pack: GraphContextPackV1, n_nodes: int) -> GraphContextPackV1:
    """Return a slice with its nearest nodes, and the edges between them."""
    nodes = pack.nodes[:n_nodes]
    keys = {node_key(each.ref) for each in nodes}
    edges = tuple(
        each
        for each in pack.edges
        if not isinstance(each.from_, ReferenceEnvelope)
        and not isinstance(each.to, ReferenceEnvelope)
        and node_key(each.from_) in keys
        and node_key(each.to) in keys
    )
    counts = msgspec.structs.replace(
        pack.stats.counts, nodes_returned=len(nodes), edges_returned=len(edges)
    )
    return msgspec.structs.replace(
        pack, nodes=nodes, edges=edges, stats=msgspec.structs.replace(pack.stats, counts=counts)
    )


def _no_stats(scale: Scale) -> ContextStats:
    return ContextStats(bytes_used=0, tokens_estimated=0, tokens_by=scale.name, pieces_returned=0, work_units_used=0)


def _weighed(pack: CompositeContextPackV1, scale: Scale) -> CompositeContextPackV1:
    """Return a pack that says how large it is; the figures themselves are part of that."""
    for _ in range(_MAX_ROUNDS):
        weight = scale.weigh(pack)
        stats = msgspec.structs.replace(
            pack.stats, bytes_used=weight.n_bytes, tokens_estimated=weight.n_tokens
        )
        if stats == pack.stats:
            return pack
        pack = msgspec.structs.replace(pack, stats=stats)
    return pack


def context_pack(
    graph: CodeGraph,
    sources: SourceReader,
    seeds: Sequence[str],
    request: ContextRequest,
    scale: Scale,
) -> CompositeContextPackV1:
    """Return what is worth having beside some seeds, once; a `ContextPacker` does it again and again."""
    return ContextPacker(graph, sources).pack(seeds, request, scale)
