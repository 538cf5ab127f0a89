"""What fits: the choice of pieces by worth for each token.

Turns: Wishes + a budget → Selection. The dearest piece by worth for each token is taken first; a piece that is there may be
taken again in a longer form. A member brings the first line of its class with it, and the first piece of a file its heading.
"""

import heapq
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import numpy as np

from codeshed.context.excerpts import Excerpts, Form
from codeshed.context.tasks import Preferences
from codeshed.context.wishes import Wish, Wishes
from codeshed.graph.arrays import NO_ROW
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeKind

# Names of their own, since a member of an enumeration costs a search each time that it is named.
_LINE, _SIGNATURE, _FULL = Form.LINE, Form.SIGNATURE, Form.FULL
_TYPE = int(NodeKind.TYPE)
_LONGER = {Form.LINE: Form.SIGNATURE, Form.SIGNATURE: Form.FULL}
_RESERVE = 1.6
"""Texts are looked up for so many times the budget, by what they seem to cost."""

_SEEMING_FUNCTION = 25
_SEEMING_TYPE = 10
_SEEMING_VARIABLE = 16
_MOST_EXPENSIVE_BODY = 0.25
"""No body takes more than this share of the budget."""


class PieceCosts(Protocol):
    """What a piece costs in the format that is written, in tokens."""

    def piece(self, text: str, path: str, symbol: str) -> int:
        """Return what a piece with this text takes."""

    def heading(self, path: str) -> int:
        """Return what it takes to begin with a file."""


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that was taken, in its longest form; pieces are in the order in which they were taken first."""

    row: int
    form: Form
    text: str
    tokens: int
    wish: Wish | None


class Unfit(msgspec.Struct, frozen=True, kw_only=True):
    """A piece, or a longer form of one, that did not fit, and how many tokens all pieces up to it take."""

    row: int
    form: Form
    tokens: int
    total_with_it: int


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """What was taken and what was not; `n_tokens` is what it seems to take, `n_all` what everything would."""

    chosen: tuple[Chosen, ...]
    unfit: tuple[Unfit, ...]
    n_tokens: int
    n_all: int


class Shelf:
    """Takes pieces for one answer."""

    def __init__(
        self,
        graph: CodeGraph,
        excerpts: Excerpts,
        costs: PieceCosts,
        *,
        budget: int,
        headed: Sequence[str] = (),
    ) -> None:
        self._graph = graph
        self._excerpts = excerpts
        self._costs = costs
        self._budget = budget
        self._paths: set[str] = set(headed)
        self._chosen: dict[int, Chosen] = {}
        self._bodies: dict[int, list[tuple[int, int]]] = {}
        self._used = 0

    def select(
        self, wishes: Wishes, preferences: Preferences, shown: frozenset[int] = frozenset()
    ) -> Selection:
        """Choose among wishes; what is `shown` already costs nothing and is not chosen again."""
        queue: list[tuple[float, int, int, Form, Wish]] = []
        for wish in self._affordable(wishes, shown):
            self._offer(queue, wish, _LINE, preferences)
        unfit: list[Unfit] = []
        total = 0
        while queue:
            _, _, _, form, wish = heapq.heappop(queue)
            if self._is_in_body(wish.row):
                continue
            text = self._text(wish.row, form)
            owner = self._owner(wish.row, shown)
            path = self._graph.file_path(wish.row) or ""
            before = self._chosen[wish.row].tokens if wish.row in self._chosen else 0
            tokens = self._costs.piece(text, path, self._graph.nodes.symbols[wish.row])
            extra = tokens - before
            if owner is not None:
                extra += self._owner_tokens(owner, path)
            if path not in self._paths:
                extra += self._costs.heading(path)
            total += extra
            is_too_long = form is _FULL and tokens > self._budget * _MOST_EXPENSIVE_BODY
            if self._used + extra > self._budget or is_too_long:
                unfit.append(Unfit(row=wish.row, form=form, tokens=tokens, total_with_it=total))
                if form is _SIGNATURE:
                    self._offer(queue, wish, _FULL, preferences)
                continue
            self._used += extra
            self._paths.add(path)
            if owner is not None:
                self._take(owner, _LINE, self._text(owner, _LINE), self._owner_tokens(owner, path), None)
            self._take(wish.row, form, text, tokens, wish)
            if form in _LONGER:
                self._offer(queue, wish, _LONGER[form], preferences)
        return Selection(
            chosen=tuple(self._chosen.values()),
            unfit=tuple(each for each in unfit if not self._is_in_body(each.row)),
            n_tokens=self._used,
            n_all=total,
        )

    def _affordable(self, wishes: Wishes, shown: frozenset[int]) -> list[Wish]:
        """Return the wishes that may fit, by what they seem to cost: texts of others are not looked up."""
        nodes = self._graph.nodes
        wanted = [wish for wish in wishes.wishes if wish.row not in shown]
        rows = np.array([wish.row for wish in wanted], dtype=np.int64)
        kinds, sizes = nodes.kinds[rows], nodes.sizes[rows]
        seeming = np.where(
            kinds == NodeKind.FUNCTION,
            np.minimum(sizes, _SEEMING_FUNCTION),
            np.where(kinds == NodeKind.TYPE, _SEEMING_TYPE, np.clip(sizes, 4, _SEEMING_VARIABLE)),
        )
        worth = np.array([wish.worth for wish in wanted])
        order = np.argsort(-worth / (seeming + 1), kind="stable")
        n_affordable = int(np.searchsorted(np.cumsum(seeming[order]), self._budget * _RESERVE)) + 1
        return [wanted[place] for place in order[:n_affordable].tolist()]

    def _offer(
        self,
        queue: list[tuple[float, int, int, Form, Wish]],
        wish: Wish,
        form: Form,
        preferences: Preferences,
    ) -> None:
        """Put a piece in the queue, by what its text is worth more than that of the form which is there."""
        if form is _FULL and self._graph.nodes.kinds[wish.row] == _TYPE:
            # The text of a class is that of its members, which are pieces of their own.
            return
        text = self._text(wish.row, form)
        if not text:
            return
        shorter = self._chosen.get(wish.row)
        known = "" if shorter is None else shorter.text
        if shorter is not None and text == known:
            if form in _LONGER:
                self._offer(queue, wish, _LONGER[form], preferences)
            return
        worth = wish.body_worth if form is _FULL else wish.worth
        worth *= preferences.words if form is _SIGNATURE else 1.0
        # Four characters are about a token: good enough for an order, and the same on every machine.
        cost = max(1.0, (len(text) - len(known)) / 4) + 1.0
        heapq.heappush(queue, (-worth / cost, wish.row, len(text), form, wish))

    def _text(self, row: int, form: Form) -> str:
        if form is _LINE:
            return self._excerpts.line(row)
        if form is _SIGNATURE:
            return self._excerpts.signature(row)
        found = self._excerpts.full(row)
        return "" if found is None else found.text

    def _owner(self, row: int, shown: frozenset[int]) -> int | None:
        """Return the class of a member, if it is not there yet."""
        enclosing = int(self._graph.nodes.enclosing[row])
        if enclosing == NO_ROW or self._graph.nodes.kinds[enclosing] != _TYPE:
            return None
        if enclosing in self._chosen or enclosing in shown or not self._text(enclosing, _LINE):
            # A class that has no name, such as an anonymous one, has no line of its own.
            return None
        return enclosing

    def _owner_tokens(self, owner: int, path: str) -> int:
        return self._costs.piece(self._text(owner, _LINE), path, self._graph.nodes.symbols[owner])

    def _take(self, row: int, form: Form, text: str, tokens: int, wish: Wish | None) -> None:
        known = self._chosen.get(row)
        kept = wish if known is None or known.wish is None else known.wish
        self._chosen[row] = Chosen(row=row, form=form, text=text, tokens=tokens, wish=kept)
        if form is _FULL:
            self._take_body(row)

    def _take_body(self, row: int) -> None:
        """Let go of pieces that stand in a body which is there now, such as fields in that of a constructor."""
        nodes = self._graph.nodes
        file, (first, _, last, _) = int(nodes.files[row]), nodes.spans[row].tolist()
        if first == last:
            return
        rows = np.array(list(self._chosen), dtype=np.int64)
        spans = nodes.spans[rows]
        is_inside = (nodes.files[rows] == file) & (spans[:, 0] >= first) & (spans[:, 2] <= last)
        for each in rows[is_inside].tolist():
            if each != row:
                self._used -= self._chosen.pop(each).tokens
        self._bodies.setdefault(file, []).append((first, last))

    def _is_in_body(self, row: int) -> bool:
        """Whether a symbol can be seen in the body of another one."""
        if row in self._chosen or not self._bodies:
            return False
        bodies = self._bodies.get(int(self._graph.nodes.files[row]))
        if bodies is None:
            return False
        begin, _, end, _ = self._graph.nodes.spans[row].tolist()
        return any(first <= begin and end <= last for first, last in bodies)


Measure = Callable[[str], int]
