"""Selects the pieces that fit: greedily, by value per token.

Turns: RelevantSymbols + a budget → Selection. The piece of highest value per token is taken first; a piece that was
taken may be taken again in a longer form. A member brings the line of its class, and the first piece of a file its
heading.
"""

import heapq

import msgspec
import numpy as np

from codeshed.context.context_tasks import Preferences
from codeshed.context.costs import PieceCosts
from codeshed.context.excerpts import Excerpts, Form
from codeshed.context.piece_locations import LineSpan, PieceLocations
from codeshed.context.piece_marks import PieceMarks
from codeshed.context.relevant_symbols import RelevantSymbol, RelevantSymbols
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import is_among
from codeshed.graph.data.kinds import NodeKind

# Module constants, since looking enum members up is slow.
_LINE, _SIGNATURE, _FULL = Form.LINE, Form.SIGNATURE, Form.FULL
_TYPE = int(NodeKind.TYPE)
_USERS = frozenset({"caller", "test"})
_LONGER = {Form.LINE: Form.SIGNATURE, Form.SIGNATURE: Form.FULL}
_RESERVE = 1.6
"""Texts are read for this many times the budget, by estimated cost."""

_ESTIMATED_FUNCTION = 25
_ESTIMATED_TYPE = 10
_ESTIMATED_VARIABLE = 16
_MOST_EXPENSIVE_BODY = 0.25
"""The largest share of the budget for a single body."""


class ChosenPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that was taken, in its longest form. Pieces are in the order in which they were first taken."""

    row: int
    form: Form
    text: str
    cost: int
    symbol: RelevantSymbol | None


class OmittedPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece, or a longer form of one, that did not fit, and its cost."""

    row: int
    form: Form
    cost: int


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces that were taken and those that were not; `cost` is their estimated total.

    `n_wanted` counts the relevant symbols, `n_missing` those that are neither there in the longest form that was
    wanted nor within a body that is.
    """

    chosen: tuple[ChosenPiece, ...]
    omitted: tuple[OmittedPiece, ...]
    cost: int
    n_wanted: int
    n_missing: int


class PieceGoal(msgspec.Struct, frozen=True):
    """A piece that is wanted in at least this form."""

    row: int
    form: Form


class PieceBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The budget for pieces, the longest body, and for how many tokens texts are read."""

    size: int
    longest_body: int
    examined_tokens: float

    @classmethod
    def of(cls, size: int, unit: int) -> "PieceBudget":
        """Return a budget with a cap on bodies; `unit` is the cost of a token."""
        return cls(
            size=size,
            longest_body=int(size * _MOST_EXPENSIVE_BODY),
            examined_tokens=size / unit * _RESERVE,
        )

    def shrunk(self, over: int) -> "PieceBudget":
        """Return a smaller budget for the same selection."""
        return msgspec.structs.replace(self, size=max(0, self.size - over))


class PieceTexts:
    """The texts and costs of pieces, cached across all plans of an answer."""

    def __init__(
        self,
        places: PieceLocations,
        graph: CodeGraph,
        excerpts: Excerpts,
        costs: PieceCosts,
        marks: PieceMarks,
    ) -> None:
        self.graph = graph
        self.locations = places
        self._excerpts = excerpts
        self._costs = costs
        self._marks = marks
        self._paths: dict[int, str] = {}
        self._by_piece: dict[tuple[int, Form], int] = {}

    def text(self, row: int, form: Form) -> str:
        """Return the text of a symbol or statement in some form; empty if it has none."""
        if self.locations.module_use(row) is not None:
            return self.locations.statement(row).text if form is _FULL else self.locations.statement_line(row)
        if form is _LINE:
            return self._excerpts.line(row)
        if form is _SIGNATURE:
            return self._excerpts.signature(row)
        found = self._excerpts.full(row)
        return "" if found is None else found.text

    def path(self, row: int) -> str:
        """Return the path of a piece."""
        known = self._paths.get(row)
        if known is None:
            known = self._paths[row] = self.graph.file_path(self.locations.node(row)) or ""
        return known

    def cost(self, row: int, form: Form) -> int:
        """Return the cost of a piece in some form."""
        known = self._by_piece.get((row, form))
        if known is None:
            symbol, mark = self.graph.nodes.symbols[self.locations.node(row)], self._marks.mark_of(row, form)
            known = self._costs.piece(self.text(row, form), self.path(row), symbol, mark)
            self._by_piece[row, form] = known
        return known

    @property
    def frame(self) -> int:
        """About how many tokens surround any piece."""
        return self._costs.piece_frame

    def heading(self, path: str) -> int:
        """Return the cost of a file's heading."""
        return self._costs.heading(path)


class PieceSelector:
    """Selects the pieces of one answer."""

    def __init__(self, texts: PieceTexts, room: PieceBudget) -> None:
        self._graph = texts.graph
        self._texts = texts
        self._places = texts.locations
        self._room = room
        self._paths: set[str] = set()
        self._chosen: dict[int, ChosenPiece] = {}
        self._bodies: dict[int, list[LineSpan]] = {}
        self._by_line: dict[tuple[int, int], dict[int, None]] = {}
        self._unfit: list[OmittedPiece] = []
        self._without_text: set[int] = set()
        self._used = 0
        self._most_used = 0

    def select(
        self, relevant: RelevantSymbols, preferences: Preferences, shown: frozenset[int], *, extra: int = 0
    ) -> Selection:
        """Select among relevant symbols; those that are `shown` already cost nothing and are skipped.

        `extra` is room for pieces that did not fit otherwise: whatever it is, the others are taken.
        """
        queue = self._queue(relevant, preferences, shown)
        while queue:
            self._take_next(queue, preferences, shown)
        if extra:
            self._take_more(relevant, preferences, shown, extra)
        unfit = tuple(each for each in self._unfit if not self._is_visible(each.row))
        wanted = {symbol.row for symbol in relevant.symbols} - shown - self._without_text
        missing = (wanted - self._chosen.keys()) | {each.row for each in unfit}
        return Selection(
            chosen=tuple(self._chosen.values()),
            omitted=unfit,
            cost=self._used,
            n_wanted=len(wanted),
            n_missing=len(missing - self._visible_rows(missing)),
        )

    def find_reached_goals(
        self,
        relevant: RelevantSymbols,
        preferences: Preferences,
        shown: frozenset[int],
        goals: frozenset[PieceGoal],
        *,
        spare: int,
    ) -> frozenset[PieceGoal]:
        """Return which goals are taken while there is room to spare, or are within bodies that are taken."""
        found = {goal for goal in goals if goal.row in shown}
        pending = {(goal.row, goal.form) for goal in goals - found}
        queue = self._queue(relevant, preferences, shown)
        while queue and pending:
            row, form = self._take_next(queue, preferences, shown)
            if (row, form) not in pending:
                continue
            pending.discard((row, form))
            there = self._chosen.get(row)
            is_there = self._is_visible(row) or (there is not None and there.form is form)
            if is_there and self._most_used <= self._room.size - spare:
                found.add(PieceGoal(row, form))
        return frozenset(found)

    def _take_more(
        self, relevant: RelevantSymbols, preferences: Preferences, shown: frozenset[int], extra: int
    ) -> None:
        """Take pieces that did not fit, in more room."""
        symbol_by_row = {symbol.row: symbol for symbol in relevant.symbols}
        unfit, self._unfit = self._unfit, []
        self._room = msgspec.structs.replace(self._room, size=max(self._room.size, self._used) + extra)
        queue: list[tuple[float, int, int, Form, RelevantSymbol]] = []
        for row, form in dict.fromkeys((each.row, each.form) for each in unfit):
            self._offer(queue, symbol_by_row[row], form, preferences)
        while queue:
            self._take_next(queue, preferences, shown)

    def _queue(
        self, relevant: RelevantSymbols, preferences: Preferences, shown: frozenset[int]
    ) -> list[tuple[float, int, int, Form, RelevantSymbol]]:
        queue: list[tuple[float, int, int, Form, RelevantSymbol]] = []
        for symbol in self._affordable(relevant, shown):
            self._offer(queue, symbol, _LINE, preferences)
        return queue

    def _take_next(
        self,
        queue: list[tuple[float, int, int, Form, RelevantSymbol]],
        preferences: Preferences,
        shown: frozenset[int],
    ) -> tuple[int, Form]:
        """Take the piece of highest value if it fits, and return its row and form."""
        _, _, _, form, symbol = heapq.heappop(queue)
        if self._is_visible(symbol.row):
            return symbol.row, form
        before = self._chosen.get(symbol.row)
        # A piece that is there has its class and heading there too.
        owner = None if before is not None else self._owner(symbol.row, shown)
        path = self._texts.path(symbol.row)
        cost = self._texts.cost(symbol.row, form)
        extra = cost - (0 if before is None else before.cost)
        if owner is not None:
            extra += self._texts.cost(owner, _LINE)
        if path not in self._paths:
            extra += self._texts.heading(path)
        is_too_long = form is _FULL and cost > self._room.longest_body
        if self._used + extra > self._room.size or is_too_long:
            self._unfit.append(OmittedPiece(row=symbol.row, form=form, cost=cost))
            if form is _SIGNATURE:
                self._offer(queue, symbol, _FULL, preferences)
            return symbol.row, form
        self._used += extra
        self._most_used = max(self._most_used, self._used)
        self._paths.add(path)
        if owner is not None:
            self._take(owner, _LINE, self._texts.cost(owner, _LINE), None)
        self._take(symbol.row, form, cost, symbol)
        if form in _LONGER:
            self._offer(queue, symbol, _LONGER[form], preferences)
        return symbol.row, form

    def _affordable(self, relevant: RelevantSymbols, shown: frozenset[int]) -> list[RelevantSymbol]:
        """Return the symbols that may fit by their estimated cost; the texts of others are not read."""
        nodes = self._graph.nodes
        wanted = [symbol for symbol in relevant.symbols if symbol.row not in shown]
        rows = self._places.nodes(np.array([symbol.row for symbol in wanted], dtype=np.int64))
        kinds, sizes = nodes.kinds[rows], nodes.sizes[rows]
        estimated_costs = np.where(
            (kinds == NodeKind.FUNCTION) | (kinds == NodeKind.MODULE),
            np.minimum(sizes, _ESTIMATED_FUNCTION),
            np.where(kinds == NodeKind.TYPE, _ESTIMATED_TYPE, np.clip(sizes, 4, _ESTIMATED_VARIABLE)),
        )
        estimated_costs = estimated_costs + self._texts.frame
        worth = np.array([symbol.value for symbol in wanted])
        order = np.argsort(-worth / (estimated_costs + 1), kind="stable")
        n_affordable = int(np.searchsorted(np.cumsum(estimated_costs[order]), self._room.examined_tokens)) + 1
        return [wanted[place] for place in order[:n_affordable].tolist()]

    def _offer(
        self,
        queue: list[tuple[float, int, int, Form, RelevantSymbol]],
        symbol: RelevantSymbol,
        form: Form,
        preferences: Preferences,
    ) -> None:
        """Push a piece to the queue, by the value per token that it adds to the form that is there."""
        if form is _FULL and self._graph.nodes.kinds[self._places.node(symbol.row)] == _TYPE:
            # The text of a class consists of its members, which are pieces of their own.
            return
        text = self._texts.text(symbol.row, form)
        if not text:
            self._without_text.add(symbol.row)
            return
        shorter = self._chosen.get(symbol.row)
        known = "" if shorter is None else shorter.text
        if shorter is not None and text == known:
            if form in _LONGER:
                self._offer(queue, symbol, _LONGER[form], preferences)
            return
        worth = symbol.body_value if form is _FULL else symbol.value
        worth *= preferences.documentation if form is _SIGNATURE else 1.0
        # Four characters are about a token: exact enough for ranking.
        cost = max(1.0, (len(text) - len(known)) / 4) + 1.0
        if form is _LINE and symbol.role in _USERS:
            # Callers are ranked regardless of the length of their names.
            cost = max(cost, _ESTIMATED_FUNCTION)
        if shorter is None:
            cost += self._texts.frame
        heapq.heappush(queue, (-worth / cost, symbol.row, len(text), form, symbol))

    def _owner(self, row: int, shown: frozenset[int]) -> int | None:
        """Return the class of a member, if its line is not there yet."""
        enclosing = self._places.enclosing(row)
        if enclosing == NO_ROW or self._graph.nodes.kinds[enclosing] != _TYPE:
            return None
        if enclosing in self._chosen or enclosing in shown or not self._texts.text(enclosing, _LINE):
            # An anonymous class has no line of its own.
            return None
        return None if self._is_visible(enclosing) else enclosing

    def _take(self, row: int, form: Form, cost: int, symbol: RelevantSymbol | None) -> None:
        known = self._chosen.get(row)
        kept = symbol if known is None or known.symbol is None else known.symbol
        text = self._texts.text(row, form)
        file, span = self._file(row), self._places.span(row)
        self._chosen[row] = ChosenPiece(row=row, form=form, text=text, cost=cost, symbol=kept)
        on_same_line = self._by_line.setdefault((file, span[0]), {})
        for each in [each for each in on_same_line if each != row and each in self._chosen]:
            if self._is_part(each, row):
                self._used -= self._chosen.pop(each).cost
        on_same_line[row] = None
        if form is _FULL:
            self._take_body(row, file, span)

    def _take_body(self, row: int, file: int, body: LineSpan) -> None:
        """Drop pieces that are within a body that was taken, such as fields in a constructor."""
        rows = np.array(list(self._chosen), dtype=np.int64)
        is_near = self._graph.nodes.files[self._places.nodes(rows)] == file
        for each in rows[is_near].tolist():
            if each != row and _is_within(self._places.span(each), body):
                self._used -= self._chosen.pop(each).cost
        self._bodies.setdefault(file, []).append(body)

    def _file(self, row: int) -> int:
        return int(self._graph.nodes.files[self._places.node(row)])

    def _visible_rows(self, rows: set[int]) -> set[int]:
        """Return the symbols that are visible in the texts of others."""
        files = {file for file, _ in self._by_line}
        if not rows or not files:
            return set()
        found = np.array(sorted(rows), dtype=np.int64)
        is_near = is_among(self._graph.nodes.files[self._places.nodes(found)], tuple(files))
        return {row for row in found[is_near].tolist() if self._is_visible(row)}

    def _is_visible(self, row: int) -> bool:
        """Whether a symbol is visible in the text of another piece: in its body, or on its line."""
        if row in self._chosen or not self._by_line:
            return False
        file = self._file(row)
        if file not in self._bodies and self._texts.path(row) not in self._paths:
            return False
        span = self._places.span(row)
        if any(_is_within(span, body) for body in self._bodies.get(file, ())):
            return True
        on_same_line = self._by_line.get((file, span[0]), {})
        return any(self._is_part(row, each) for each in on_same_line if each in self._chosen)

    def _is_part(self, row: int, other: int) -> bool:
        """Whether the whole text of a symbol is visible in a piece that begins on the same line."""
        first, _, last, _ = self._places.span(row)
        if last != first and last != self._places.span(other)[2]:
            return False
        return self._texts.text(row, _LINE) in self._chosen[other].text


def _is_within(span: LineSpan, body: LineSpan) -> bool:
    """Whether a span lies within the lines of a body."""
    return body[0] <= span[0] and span[2] <= body[2]
