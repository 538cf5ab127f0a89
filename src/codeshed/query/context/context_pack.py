"""Which code is needed to work on a symbol?

Turns: CodeGraph + sources + seeds + ContextRequest → CompositeContextPackV1: the seed's text, the graph around it, type
facts, and the most relevant code, all within a budget.
"""

from collections.abc import Sequence

import msgspec

from codeshed.context.context_budget import ContextBudget
from codeshed.context.excerpts import Excerpts
from codeshed.context.nameable_owners import NameableOwners
from codeshed.context.relevant_symbols import RelevanceFinder
from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_references import ResolvedSeed, reference_to_seeds, resolve_seed, seed_warning
from codeshed.graph.seeds.seed_scope import outer_first
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.answer_basis import (
    IndexIdentity,
    abbreviate_index_identity,
    context_basis,
    seed_causes,
)
from codeshed.model.answers.answer_graph import VERSION
from codeshed.model.answers.context_answer import PrimaryExcerpt
from codeshed.model.answers.node_references import ReferenceEnvelope
from codeshed.model.answers.truncation import cap_warnings, count_index_warnings, warning_truncation
from codeshed.model.source_reader import SourceReader
from codeshed.query.context.context_contract import (
    CompositeContextPackV1,
    ContextRequest,
    SizeScale,
    unmeasured_stats,
    with_measured_size,
)
from codeshed.query.context.context_draft import ContextFitter, PackSources
from codeshed.query.graph_pack import PackSeed

_SPARE_TOKENS = 4
"""A larger budget has more digits, which are part of the answer."""


class ContextPacker:
    """Makes packs of one graph; sources and analyses are kept for the next pack."""

    def __init__(self, graph: CodeGraph, sources: SourceReader) -> None:
        self.graph = graph
        self.excerpts = Excerpts(graph, sources)
        self.wisher = RelevanceFinder(graph, self.excerpts)
        self._owners = NameableOwners(graph)

    def pack(
        self,
        seeds: Sequence[str],
        request: ContextRequest,
        scale: SizeScale,
        *,
        index: IndexIdentity | None = None,
        clock: Clock | None = None,
    ) -> CompositeContextPackV1:
        """Return the context of some seeds: `packer.pack(["Cart.total"], request, scale)`."""
        if not seeds:
            raise InvalidOptionError("a context needs a seed", hint="name a symbol, a class or a file")
        identity = IndexIdentity() if index is None else abbreviate_index_identity(index)
        found = [
            resolve_seed(self.graph, seed, max_candidates=request.caps.max_candidates, scope="context")
            for seed in seeds
        ]
        unclear = [each for each in found if not each.rows]
        if unclear:
            return self._unclear(unclear[0], request, scale, identity)
        rows = outer_first(self.graph, [row for each in found for row in each.rows])
        task = PackSources(
            excerpts=self.excerpts,
            wisher=self.wisher,
            owners=self._owners,
            seed=self._seed(found, rows, request),
            request=request,
            scale=scale,
            index=identity,
            clock=clock,
        )
        return ContextFitter(task).finish()

    def _seed(
        self, found: Sequence[ResolvedSeed], rows: tuple[int, ...], request: ContextRequest
    ) -> PackSeed:
        if len(found) == 1 or len(rows) == 1:
            return PackSeed(ref=found[0].ref, rows=rows, truncation=found[0].truncation)
        ref, cut = reference_to_seeds(
            self.graph,
            rows,
            "several seeds; the first, or what is around it, is the primary one",
            max_candidates=request.caps.max_candidates,
            scope="context",
        )
        return PackSeed(ref=ref, rows=rows, truncation=cut)

    def _unclear(
        self, found: ResolvedSeed, request: ContextRequest, scale: SizeScale, index: IndexIdentity
    ) -> CompositeContextPackV1:
        """Return the answer to a seed that is unknown or ambiguous: its candidates, and no text."""
        warnings = cap_warnings((seed_warning(found), *count_index_warnings(self.graph.warnings)))
        pack = CompositeContextPackV1(
            version=VERSION,
            seed=found.ref,
            primary=PrimaryExcerpt(ref=None, file=None, excerpt=""),
            risk=None,
            basis=context_basis(seed_causes(found.truncation), request.caps, index, is_short=False),
            stats=unmeasured_stats(scale, request),
            task=request.task.value,
            truncation=(*found.truncation, *warning_truncation(warnings, "context")),
            warnings=warnings,
        )
        return _with_fewer_candidates(pack, request.budget, scale)


def _with_fewer_candidates(
    pack: CompositeContextPackV1, budget: ContextBudget, scale: SizeScale
) -> CompositeContextPackV1:
    """Return a pack that fits, with as many candidates for its seed as there is room for."""
    finished, weight = with_measured_size(pack, scale)
    known = pack.truncation
    fits_at = budget.size(weight) + budget.units(_SPARE_TOKENS)
    candidates = pack.seed.candidates if isinstance(pack.seed, ReferenceEnvelope) else ()
    n_kept = len(candidates)
    is_short = False
    while budget.excess(weight) > 0:
        if is_short or not isinstance(pack.seed, ReferenceEnvelope):
            raise budget.too_small_error(weight, shorter_format=scale.shorter_format)
        is_short = not n_kept
        n_kept //= 2
        truncation = (*known, budget.cut_record("context", "candidates", len(candidates), n_kept, fits_at))
        pack = msgspec.structs.replace(
            pack,
            seed=msgspec.structs.replace(pack.seed, candidates=candidates[:n_kept]),
            truncation=truncation,
            basis=context_basis(
                seed_causes(truncation), pack.basis.caps_used, pack.basis.index, is_short=is_short
            ),
        )
        finished, weight = with_measured_size(pack, scale)
    return finished


def context_pack(
    graph: CodeGraph,
    sources: SourceReader,
    seeds: Sequence[str],
    request: ContextRequest,
    scale: SizeScale,
) -> CompositeContextPackV1:
    """Return the context of some seeds, once; a `ContextPacker` makes many packs of one graph."""
    return ContextPacker(graph, sources).pack(seeds, request, scale)
