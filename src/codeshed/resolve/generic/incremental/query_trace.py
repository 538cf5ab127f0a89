"""What is asked of a program while one of its files is resolved.

Turns: look-ups, in the order in which they happen → the numbers of all that a file asked for, also by answers that were found
for another file before. Two questions may have one number: then a file is resolved once too often.
"""

import enum
import struct
from collections.abc import Callable, Iterable
from typing import TypeAlias
from zlib import crc32


class About(enum.StrEnum):
    """What a question is about; the words behind it say which one."""

    INSIDE = "inside"
    """A name directly in a definition or on the top level of a file, or of a method that stands elsewhere."""
    INSIDE_OPEN = "inside open"
    """A name directly in an open type, in any of the places in which it is open."""
    CASELESS = "caseless"
    """A name but for its case, in a type or a space."""
    ANY_INSIDE = "any inside"
    """Whether there is anything in a definition."""
    MEMBER_NAMES = "member names"
    """The names of all members of a type."""
    CONSTRUCTORS = "constructors"
    """The constructors of a type itself."""
    SPACE = "space"
    """A name in a space: defined there, passed on, or that of a space in it."""
    REACHED = "reached"
    """A name in any of the spaces that others pass on as a whole."""
    PASSED_ON = "passed on"
    """What a space passes on as a whole."""
    INNER_SPACE = "inner space"
    """Whether there is a space."""
    PATHS = "paths"
    """The files that define something in a space; with a dot behind it, in those within it."""
    IMPORTED = "imported"
    """What a file imports under a name."""
    FRAME = "frame"
    """The spaces that a file sees, and what it imports as a whole."""
    IMPORTS = "imports"
    """All that a file imports."""
    METHODS = "methods"
    """The methods of a name in a language."""
    MEMBER = "member"
    """Whether a language has a member of a name."""
    CONVERTED = "converted"
    """Whether objects of a language may have a member of a name once they are turned into others."""
    TYPE = "type"
    """Whether a language has a type of a name."""
    OPEN_TYPES = "open types"
    """The open types of a name in a language."""
    EXTENSIONS = "extensions"
    """The functions of a name that extend types of a language."""
    PARTS = "parts"
    """All places in which a type is open."""
    SAID = "said"
    """The bases that are said of a type elsewhere."""
    ROOTS = "roots"
    """What is said of the type that all others have as a base."""
    HAVING = "having"
    """The interfaces of a language that ask for a method of a name."""


Question = tuple[str, ...]


def number_of(question: Question) -> int:
    """Return the number of a question."""
    return crc32("\0".join(question).encode("utf-8", "surrogateescape"))


class Trace:
    """What was asked for one answer: questions, and the traces of other answers that it was made of."""

    __slots__ = ("_inner", "_items", "_numbers", "mark")

    def __init__(self, items: "list[Question | Trace]") -> None:
        self._items = items
        self._numbers: tuple[int, ...] = ()
        self._inner: tuple[Trace, ...] = ()
        self.mark = 0
        """For which file it was collected last."""

    def collect(self, mark: int, found: set[int], numbers: "_Numbers") -> "Iterable[Trace]":
        """Add the numbers of its questions; return the traces in it. Most are collected once, and are not kept ready."""
        is_first = not self.mark
        self.mark = mark
        if self._items and not is_first:
            items = set(self._items)
            self._items = []
            self._numbers = tuple([numbers[each] for each in items if type(each) is tuple])
            self._inner = tuple([each for each in items if type(each) is Trace])
        if self._items:
            found.update([numbers[each] for each in self._items if type(each) is tuple])
            return [each for each in self._items if type(each) is Trace]
        found.update(self._numbers)
        return self._inner


Asking: TypeAlias = Question | Trace
"""What is noted: a question, or the trace of an answer that is used again; an answer of one question has no other trace."""


class _Numbers(dict[Question, int]):
    """The numbers of questions, each worked out once."""

    def __missing__(self, question: Question) -> int:
        number = self[question] = number_of(question)
        return number


class Asked:
    """Notes questions; those for one answer lie between `begin` and `end`."""

    def __init__(self) -> None:
        self._log: list[Asking] = []
        self._numbers = _Numbers()
        self._n_collected = 0
        self.note: Callable[[Asking], None] = self._log.append
        """Take a question down, or the trace of an answer that is used again."""

    def begin(self) -> int:
        """Return the place where the questions for an answer begin."""
        return len(self._log)

    def end(self, begin: int) -> Asking | None:
        """Return what was asked since a place, None if nothing was; it counts for whatever is asked around it, too."""
        log = self._log
        n_items = len(log) - begin
        if n_items <= 1:
            return log[begin] if n_items else None
        trace = Trace(list(set(log[begin:])))
        log[begin:] = (trace,)
        return trace

    def forget(self, begin: int) -> None:
        """Let go of what was asked since a place: it is known by other means whether that changed."""
        del self._log[begin:]

    def collect(self) -> bytes:
        """Return the numbers of all questions since the last time, in order, and begin anew."""
        self._n_collected += 1
        mark = self._n_collected
        found: set[int] = set()
        pending = [Trace(list(set(self._log)))]
        self._log.clear()
        for trace in pending:
            if trace.mark != mark:
                pending += trace.collect(mark, found, self._numbers)
        return packed_numbers(found)


def unpacked_numbers(content: bytes) -> tuple[int, ...]:
    """Return numbers from their bytes."""
    return struct.unpack(f"<{len(content) // 4}I", content)


def packed_numbers(numbers: Iterable[int]) -> bytes:
    """Return numbers as bytes, in order, four each."""
    found = sorted(numbers)
    return struct.pack(f"<{len(found)}I", *found)
