"""The classes that the receiver of a method call may be an instance of.

Turns: symbol ids of classes, and whether there can be others → ReceiverTypes, bounded and sorted.
"""

from collections.abc import Iterable

import msgspec

MAX_RECEIVER_TYPES = 24
"""How many classes of a receiver are listed. A receiver of more classes is hardly known: its list is never closed."""


class ReceiverTypes(msgspec.Struct, frozen=True):
    """Classes by symbol id; with `is_closed` the receiver is an instance of one of these and of no subclass.

    `n_omitted` counts the classes beyond the cap.
    """

    symbols: tuple[str, ...] = ()
    is_closed: bool = False
    n_omitted: int = 0


NO_RECEIVER_TYPES = ReceiverTypes()


def receiver_types_of(symbols: Iterable[str], *, is_closed: bool = False) -> ReceiverTypes:
    """Return the classes in order, those beyond the cap only counted."""
    in_order = sorted(set(symbols))
    kept = tuple(in_order[:MAX_RECEIVER_TYPES])
    n_omitted = len(in_order) - len(kept)
    return ReceiverTypes(kept, is_closed and bool(kept) and not n_omitted, n_omitted)
