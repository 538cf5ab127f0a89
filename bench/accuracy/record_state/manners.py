"""What code can do with a variable, and whether that reads or writes it.

Setting an item and calling a mutating method of a container write the variable that holds it, as assigning does.
Whether they read it too is a matter of taste, and so is whether setting an attribute of an object writes the variable
that holds the object: such uses are optional.
"""

import enum
from collections import OrderedDict, deque
from dataclasses import dataclass

READ = "read"
WRITE = "write"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a manner certainly does, and what it may be said to do."""

    firm: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


class Manner(enum.Enum):
    """How a variable is used, as it looks in code."""

    READ = "{}"
    ASSIGNED = "{} = …"
    AUGMENTED = "{} += …"
    DELETED = "del {}"
    ITEM_SET = "{}[…] = …"
    ITEM_AUGMENTED = "{}[…] += …"
    MUTATED = "{}.append(…)"
    ATTRIBUTE_SET = "{}.a = …"
    INSIDE = "{}[…][…] = …"


EFFECTS = {
    Manner.READ: Effect(firm=(READ,)),
    Manner.ASSIGNED: Effect(firm=(WRITE,)),
    Manner.AUGMENTED: Effect(firm=(READ, WRITE)),
    Manner.DELETED: Effect(firm=(WRITE,)),
    Manner.ITEM_SET: Effect(firm=(WRITE,), optional=(READ,)),
    Manner.ITEM_AUGMENTED: Effect(firm=(READ, WRITE)),
    Manner.MUTATED: Effect(firm=(WRITE,), optional=(READ,)),
    Manner.ATTRIBUTE_SET: Effect(optional=(READ, WRITE)),
    Manner.INSIDE: Effect(firm=(READ,), optional=(WRITE,)),
}

CALLED = Effect(firm=(READ,), optional=(WRITE,))
"""What `x.append(…)` does if `x` is no container."""

MUTATORS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
        *("update", "setdefault", "popitem", "move_to_end"),
        *("add", "discard", "difference_update", "intersection_update", "symmetric_difference_update"),
        *("appendleft", "extendleft", "popleft", "rotate"),
    }
)
"""The methods by which built-in containers change."""

_CONTAINERS = (list, dict, set, bytearray, deque, OrderedDict)


def changes_container(kind: type, method: str) -> bool:
    """Whether a method of a type is that of a built-in container, inherited or its own."""
    owner = next((each for each in kind.__mro__ if method in each.__dict__), None)
    return method in MUTATORS and owner in _CONTAINERS
