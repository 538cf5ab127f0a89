"""Plans the parts of a context of some size, before it is written.

Turns: seeds + relevant symbols + slices + a budget → Plan: the seeds' texts, shares for types and graph, and the budget
for pieces of code.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

import msgspec

from codeshed.context.context_budget import BudgetShare, ContextBudget
from codeshed.context.context_tasks import Preferences
from codeshed.context.costs import ABSENT, CostedSlice, PartCosts
from codeshed.context.excerpts import Excerpts
from codeshed.context.graph_slice import GraphSlices
from codeshed.context.piece_locations import PieceLocations
from codeshed.context.piece_marks import PieceMarks
from codeshed.context.piece_selection import PieceBudget, PieceGoal, PieceSelector, PieceTexts, Selection
from codeshed.context.primary_excerpts import end_before, primary_excerpt
from codeshed.context.relevant_symbols import RelevantSymbols
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.context_answer import PrimaryExcerpt, TypeFactV1

PRIMARY_SHARE = 0.6
"""The largest share of the budget for the seeds' texts, so that there is room for what they need."""

TYPES_SHARE = BudgetShare(first=0.02, beyond=0.1)
GRAPH_SHARE = BudgetShare(first=0.05, beyond=0.2)
SHORTEST_TEXT = 60
"""The seeds' texts get at least this many tokens, if there is room for them at all."""

_SPARE = 0.03
_LEAST_SPARE = 56
"""A margin in tokens: what was planned may be somewhat larger when it is written."""

_TEXT_NOTE = 20
"""The tokens of a note that says at which budget the texts are whole."""

_LEAST_MORE = 40
"""A suggested budget has at least this many tokens more than the one that was too small."""


class PlanSources(msgspec.Struct, frozen=True, kw_only=True):
    """What plans are made from; `frame` returns the size of all that surrounds the code in an answer of some size.

    `n_listed` returns how many omitted pieces such an answer names.
    """

    graph: CodeGraph
    excerpts: Excerpts
    costs: PartCosts
    rows: tuple[int, ...]
    relevant: RelevantSymbols
    preferences: Preferences
    facts: CostedSlice[TypeFactV1] | None
    slices: GraphSlices | None
    budget: ContextBudget
    frame: Callable[[int], int]
    n_listed: Callable[[int], int]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of the seeds, the lengths of the slices, and the budget for pieces of code.

    `extra` is the room that an answer left when it was written, for pieces that did not fit.
    """

    primaries: tuple[PrimaryExcerpt, ...]
    shown: frozenset[int]
    n_facts: int
    n_edges: int
    room: PieceBudget
    extra: int = 0


class Planner:
    """Plans answers of different sizes to one request."""

    def __init__(self, sources: PlanSources) -> None:
        self._from = sources
        self._unit = sources.budget.units(1)
        shows_calls = sources.preferences.shows_calls
        self.locations = PieceLocations(sources.graph, sources.excerpts, sources.relevant.module_uses)
        self.marks = PieceMarks(
            sources.graph, sources.excerpts, sources.relevant, self.locations, shows_calls=shows_calls
        )
        self._texts = PieceTexts(self.locations, sources.graph, sources.excerpts, sources.costs, self.marks)
        self._types_share = TYPES_SHARE.scaled(sources.costs.slice_factor)
        self._graph_share = GRAPH_SHARE.scaled(sources.costs.slice_factor)

    @property
    def relevant(self) -> RelevantSymbols:
        """The relevant symbols, at any budget."""
        return self._from.relevant

    def plan(self, budget: int) -> Plan:
        """Divide a budget among the parts."""
        room = budget - self._from.frame(budget)
        primaries, n_taken = self._primaries(room)
        facts, slices = self._from.facts, self._from.slices
        limits = self._from.budget
        n_facts = (
            ABSENT if facts is None else facts.n_within(limits.units_of_share(self._types_share, budget))
        )
        n_edges = (
            ABSENT
            if slices is None
            else slices.costed.n_within(limits.units_of_share(self._graph_share, budget))
        )
        room -= n_taken
        if any(each.is_cut for each in primaries):
            room -= limits.units(_TEXT_NOTE)
        room -= 0 if facts is None else facts.cost(n_facts)
        room -= 0 if slices is None else slices.costed.cost(n_edges)
        return Plan(
            primaries=primaries,
            shown=self._shown(primaries),
            n_facts=n_facts,
            n_edges=n_edges,
            room=PieceBudget.of(max(0, room), self._unit),
        )

    def select(self, plan: Plan) -> Selection:
        """Select the pieces of a plan."""
        return self._selector(plan).select(
            self._from.relevant, self._from.preferences, plan.shown, extra=plan.extra
        )

    def widen(self, plan: Plan, free: int) -> Plan:
        """Lengthen the slices by what the pieces left free, that of the graph first."""
        slices, facts = self._from.slices, self._from.facts
        n_edges, n_facts = plan.n_edges, plan.n_facts
        if slices is not None:
            known = slices.costed.cost(n_edges)
            n_edges = max(n_edges, slices.costed.n_within(known + free))
            free -= slices.costed.cost(n_edges) - known
        if facts is not None:
            n_facts = max(n_facts, facts.n_within(facts.cost(n_facts) + free))
        return msgspec.structs.replace(plan, n_edges=n_edges, n_facts=n_facts)

    def find_reached_goals(self, budget: int, goals: frozenset[PieceGoal]) -> frozenset[PieceGoal]:
        """Return which pieces another budget would certainly include."""
        plan = self.plan(budget)
        spare = max(self._from.budget.units(_LEAST_SPARE), int(budget * _SPARE))
        spare += self._from.n_listed(budget) * self._longer_name
        return self._selector(plan).find_reached_goals(
            self._from.relevant, self._from.preferences, plan.shown, goals, spare=spare
        )

    @cached_property
    def _longer_name(self) -> int:
        """By how much the longest name of a piece exceeds that of the seed, which frames are measured with."""
        symbols = self._from.graph.nodes.symbols
        rows = {self.locations.node(symbol.row) for symbol in self._from.relevant.symbols}
        longest = max((symbols[row] for row in rows), key=len, default="")
        own = symbols[self._from.rows[0]]
        return max(0, self._from.costs.excerpt(longest) - self._from.costs.excerpt(own))

    def whole_texts_at(self, budget: int) -> int:
        """Return a larger budget at which the texts of all seeds are whole."""
        sizes: list[int] = []
        whole: list[PrimaryExcerpt] = []
        for row in self._from.rows:
            text = self._from.excerpts.full(row)
            sizes.append(0 if text is None else self._from.costs.excerpt(text.text))
            if self._within(row, whole) is None:
                whole.append(self.excerpt(row, sizes[-1]))
            else:
                sizes[-1] = 0
        n_needed, n_before = 0, 0
        for place, size in enumerate(sizes):
            n_behind = len(sizes) - place
            n_needed = max(n_needed, n_before + size * (min(2, n_behind) if place == 0 else n_behind))
            n_before += size
        needed = int((n_needed + self._unit) / PRIMARY_SHARE) + self._unit
        found = self._larger(budget)
        while found - self._from.frame(found) < needed:
            found = max(found + 1, needed + self._from.frame(found))
        return found

    def whole_graph_at(self, budget: int) -> int:
        """Return a larger budget at which the whole graph slice is included."""
        slices = self._from.slices
        return budget if slices is None else self._whole_at(self._graph_share, slices.costed.whole, budget)

    def whole_types_at(self, budget: int) -> int:
        """Return a larger budget at which all type facts are included."""
        facts = self._from.facts
        return budget if facts is None else self._whole_at(self._types_share, facts.whole, budget)

    def _whole_at(self, share: BudgetShare, size: int, budget: int) -> int:
        """Return a budget whose share holds a slice, and of which the frame takes no more than half."""
        larger = max(self._from.budget.budget_for_share(share, size), self._larger(budget))
        return max(larger, 2 * self._from.frame(larger) + 4 * size)

    def _larger(self, budget: int) -> int:
        return budget + self._from.budget.units(_LEAST_MORE)

    def _selector(self, plan: Plan) -> PieceSelector:
        return PieceSelector(self._texts, plan.room)

    def _primaries(self, room: int) -> tuple[tuple[PrimaryExcerpt, ...], int]:
        """Return the seeds' texts; the first may take as much as all others together."""
        left = max(int(room * PRIMARY_SHARE), min(room, self._from.budget.units(SHORTEST_TEXT)))
        rows = self._from.rows
        found: list[PrimaryExcerpt] = []
        for place, row in enumerate(rows):
            n_behind = len(rows) - place
            allowed = left // (min(2, n_behind) if place == 0 else n_behind)
            excerpt = self._within(row, found) or self.excerpt(row, allowed)
            left -= self._from.costs.excerpt(excerpt.excerpt)
            # A text that encloses this one and was cut within it now ends before it: no line is shown twice.
            found = [end_before(each, excerpt) for each in found]
            found.append(excerpt)
        return tuple(found), sum(self._from.costs.excerpt(each.excerpt) for each in found)

    def _within(self, row: int, before: Sequence[PrimaryExcerpt]) -> PrimaryExcerpt | None:
        """Return a seed without text if an earlier seed's text includes it, naming that seed."""
        path, whole = self._from.graph.file_path(row), self._from.excerpts.full(row)
        for each in before:
            if whole is None or each.range is None or each.file != path:
                continue
            if each.range.start_line <= whole.first_line and whole.last_line <= each.range.end_line:
                return msgspec.structs.replace(self.excerpt(row, 0), is_cut=False, within=each.ref)
        return None

    def excerpt(self, row: int, allowed: int, *, has_comment: bool = True) -> PrimaryExcerpt:
        """Return as much of a seed's text as fits a cost, with or without the comment before it."""
        return primary_excerpt(
            self._from.graph,
            self._from.excerpts,
            row,
            measure=self._from.costs.excerpt,
            budget=allowed,
            has_comment=has_comment,
        )

    def _shown(self, primaries: tuple[PrimaryExcerpt, ...]) -> frozenset[int]:
        """Return the symbols whose text is part of the seeds' texts, so that they need no piece."""
        graph = self._from.graph
        shown: set[int] = set()
        for row, primary in zip(self._from.rows, primaries, strict=True):
            if not primary.excerpt or primary.range is None:
                continue
            file = int(graph.nodes.files[row])
            rows = graph.file_index.find_in_files(range(file, file + 1))
            spans = graph.nodes.spans[rows]
            is_inside = (spans[:, 0] >= primary.range.start_line) & (spans[:, 2] <= primary.range.end_line)
            shown |= {row, *rows[is_inside].tolist()}
            shown |= self.locations.statements_within(file, primary.range.start_line, primary.range.end_line)
        return frozenset(shown)
