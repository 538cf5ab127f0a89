"""Collecting the references of a file.

Turns: the resolution of a site → Reference, with its position as a span and its source text cut short.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from codeshed.model.semantic import Reference, ReferenceRole, UnresolvedReason
from codeshed.model.span import Span
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.sites import DefaultSite
from codeshed.resolve.receiver_types import NO_RECEIVER_TYPES, ReceiverTypes
from codeshed.resolve.resolution_evidence import Evidence

MAX_TEXT = 200
"""How many bytes of a call's text are kept."""

_DEFAULT_ROLES = frozenset({ReferenceRole.CALL, ReferenceRole.READ, ReferenceRole.USE})


class FileReferences(msgspec.Struct, frozen=True):
    """The references of a file in source order, and the locals that they name, with positions."""

    references: tuple[Reference, ...]
    places_by_local: dict[str, tuple[int, int]]


class ReferenceWriter:
    """Collects the references of one file."""

    def __init__(self, program: Program, file: int, content: bytes) -> None:
        self.file = file
        self._program = program
        self._content = content
        self._starts = program.files[file].facts.line_starts
        self._found: list[Reference] = []
        self._places_by_local: dict[str, tuple[int, int]] = {}

    def span(self, begin: int, end: int) -> Span:
        """Convert two offsets to lines and columns."""
        first = bisect_right(self._starts, begin)
        last = bisect_right(self._starts, end, first - 1)
        return Span(first, begin - self._starts[first - 1], last, end - self._starts[last - 1])

    def text(self, begin: int, end: int) -> str:
        """Return the source between two offsets, cut short."""
        return self._content[begin : min(end, begin + MAX_TEXT)].decode("utf-8", "ignore")

    def symbol_of_scope(self, scope: int) -> str:
        """Return the symbol to whose code a scope belongs."""
        return self._program.scope_symbol[scope]

    def add(
        self,
        owner: str,
        role: ReferenceRole,
        symbol: str,
        position: tuple[int, int],
        known: Evidence,
        *,
        receiver: ReceiverTypes = NO_RECEIVER_TYPES,
        is_type_only: bool = False,
    ) -> None:
        """Write a reference with a target; an unnamed lambda is no target, since it is part of the code around it."""
        if not symbol:
            return
        self.write(
            Reference(
                enclosing_symbol=owner,
                target_symbol=symbol,
                role=role,
                span=self.span(*position),
                provenance=known.provenance,
                confidence=known.confidence,
                is_type_only=is_type_only or None,
                receiver_types=receiver.symbols or None,
                receiver_closed=receiver.is_closed or None,
                receiver_types_omitted=receiver.n_omitted or None,
            )
        )

    def write_missing_import(self, position: tuple[int, int]) -> None:
        """Write an import of a module that should be in the repository and is not."""
        self.write(
            Reference(
                enclosing_symbol=self._program.files[self.file].path,
                role=ReferenceRole.IMPORT,
                span=self.span(*position),
                reason=UnresolvedReason.MISSING_MODULE,
                text=self.text(*position),
            )
        )

    def write(self, reference: Reference) -> None:
        """Add a reference."""
        self._found.append(reference)

    def write_defaults(self, defaults: Iterable[DefaultSite]) -> None:
        """Write the reads and uses of what the defaults of parameters name."""
        positioned = [
            (self.span(each.expression.begin, each.expression.end), self.symbol_of_scope(each.owner))
            for each in defaults
        ]
        self._found += list(_default_uses(self._found, positioned))

    def record_local(self, symbol: str, begin: int, end: int) -> None:
        """Remember that references name a local, so it needs a definition."""
        self._places_by_local.setdefault(symbol, (begin, end))

    def finish(self) -> FileReferences:
        """Return all references in source order, duplicates removed."""
        ordered = sorted(self._found, key=_sort_key)
        unique = tuple(
            reference
            for index, reference in enumerate(ordered)
            if not index or reference != ordered[index - 1]
        )
        return FileReferences(unique, self._places_by_local)


def _sort_key(reference: Reference) -> tuple[object, ...]:
    span = reference.span
    position = (0, 0, 0, 0) if span is None else span.sort_key()
    return (*position, reference.role.value, reference.target_symbol or "", reference.enclosing_symbol)


def _default_uses(
    references: Iterable[Reference], defaults: Sequence[tuple[Span, str]]
) -> Iterator[Reference]:
    """Yield a read or use for each reference within a default, from the function whose parameter has it.

    The code around a function evaluates the default and has its calls and reads. But the function gets the result: it
    reads what the default reads, and uses what the default calls.
    """
    if not defaults:
        return
    positioned = [
        (each.span, each.target_symbol, each)
        for each in references
        if each.role in _DEFAULT_ROLES and each.span is not None and each.target_symbol is not None
    ]
    positioned.sort(key=lambda use: (use[0].sort_key(), use[1]))
    for span, function in defaults:
        first = bisect_left(positioned, _begin(span), key=lambda use: _begin(use[0]))
        for position, target, reference in islice(positioned, first, None):
            if not span.contains(position):
                break
            if target != function:
                yield Reference(
                    enclosing_symbol=function,
                    target_symbol=target,
                    role=ReferenceRole.USE if reference.role is ReferenceRole.CALL else reference.role,
                    span=position,
                    provenance=reference.provenance,
                    confidence=reference.confidence,
                )


def _begin(span: Span) -> tuple[int, int]:
    return span.start_line, span.start_column
