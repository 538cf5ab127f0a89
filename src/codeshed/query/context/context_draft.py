"""Fit one composite context into its budget.

Turns: nodes + ContextRequest → CompositeContextPackV1. Parts get room in this order: the seed's text, a share for types and
graph, code by relevance; what is left goes to graph and types. The whole answer is then measured, and shortened until it fits.
If no line of the seed's text would be left, what stands around it is shortened, too: the warnings are only counted, and usual caps
are not repeated; then the budgets at which more would fit are left out, and of the text only the signature counts.
"""

import enum
from functools import cached_property

import msgspec

from codeshed.context.budget_search import BudgetSearch
from codeshed.context.context_budget import OutputSize, SeedTextsCut, without_advice
from codeshed.context.context_plan import Plan, Planner, PlanSources
from codeshed.context.context_tasks import PREFERENCES
from codeshed.context.costs import ABSENT
from codeshed.context.excerpts import MAX_LINE, Excerpts, Form
from codeshed.context.nameable_owners import NameableOwners
from codeshed.context.piece_selection import ChosenPiece, OmittedPiece, Selection
from codeshed.context.primary_excerpts import primary_excerpt
from codeshed.context.relevant_symbols import RelevanceFinder
from codeshed.errors import InvalidOptionError
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.answer_basis import IndexIdentity, caps_cause, context_basis
from codeshed.model.answers.answer_graph import VERSION
from codeshed.model.answers.context_answer import (
    LeftOutV1,
    LineRange,
    PieceV1,
    PrimaryExcerpt,
    RiskSlice,
    TypesSlice,
)
from codeshed.model.answers.truncation import (
    MAX_WARNINGS,
    MORE_WARNINGS,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    n_cuts,
    warning_truncation,
)
from codeshed.model.symbol_ids import content_hash
from codeshed.query.context.context_contract import (
    CompositeContextPackV1,
    ContextRequest,
    SizeScale,
    unmeasured_stats,
    with_measured_size,
)
from codeshed.query.context.context_slices import ContextSlices, SliceSources
from codeshed.query.graph_pack import PackSeed

MAX_LEFT_OUT = 20
MAX_STALE_FILES_NAMED = 3
"""How many stale files are named: code is worth more."""

_TOKENS_FOR_EACH_LEFT_OUT = 1000
_FIGURES = 6
"""How many times the budget itself is written in an answer."""

RISK_NOT_AVAILABLE = "RISK_NOT_AVAILABLE"
"""The code of the warning that no risk flows were looked for."""

_LEAST_FILLED = 12
"""In less than so many tokens hardly a line fits."""

_MAX_FILLINGS = 3
"""How often an answer is written again to fill its budget."""

_RISK_SHARE = 10
"""At most one part in so many of the budget is for risk flows; where they are longer, so many times that."""


class FrameLength(enum.IntEnum):
    """How much stands around the code: all; warnings only counted, usual caps not repeated; no advice either, and a text without its comment."""

    WHOLE = 0
    SHORT = 1
    LEAST = 2


class PackSources(msgspec.Struct, frozen=True, kw_only=True):
    """What one pack is built from."""

    excerpts: Excerpts
    wisher: RelevanceFinder
    owners: NameableOwners
    seed: PackSeed
    request: ContextRequest
    scale: SizeScale
    index: IndexIdentity
    clock: Clock | None = None


class PackDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A plan with its selected pieces; `n_named_left_out` pieces that did not fit are named in the answer."""

    plan: Plan
    selection: Selection
    n_named_left_out: int


class ContextFitter:
    """Builds one pack: draft, measure, shorten, until it fits."""

    def __init__(self, task: PackSources) -> None:
        self._excerpts = task.excerpts
        self._wisher = task.wisher
        self._owners = task.owners
        self._graph = task.wisher.graph
        self._rows = task.seed.rows
        self._seed = task.seed
        self._request = task.request
        n_stale = max(task.index.n_stale_files, len(task.index.stale_files))
        self._index = msgspec.structs.replace(
            task.index, stale_files=task.index.stale_files[:MAX_STALE_FILES_NAMED], n_stale_files=n_stale
        )
        self._limits = task.request.budget
        self._scale = task.scale.with_unit(by_tokens=self._limits.is_by_tokens)
        self._slices = ContextSlices(
            SliceSources(
                near=task.wisher.lookups,
                seed=task.seed,
                request=task.request,
                scale=self._scale,
                has_engine=task.index.types in {"complete", "provisional"},
                clock=task.clock,
            )
        )
        self._frame_length = FrameLength.WHOLE
        self._bare_sizes: dict[int, int] = {}
        self._frame_sizes: dict[tuple[int, int, int], int] = {}

    def finish(self) -> CompositeContextPackV1:
        """Return the pack that fits the budget."""
        draft = self._initial_draft()
        spare: int | None = None
        while True:
            widened, spare = self._widen(draft, spare)
            pack, weight = with_measured_size(self._pack(widened), self._scale)
            excess = self._limits.excess(weight)
            is_text_missing = self._is_without_text(draft) and (excess > 0 or draft.plan.primaries[0].is_cut)
            is_least = self._frame_length is FrameLength.LEAST
            if excess <= 0 and (not is_text_missing or (is_least and not self._first_line)):
                return self._filled(widened, pack, weight)
            if is_text_missing and not is_least:
                spare = 0
                self._frame_length = FrameLength(self._frame_length + 1)
                draft = self._with_shorter_frame(draft)
            elif excess <= 0:
                raise self._too_small_error(draft)
            elif widened.plan is not draft.plan:
                spare = max(0, spare - excess)
            else:
                spare = 0
                draft = self._shorten(draft, excess)

    def _filled(
        self, draft: PackDraft, pack: CompositeContextPackV1, weight: OutputSize
    ) -> CompositeContextPackV1:
        """Return an answer with more pieces in what is left of its budget: what is around the code was only estimated."""
        room = self._limits.unused(weight)
        least = self._limits.units(_LEAST_FILLED)
        for _ in range(_MAX_FILLINGS):
            if room < least or self._frame_length is not FrameLength.WHOLE:
                break
            plan = msgspec.structs.replace(draft.plan, extra=room)
            selection = self._planner.select(plan)
            if selection.chosen == draft.selection.chosen:
                break
            fuller = msgspec.structs.replace(draft, plan=plan, selection=selection)
            larger, weight = with_measured_size(self._pack(fuller), self._scale)
            excess = self._limits.excess(weight)
            if excess <= 0:
                return larger
            room -= excess
        return pack

    def _initial_draft(self) -> PackDraft:
        plan = self._planner.plan(self._limits.limit)
        selection = self._planner.select(plan)
        return PackDraft(plan=plan, selection=selection, n_named_left_out=self._n_listed(self._limits.limit))

    def _widen(self, draft: PackDraft, spare: int | None) -> tuple[PackDraft, int]:
        """Let the slices take the spare room; return the draft and that room."""
        if spare is None:
            spare = draft.plan.room.size - draft.selection.cost
        plan = self._planner.widen(draft.plan, spare)
        return (draft if plan == draft.plan else msgspec.structs.replace(draft, plan=plan)), spare

    def _shorten(self, draft: PackDraft, excess: int) -> PackDraft:
        """Drop pieces, then the list of left-out code, then the slices, then the last lines of the seed's text."""
        plan = draft.plan
        if draft.selection.chosen:
            used = min(plan.room.size, draft.selection.cost)
            room = plan.room.shrunk(plan.room.size - used + excess)
            plan = msgspec.structs.replace(plan, room=room)
            return msgspec.structs.replace(draft, plan=plan, selection=self._planner.select(plan))
        if draft.n_named_left_out:
            return msgspec.structs.replace(draft, n_named_left_out=0)
        if (plan.n_edges, plan.n_facts) != (ABSENT, ABSENT):
            plan_without_slices = msgspec.structs.replace(plan, n_edges=ABSENT, n_facts=ABSENT)
            return msgspec.structs.replace(draft, plan=plan_without_slices)
        if not plan.primaries[0].excerpt and len(plan.primaries) == 1:
            raise self._too_small_error(draft)
        size = self._scale.excerpt(plan.primaries[0].excerpt)
        primary = self._excerpt(max(0, size - excess - self._limits.units(2)))
        return msgspec.structs.replace(draft, plan=msgspec.structs.replace(plan, primaries=(primary,)))

    def _is_without_text(self, draft: PackDraft) -> bool:
        """Whether there was no room for the seed's text, nor for anything beside it."""
        plan = draft.plan
        has_others = draft.selection.chosen or plan.n_edges > 0 or plan.n_facts > 0
        return not has_others and not any(each.excerpt for each in plan.primaries)

    def _too_small_error(self, draft: PackDraft) -> InvalidOptionError:
        """Return the error that not even the first line of the seed fits."""
        primary = self._excerpt(self._scale.excerpt(self._first_line))
        least = msgspec.structs.replace(draft, plan=msgspec.structs.replace(draft.plan, primaries=(primary,)))
        _, weight = with_measured_size(self._pack(least), self._scale)
        return self._limits.too_small_error(weight, shorter_format=self._scale.shorter_format)

    @cached_property
    def _first_line(self) -> str:
        """The first line of the signature of the first seed; empty if it is too long for any small budget."""
        allowed = self._limits.units(MAX_LINE)
        return self._planner.excerpt(self._rows[0], allowed, has_comment=False).excerpt.partition("\n")[0]

    def _excerpt(self, allowed: int) -> PrimaryExcerpt:
        """Return as much of the first seed's text as fits a cost; with the least frame, from its signature on."""
        return self._planner.excerpt(
            self._rows[0], allowed, has_comment=self._frame_length is not FrameLength.LEAST
        )

    def _with_shorter_frame(self, draft: PackDraft) -> PackDraft:
        """Give the room of a shorter frame to the seed's text."""
        plan = msgspec.structs.replace(
            draft.plan,
            primaries=(self._excerpt(0),),
            n_edges=ABSENT,
            n_facts=ABSENT,
        )
        bare = msgspec.structs.replace(draft, plan=plan, n_named_left_out=0)
        _, weight = with_measured_size(self._pack(bare), self._scale)
        room = self._limits.limit - self._limits.size(weight)
        primary = self._excerpt(max(0, room))
        return msgspec.structs.replace(bare, plan=msgspec.structs.replace(plan, primaries=(primary,)))

    @cached_property
    def _planner(self) -> Planner:
        wishes = self._wisher.find_relevant(self._rows, PREFERENCES[self._request.task])
        return Planner(
            PlanSources(
                graph=self._graph,
                excerpts=self._excerpts,
                costs=self._scale,
                rows=self._rows,
                relevant=self._owners.replace_unnameable(wishes, frozenset(self._rows)),
                preferences=PREFERENCES[self._request.task],
                facts=self._slices.facts,
                slices=self._slices.graph,
                budget=self._limits,
                frame=self._frame_size,
                n_listed=self._n_listed,
            )
        )

    @cached_property
    def _fitting(self) -> BudgetSearch:
        return BudgetSearch(self._planner, self._limits.limit, self._limits.units(1))

    @cached_property
    def _whole_texts_at(self) -> int:
        return self._planner.whole_texts_at(self._limits.limit)

    @cached_property
    def _bare(self) -> CompositeContextPackV1:
        """The pack without any code, and with all warnings."""
        warnings = count_index_warnings(self._graph.warnings)
        flows = self._slices.flows
        if self._request.include.risk and flows is None:
            warnings = (
                WarningRecord(
                    code=RISK_NOT_AVAILABLE,
                    message="no risk flows were looked for: only an index has them",
                ),
                *warnings,
            )
        primary = primary_excerpt(
            self._graph, self._excerpts, self._rows[0], measure=self._scale.tokens, budget=0
        )
        return CompositeContextPackV1(
            version=VERSION,
            seed=self._seed.ref,
            primary=primary,
            risk=None if flows is None else RiskSlice(flows=flows.flows[: self._n_flows]),
            basis=context_basis((), self._request.caps, self._index, is_short=False),
            stats=unmeasured_stats(self._scale, self._request),
            task=self._request.task.value,
            warnings=cap_warnings(warnings),
        )

    @cached_property
    def _n_flows(self) -> int:
        """How many risk flows fit into their share of the budget, the most severe first."""
        flows = () if self._slices.flows is None else self._slices.flows.flows
        room = int(self._limits.limit * self._scale.slice_factor) // _RISK_SHARE
        for number, flow in enumerate(flows):
            room -= self._scale.flow(flow)
            if room < 0:
                return number
        return len(flows)

    @property
    def _flow_cuts(self) -> tuple[TruncationRecord, ...]:
        found = self._slices.flows
        if found is None:
            return ()
        n_all = len(found.flows)
        if self._n_flows == n_all:
            return found.truncation
        fits_at = int(_RISK_SHARE * sum(map(self._scale.flow, found.flows)) / self._scale.slice_factor) + 1
        return (*found.truncation, self._limits.cut_record("risk", "flows", n_all, self._n_flows, fits_at))

    def _n_warnings(self, budget: int) -> int:
        """Return how many warnings leave half of the budget for code; at least one stays."""
        n_warnings = len(self._bare.warnings)
        if n_warnings > 1 and self._bare_size(0) < self._bare_size(n_warnings):
            while n_warnings > 1 and 2 * self._bare_size(n_warnings) > budget:
                n_warnings //= 2
        return n_warnings

    def _bare_size(self, n_warnings: int) -> int:
        """Return the size of the pack without code and with some warnings."""
        if n_warnings not in self._bare_sizes:
            warnings = cap_warnings(self._bare.warnings, n_warnings)
            weight = self._scale.weigh(msgspec.structs.replace(self._bare, warnings=warnings))
            self._bare_sizes[n_warnings] = self._limits.size(weight)
        return self._bare_sizes[n_warnings]

    def _frame_size(self, budget: int) -> int:
        """Return the size of everything but code in an answer, with room for truncation records."""
        n_warnings, n_listed = self._n_warnings(budget), self._n_listed(budget)
        key = (n_warnings, n_listed, len(str(budget)))
        if key not in self._frame_sizes:
            ref = ref_of(self._graph, self._rows[0])
            named = LeftOutV1(ref=ref, form="signature", tokens=100, fits_at=budget)
            texts = SeedTextsCut(primaries=(), n_seeds=0, fits_at=budget)
            warnings = cap_warnings(self._bare.warnings, n_warnings)
            of_graph = () if self._slices.graph is None else self._slices.graph.whole.truncation
            cuts = (
                *self._limits.code_cut_records(texts, 100, 100, budget),
                *self._seed.truncation,
                *self._slices.type_cuts,
                *self._flow_cuts,
                *self._warning_cuts(warnings),
                # These records are in the slice and again in the answer.
                *(2 * of_graph),
                *((self._limits.cut_record("graph", "edges", 100, 1, budget),) if self._slices.graph else ()),
                *((self._limits.cut_record("types", "facts", 100, 1, budget),) if self._slices.facts else ()),
            )
            sample = LineRange(start_line=1000, end_line=1000)
            primaries = tuple(
                msgspec.structs.replace(
                    self._planner.excerpt(row, 0),
                    excerpt="x",
                    range=sample,
                    excerpt_hash=f"sha256:{content_hash(b'')}",
                    is_cut=True,
                )
                for row in self._rows
            )
            pack = msgspec.structs.replace(
                self._bare,
                primary=primaries[0],
                more=primaries[1:],
                warnings=warnings,
                truncation=cuts,
                left_out=(named,) * n_listed,
                basis=context_basis(
                    (caps_cause(1), *self._slices.causes()), self._request.caps, self._index, is_short=False
                ),
            )
            self._frame_sizes[key] = self._limits.size(self._scale.weigh(pack))
        n_more_digits = max(0, len(str(budget)) - len(str(self._limits.limit)))
        return self._frame_sizes[key] + n_more_digits * self._limits.units(_FIGURES)

    def _n_listed(self, budget: int) -> int:
        return max(1, min(MAX_LEFT_OUT, self._limits.tokens(budget) // _TOKENS_FOR_EACH_LEFT_OUT))

    def _pack(self, draft: PackDraft) -> CompositeContextPackV1:
        """Return the answer for a draft, with its truncation records and basis."""
        plan = draft.plan
        warnings, cut_warnings = self._shown_warnings()
        graph = None if self._slices.graph is None else self._slices.graph.first(plan.n_edges)
        types = None
        if self._slices.facts is not None and plan.n_facts != ABSENT:
            types = TypesSlice(facts=self._slices.facts.items[: plan.n_facts])
        fitting_budgets = self._fitting.find_smallest_budgets(
            draft.selection.omitted, max(1, draft.n_named_left_out)
        )
        records = merge_truncation_records(
            (
                *self._code_cuts(draft, fitting_budgets),
                *self._seed.truncation,
                *self._type_cuts(plan),
                *self._graph_cuts(plan),
                *self._flow_cuts,
                *cut_warnings,
            )
        )
        if self._frame_length is FrameLength.LEAST:
            records = tuple(map(without_advice, records))
        return msgspec.structs.replace(
            self._bare,
            seed=ref_of(self._graph, self._rows[0])
            if self._frame_length is not FrameLength.WHOLE and len(self._rows) == 1
            else self._seed.ref,
            primary=plan.primaries[0],
            more=plan.primaries[1:],
            types=types,
            graph=graph,
            pieces=tuple(map(self._piece, draft.selection.chosen)),
            left_out=tuple(
                self._left_out(each, budget) for each, budget in fitting_budgets[: draft.n_named_left_out]
            ),
            truncation=records,
            warnings=warnings,
            basis=context_basis(
                (caps_cause(n_cuts(records)), *self._slices.causes()),
                self._request.caps,
                self._index,
                is_short=self._frame_length is not FrameLength.WHOLE,
            ),
            stats=msgspec.structs.replace(
                self._bare.stats,
                pieces_returned=len(draft.selection.chosen),
                work_units_used=self._slices.n_work_units,
            ),
        )

    def _code_cuts(
        self, draft: PackDraft, fitting_budgets: tuple[tuple[OmittedPiece, int], ...]
    ) -> tuple[TruncationRecord, ...]:
        primaries = draft.plan.primaries
        is_whole = len(primaries) == len(self._rows) and not any(each.is_cut for each in primaries)
        texts = SeedTextsCut(
            primaries=primaries, n_seeds=len(self._rows), fits_at=0 if is_whole else self._whole_texts_at
        )
        selection = draft.selection
        next_fits = max(
            (budget for _, budget in fitting_budgets[: max(1, draft.n_named_left_out)]), default=None
        )
        return self._limits.code_cut_records(texts, selection.n_wanted, selection.n_missing, next_fits)

    def _graph_cuts(self, plan: Plan) -> tuple[TruncationRecord, ...]:
        if self._slices.graph is None:
            return ()
        n_all, n_kept = len(self._slices.graph.whole.edges), max(0, plan.n_edges)
        if plan.n_edges == n_all:
            return self._slices.graph.whole.truncation
        fits_at = self._planner.whole_graph_at(self._limits.limit)
        return (
            *self._slices.graph.whole.truncation,
            self._limits.cut_record("graph", "edges", n_all, n_kept, fits_at),
        )

    def _type_cuts(self, plan: Plan) -> tuple[TruncationRecord, ...]:
        if self._slices.facts is None:
            return ()
        n_all, found = len(self._slices.facts.items), self._slices.type_cuts
        if max(0, plan.n_facts) == n_all:
            return found
        fits_at = self._planner.whole_types_at(self._limits.limit)
        return (*found, self._limits.cut_record("types", "facts", n_all, max(0, plan.n_facts), fits_at))

    def _shown_warnings(self) -> tuple[tuple[WarningRecord, ...], tuple[TruncationRecord, ...]]:
        """Return the warnings for which there is room, and the record of the others."""
        known = self._bare.warnings
        if self._frame_length is FrameLength.WHOLE or len(known) == 1:
            shown = cap_warnings(known, self._n_warnings(self._limits.limit))
            return shown, self._warning_cuts(shown)
        return (), self._warning_cuts(cap_warnings(known, 0))

    def _warning_cuts(self, warnings: tuple[WarningRecord, ...]) -> tuple[TruncationRecord, ...]:
        """Return the record of dropped warnings, whether their number or the budget was the reason."""
        limit = sum(each.code != MORE_WARNINGS for each in warnings)
        return tuple(
            msgspec.structs.replace(each, limit=limit, observed=limit + (each.omitted or 0))
            if limit < MAX_WARNINGS
            else each
            for each in warning_truncation(warnings, "context")
        )

    def _left_out(self, unfit: OmittedPiece, fits_at: int) -> LeftOutV1:
        places = self._planner.locations
        line = None if places.module_use(unfit.row) is None else places.span(unfit.row)[0]
        return LeftOutV1(
            ref=places.ref(unfit.row),
            line=line,
            form=unfit.form.value,
            tokens=self._limits.tokens(unfit.cost),
            fits_at=fits_at,
        )

    def _piece(self, chosen: ChosenPiece) -> PieceV1:
        places = self._planner.locations
        first, _, last, _ = places.span(chosen.row)
        is_symbol = places.module_use(chosen.row) is None
        if is_symbol and chosen.form is Form.FULL and (whole := self._excerpts.full(chosen.row)) is not None:
            first, last = whole.first_line, whole.last_line
        wish = chosen.symbol
        is_explained = self._request.explain and wish is not None
        mark = self._planner.marks.mark_of(chosen.row, chosen.form)
        return PieceV1(
            ref=places.ref(chosen.row),
            file=self._graph.file_path(places.node(chosen.row)) or "",
            range=LineRange(start_line=first, end_line=last),
            form=chosen.form.value,
            role="owner" if wish is None else wish.role,
            text=chosen.text,
            tokens=chosen.cost if self._limits.is_by_tokens else self._scale.tokens(chosen.text),
            inside=mark.inside,
            use=mark.use,
            likelihood=round(wish.likelihood, 3) if is_explained and wish is not None else None,
            why=self._planner.relevant.reasons(wish) if is_explained and wish is not None else (),
        )
