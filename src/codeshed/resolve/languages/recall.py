"""What was found out before.

Turns: a question and how to answer it → the answer, found once. A question that is asked while it is being answered, or
too deep within others, means nothing; an answer that such a cut was part of may be another one elsewhere, and is only used
again within other questions about the same file. So it never matters which files were looked at before.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

from codeshed.resolve.languages.asked import Asked, Asking, Question

MAX_DEPTH = 48
"""How deep questions may lie in each other."""

_TOO_DEEP = "too deep"
_OF_FILE: Question = ()
"""In the place of the trace of an answer that no shared answer is made of: what was asked for it is noted for the file."""

Answer = TypeVar("Answer")


class _Kept(msgspec.Struct, Generic[Answer], frozen=True, gc=False):
    """An answer that holds everywhere, and how deep one had to look for it."""

    answer: Answer
    height: int
    trace: Asking | None


class _Passing(msgspec.Struct, Generic[Answer], frozen=True):
    """An answer without what was being asked at the time."""

    answer: Answer
    cuts: frozenset[Hashable]
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
        self._open: set[Hashable] = set()
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
        known = kept.get(question)
        if known is not None and known.trace is _OF_FILE and self._n_shared:
            known = None
        if known is not None:
            if known.trace:
                self._asked.note(known.trace)
            if self._depth + known.height <= MAX_DEPTH:
                self._peak = max(self._peak, self._depth + known.height)
                return known.answer
        if known is not None or self._depth >= MAX_DEPTH:
            self._cuts.add(_TOO_DEEP)
            return self._nothing
        if question in self._open:
            self._cuts.add(question)
            return self._nothing
        passing = self._passing.get(question) if self._open else None
        if passing is not None and not (passing.trace is _OF_FILE and self._n_shared):
            if passing.trace:
                self._asked.note(passing.trace)
            self._cuts.update(passing.cuts)
            return passing.answer
        return self._find(question, find, kept)

    def _find(
        self, question: Hashable, find: Callable[[], Answer], kept: dict[Hashable, _Kept[Answer]]
    ) -> Answer:
        cuts_outside, peak_outside = self._cuts, self._peak
        self._n_shared += kept is self._kept
        is_shared = self._n_shared > 0
        self._open.add(question)
        self._depth += 1
        self._cuts, self._peak = set(), self._depth
        begin = self._asked.begin()
        try:
            answer = find()
        finally:
            self._open.discard(question)
            self._n_shared -= kept is self._kept
            self._depth -= 1
            cuts, peak = self._cuts - {question}, self._peak
            self._cuts, self._peak = cuts_outside | cuts, max(peak_outside, peak)
        if self.is_keeping:
            # What only the file itself asks for need not be known for each answer.
            trace = self._asked.end(begin) if is_shared else _OF_FILE
            if cuts:
                self._passing[question] = _Passing(answer, frozenset(cuts), trace)
            else:
                kept[question] = _Kept(answer, peak - self._depth, trace)
        return answer
