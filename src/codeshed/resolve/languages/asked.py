"""What is asked of a program while one of its files is resolved.

Turns: look-ups, in the order in which they happen → the numbers of all that a file asked for, also by answers that were found
for another file before. Two questions may have one number: then a file is resolved once too often.
"""

import enum
import struct
from collections.abc import Callable, Iterable
from zlib import crc32


class About(enum.StrEnum):
    """What a question is about; the words behind it say which one."""

    INSIDE = "inside"
    """A name directly in a definition or on the top level of a file, or of a method that stands elsewhere."""
    ANY_INSIDE = "any inside"
    """Whether there is anything in a definition."""
    MEMBER_NAMES = "member names"
    """The names of all members of a type."""
    CONSTRUCTORS = "constructors"
    """The constructors of a type itself."""
    SPACE = "space"
    """A name in a space: defined there, or passed on."""
    REACHED = "reached"
    """A name in any of the spaces that others pass on as a whole."""
    PASSED_ON = "passed on"
    """What a space passes on as a whole."""
    INNER_SPACE = "inner space"
    """Whether there is a space."""
    PATHS = "paths"
    """The files that define something in a space."""
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
    """What was asked for one answer: the numbers of questions, and the traces of other answers that it was made of."""

    __slots__ = ("inner", "mark", "numbers")

    def __init__(self, numbers: tuple[int, ...], inner: "tuple[Trace, ...]") -> None:
        self.numbers = numbers
        self.inner = inner
        self.mark = 0


NO_TRACE = Trace((), ())


class _Numbers(dict[Question, int]):
    """The numbers of questions, each worked out once."""

    def __missing__(self, question: Question) -> int:
        number = self[question] = number_of(question)
        return number


class Asked:
    """Notes questions; those for one answer lie between `begin` and `end`."""

    def __init__(self) -> None:
        self._log: list[Question | Trace] = []
        self._numbers = _Numbers()
        self._n_collected = 0
        self.note: Callable[[Question | Trace], None] = self._log.append
        """Take a question down, or the trace of an answer that is used again."""

    def begin(self) -> int:
        """Return the place where the questions for an answer begin."""
        return len(self._log)

    def end(self, begin: int) -> Trace:
        """Return what was asked since a place; it counts for whatever is asked around it, too."""
        log = self._log
        if len(log) == begin:
            return NO_TRACE
        found = set(log[begin:])
        del log[begin:]
        numbers = self._numbers
        own = tuple([numbers[each] for each in found if type(each) is tuple])
        inner = tuple([each for each in found if type(each) is Trace])
        trace = inner[0] if len(inner) == 1 and not own else Trace(own, inner)
        log.append(trace)
        return trace

    def forget(self, begin: int) -> None:
        """Let go of what was asked since a place: it is known by other means whether that changed."""
        del self._log[begin:]

    def collect(self) -> bytes:
        """Return the numbers of all questions since the last time, in order, and begin anew."""
        self._n_collected += 1
        mark = self._n_collected
        pending = [self.end(0)]
        self._log.clear()
        found: set[int] = set()
        for trace in pending:
            found.update(trace.numbers)
            for each in trace.inner:
                if each.mark != mark:
                    each.mark = mark
                    pending.append(each)
        return packed_numbers(found)


def unpacked_numbers(content: bytes) -> tuple[int, ...]:
    """Return numbers from their bytes."""
    return struct.unpack(f"<{len(content) // 4}I", content)


def packed_numbers(numbers: Iterable[int]) -> bytes:
    """Return numbers as bytes, in order, four each."""
    found = sorted(numbers)
    return struct.pack(f"<{len(found)}I", *found)
