"""How much work an answer that ran out of budget would have needed.

Turns: the truncation records of an answer → the same, with the needed work in that of `maxWorkUnits`. To find it, the
answer is computed again with the default budget, which bounds the extra cost.
"""

from collections.abc import Callable, Sequence

import msgspec

from codeshed.model.answers.caps import Caps, caps_of
from codeshed.model.answers.truncation import TruncationRecord

MakeAgain = Callable[[Caps], tuple[int, Sequence[TruncationRecord]]]
"""Computes the answer with other caps, and returns the work it took and its truncation records."""


def with_needed_work(
    truncation: tuple[TruncationRecord, ...], caps: Caps, make_again: MakeAgain
) -> tuple[TruncationRecord, ...]:
    """Set `observed` to the needed work, if the default budget is larger and suffices."""
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
