"""What was found out before.

Turns: a question and how to answer it → the answer, found once. A question that is asked while it is being answered, or
too deep within others, means nothing. Such a cut lies in a circle of questions, and where one enters a circle decides what is
found in it. So an answer with a cut in it is only used again for the same file, and as long as the question that was cut is
not answered only within others. What a file gets does not depend on which files were looked at before.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

from codeshed.resolve.generic.incremental.query_trace import Asked, Asking, Question

MAX_DEPTH = 48
"""How deep questions may lie in each other."""

_TOO_DEEP = "too deep"
_OF_FILE: Question = ()
"""In the place of the trace of an answer that no shared answer is made of: what was asked for it is noted for the file."""

Answer = TypeVar("Answer")


class _Kept(msgspec.Struct, Generic[Answer], frozen=True, gc=False):
    """An answer that is whole, how deep one had to look for it, and whether there is a circle below it."""

    answer: Answer
    height: int
    trace: Asking | None
    is_circular: bool


class _Passing(msgspec.Struct, Generic[Answer], frozen=True):
    """An answer without what was being asked at the time, and how deep within that it was found."""

    answer: Answer
    cuts: frozenset[Hashable]
    depth: int
    trace: Asking | None


class Recall(Generic[Answer]):
    """Answers questions, each once; `nothing` is the answer where one must stop."""

    def __init__(self, nothing: Answer, asked: Asked) -> None:
        self._nothing = nothing
        self._asked = asked
        self._kept_by_view: dict[int, dict[Hashable, _Kept[Answer]]] = {}
        self._kept: dict[Hashable, _Kept[Answer]] = {}
        self._kept_of_file: dict[Hashable, _Kept[Answer]] = {}
        self._passing: dict[Hashable, _Passing[Answer]] = {}
        self._things: list[object] = []
        self._is_circular = False
        self._open: set[Hashable] = set()
        self._alone: dict[str, Hashable] = {}
        self._cuts: set[Hashable] = set()
        self._depth = 0
        self._peak = 0
        self._n_shared = 0
        self.is_keeping = True
        """Whether answers are final, and so worth being kept."""

    def turn_to_another_file(self, view: object) -> None:
        """Forget what was only true of one file; what is kept holds for files that are looked at with the same view."""
        self._kept = self._kept_by_view.setdefault(id(view), {})
        self._kept_of_file.clear()
        self._passing.clear()
        self._things.clear()

    def ask(self, question: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the answer to a question about the program."""
        return self._ask(question, find, self._kept)

    def ask_alone(self, about: str, which: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the answer to one of several questions of which none is asked while another is being answered."""
        if self._alone.get(about, which) != which:
            return self._cut((about, self._alone[about]))
        is_first = about not in self._alone
        self._alone[about] = which
        try:
            return self.ask((about, which), find)
        finally:
            if is_first:
                del self._alone[about]

    def ask_of_thing(self, thing: object, where: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the answer to a question about a thing of the file that is looked at, known by its identity."""
        question = (id(thing), where)
        if question not in self._kept_of_file:
            # As long as it is there, nothing else can have its number.
            self._things.append(thing)
        return self._ask(question, find, self._kept_of_file)

    def _ask(
        self, question: Hashable, find: Callable[[], Answer], kept: dict[Hashable, _Kept[Answer]]
    ) -> Answer:
        known = kept.get(question) or self._kept_of_file.get(question)
        if (
            known is not None
            and self._depth + known.height <= MAX_DEPTH
            and not (known.trace is _OF_FILE and self._n_shared)
        ):
            if known.trace:
                self._asked.note(known.trace)
            self._peak = max(self._peak, self._depth + known.height)
            self._is_circular |= known.is_circular
            return known.answer
        if self._depth >= MAX_DEPTH:
            return self._cut(_TOO_DEEP)
        if question in self._open:
            return self._cut(question)
        passing = self._passing.get(question) if self._open else None
        if (
            passing is not None
            and (self._depth >= passing.depth or _TOO_DEEP not in passing.cuts)
            and not (passing.trace is _OF_FILE and self._n_shared)
        ):
            if passing.trace:
                self._asked.note(passing.trace)
            self._cuts.update(passing.cuts)
            self._is_circular = True
            return passing.answer
        return self._find(question, find, kept)

    def _cut(self, question: Hashable) -> Answer:
        self._cuts.add(question)
        self._is_circular = True
        return self._nothing

    def _find(
        self, question: Hashable, find: Callable[[], Answer], kept: dict[Hashable, _Kept[Answer]]
    ) -> Answer:
        cuts_outside, peak_outside, is_circular_outside = self._cuts, self._peak, self._is_circular
        self._n_shared += kept is self._kept
        is_shared = self._n_shared > 0
        self._open.add(question)
        self._depth += 1
        self._cuts, self._peak, self._is_circular = set(), self._depth, False
        begin = self._asked.begin()
        try:
            answer = find()
        finally:
            self._open.discard(question)
            self._n_shared -= kept is self._kept
            self._depth -= 1
            cuts, peak, is_circular = self._cuts - {question}, self._peak, self._is_circular
            self._cuts, self._peak = cuts_outside | cuts, max(peak_outside, peak)
            self._is_circular = is_circular_outside or is_circular
        if self.is_keeping:
            # What only the file itself asks for need not be known for each answer.
            trace = self._asked.end(begin) if is_shared else _OF_FILE
            if cuts:
                self._passing[question] = _Passing(answer, frozenset(cuts), self._depth, trace)
            else:
                where = self._kept_of_file if is_circular else kept
                where[question] = _Kept(answer, peak - self._depth, trace, is_circular)
        return answer
