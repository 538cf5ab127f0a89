"""How much work an answer would have needed whose budget ran out.

Turns: the records of an answer → the same, where that of `maxWorkUnits` says what would have been enough. To find it the
answer is made again with the default budget, which bounds what finding it may cost.
"""

from collections.abc import Callable, Sequence

import msgspec

from codeshed.model.caps import Caps, caps_of
from codeshed.model.limits import TruncationRecord

MakeAgain = Callable[[Caps], tuple[int, Sequence[TruncationRecord]]]
"""Gives the work that an answer takes with other caps, and what these cut."""


def with_needed_work(
    truncation: tuple[TruncationRecord, ...], caps: Caps, make_again: MakeAgain
) -> tuple[TruncationRecord, ...]:
    """Return records with the needed work as what was observed, if the default budget is larger and is enough."""
    enough = caps_of().max_work_units
    if caps.max_work_units >= enough or not _is_without_work(truncation):
        return truncation
    n_needed, cuts = make_again(msgspec.structs.replace(caps, max_work_units=enough, max_wall_clock_ms=None))
    if _is_without_work(cuts):
        return truncation
    return tuple(
        msgspec.structs.replace(each, observed=n_needed) if each.cap == "maxWorkUnits" else each
        for each in truncation
    )


def _is_without_work(truncation: Sequence[TruncationRecord]) -> bool:
    return any(each.cap == "maxWorkUnits" for each in truncation)
