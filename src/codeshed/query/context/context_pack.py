"""Which code is needed to work on a symbol?

Turns: CodeGraph + sources + seeds + ContextRequest → CompositeContextPackV1: the seed's text, the graph around it, type
facts, and the most relevant code, all within a budget.
"""

from collections.abc import Sequence

import msgspec

from codeshed.context.context_budget import ContextBudget
from codeshed.context.excerpts import Excerpts
from codeshed.context.nameable_owners import Owners
from codeshed.context.relevant_symbols import Wisher
from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_references import FoundSeed, find_seed, seed_warning, several_seeds
from codeshed.graph.seeds.seed_scope import outer_first
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answer_basis import IndexIdentity, basis_of, in_short, unclear_causes
from codeshed.model.answer_graph import VERSION
from codeshed.model.context_answer import PrimaryExcerpt
from codeshed.model.node_references import ReferenceEnvelope, SymbolRef
from codeshed.model.source_reader import SourceReader
from codeshed.model.truncation import cap_warnings, warning_cut
from codeshed.query.context.context_contract import (
    CompositeContextPackV1,
    ContextRequest,
    Scale,
    weighed,
    without_size,
)
from codeshed.query.context.context_draft import ContextDraft, ContextTask
from codeshed.query.graph_pack import SeedRows

_SPARE_TOKENS = 4
"""A larger budget has more digits, which are part of the answer."""


class ContextPacker:
    """Makes packs of one graph; sources and analyses are kept for the next pack."""

    def __init__(self, graph: CodeGraph, sources: SourceReader) -> None:
        self.graph = graph
        self.excerpts = Excerpts(graph, sources)
        self.wisher = Wisher(graph, self.excerpts)
        self._owners = Owners(graph)

    def pack(
        self,
        seeds: Sequence[str],
        request: ContextRequest,
        scale: Scale,
        *,
        index: IndexIdentity | None = None,
        clock: Clock | None = None,
    ) -> CompositeContextPackV1:
        """Return the context of some seeds: `packer.pack(["Cart.total"], request, scale)`."""
        if not seeds:
            raise InvalidOptionError("a context needs a seed", hint="name a symbol, a class or a file")
        identity = IndexIdentity() if index is None else in_short(index)
        found = [
            find_seed(self.graph, seed, max_candidates=request.caps.max_candidates, scope="context")
            for seed in seeds
        ]
        unclear = [each for each in found if each.row is None]
        if unclear:
            return self._unclear(unclear[0], request, scale, identity)
        rows = outer_first(self.graph, [each.row for each in found if each.row is not None])
        task = ContextTask(
            excerpts=self.excerpts,
            wisher=self.wisher,
            owners=self._owners,
            seed=self._seed(found, rows, request),
            request=request,
            scale=scale,
            index=identity,
            clock=clock,
        )
        return ContextDraft(task).finish()

    def _seed(self, found: Sequence[FoundSeed], rows: tuple[int, ...], request: ContextRequest) -> SeedRows:
        if len(rows) == 1:
            return SeedRows(ref=found[0].ref, rows=rows, truncation=found[0].truncation)
        ref, cut = several_seeds(
            self.graph,
            rows,
            "several seeds; the first, or what is around it, is the primary one",
            max_candidates=request.caps.max_candidates,
            scope="context",
        )
        return SeedRows(ref=ref, rows=rows, truncation=cut)

    def _unclear(
        self, found: FoundSeed, request: ContextRequest, scale: Scale, index: IndexIdentity
    ) -> CompositeContextPackV1:
        """Return the answer to a seed that is unknown or ambiguous: its candidates, and no text."""
        candidates = found.ref.candidates if isinstance(found.ref, ReferenceEnvelope) else ()
        symbol = next((each.symbol_id for each in candidates if each.symbol_id), found.text)
        warnings = cap_warnings((seed_warning(found), *self.graph.warnings))
        pack = CompositeContextPackV1(
            version=VERSION,
            seed=found.ref,
            primary=PrimaryExcerpt(ref=SymbolRef(symbol_id=symbol), file=None, excerpt=""),
            risk=None,
            basis=basis_of(unclear_causes(found.truncation), request.caps, index),
            stats=without_size(scale, request),
            task=request.task.value,
            truncation=(*found.truncation, *warning_cut(warnings, "context")),
            warnings=warnings,
        )
        return _with_fewer_candidates(pack, request.budget, scale)


def _with_fewer_candidates(
    pack: CompositeContextPackV1, budget: ContextBudget, scale: Scale
) -> CompositeContextPackV1:
    """Return a pack that fits, with as many candidates for its seed as there is room for."""
    finished, weight = weighed(pack, scale)
    known = pack.truncation
    fits_at = budget.size(weight) + budget.units(_SPARE_TOKENS)
    candidates = pack.seed.candidates if isinstance(pack.seed, ReferenceEnvelope) else ()
    n_kept = len(candidates)
    while budget.excess(weight) > 0:
        if not n_kept or not isinstance(pack.seed, ReferenceEnvelope):
            raise budget.too_small(weight, shorter_format=scale.shorter_format)
        n_kept //= 2
        truncation = (*known, budget.cut("context", "candidates", len(candidates), n_kept, fits_at))
        pack = msgspec.structs.replace(
            pack,
            seed=msgspec.structs.replace(pack.seed, candidates=candidates[:n_kept]),
            truncation=truncation,
            basis=basis_of(unclear_causes(truncation), pack.basis.caps, pack.basis.index),
        )
        finished, weight = weighed(pack, scale)
    return finished


def context_pack(
    graph: CodeGraph,
    sources: SourceReader,
    seeds: Sequence[str],
    request: ContextRequest,
    scale: Scale,
) -> CompositeContextPackV1:
    """Return the context of some seeds, once; a `ContextPacker` makes many packs of one graph."""
    return ContextPacker(graph, sources).pack(seeds, request, scale)
