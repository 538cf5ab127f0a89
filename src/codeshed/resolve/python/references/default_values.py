"""What functions use by the defaults of their parameters.

Turns: the references of a file + the places of defaults → References from functions to what their defaults name. A default
is worked out by the code around a function, which has the calls and reads in it; but the function is what is given it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from codeshed.model.semantic import Reference, ReferenceRole
from codeshed.model.span import Span

_ROLES = frozenset({ReferenceRole.CALL, ReferenceRole.READ, ReferenceRole.USE})


def default_uses(
    references: Iterable[Reference], defaults: Sequence[tuple[Span, str]]
) -> Iterator[Reference]:
    """Yield a use for all that stands in a default, from the function whose parameter has it."""
    if not defaults:
        return
    placed = [
        (each.span, each.target_symbol, each)
        for each in references
        if each.role in _ROLES and each.span is not None and each.target_symbol is not None
    ]
    placed.sort(key=lambda use: (use[0].sort_key(), use[1]))
    for span, function in defaults:
        first = bisect_left(placed, _begin(span), key=lambda use: _begin(use[0]))
        for place, target, reference in islice(placed, first, None):
            if not span.contains(place):
                break
            if target != function:
                yield Reference(
                    enclosing_symbol=function,
                    target_symbol=target,
                    role=ReferenceRole.USE,
                    span=place,
                    provenance=reference.provenance,
                    confidence=reference.confidence,
                )


def _begin(span: Span) -> tuple[int, int]:
    return span.start_line, span.start_column
