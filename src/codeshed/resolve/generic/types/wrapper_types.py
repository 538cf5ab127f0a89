"""Wrapper types: pointers, optionals, results, tuples and maps of external libraries.

Turns: an object of an external generic type + a name → its element. A pointer dereferences to the members of its pointee,
`unwrap` returns the element of an `Option`, a pattern takes an enum variant apart.
"""

import re

from codeshed.model.code_expressions import TUPLE
from codeshed.resolve.generic.language_rules import Contents
from codeshed.resolve.generic.values.values import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Sequence,
    Sureness,
    Unknown,
)

MAX_DEPTH = 12
_NUMBERED_ELEMENT = re.compile(r"(?:_|Item)([1-9]\d?)")


def seen_through(wrappers: Contents, value: Outside, name: str) -> Meanings:
    """Return the element that an external object dereferences to for a member; nothing if it has the member itself."""
    if (
        not value.is_instance
        or name in wrappers.own_members
        or _last_name(value) not in wrappers.seen_through
    ):
        return ()
    return _known(value.arguments[:1])


def holding(wrappers: Contents, value: Outside, name: str) -> Outside:
    """Dereference pointers to the object that has an unwrapping method: for `Rc<RefCell<T>>`, `borrow` is of `RefCell`."""
    is_unwrapping = name in wrappers.opening or name in wrappers.offering
    for _ in range(MAX_DEPTH if is_unwrapping and name not in wrappers.derefs else 0):
        inner = seen_through(wrappers, value, name)
        if not inner or not isinstance(inner[0], Outside) or not inner[0].is_instance:
            break
        value = inner[0]
    return value


def is_maker(wrappers: Contents, function: Meaning) -> bool:
    """Whether an external function wraps its argument: `Rc::new`."""
    if not wrappers.makers or not isinstance(function, Outside) or function.is_instance:
        return False
    return ".".join(function.name.split(".")[-2:]) in wrappers.makers


def part_of(wrappers: Contents, value: Meaning, name: str) -> Meanings:
    """Return the element at a tuple index or name, under a map key, or in an enum variant."""
    if isinstance(value, Outside) and value.name == TUPLE:
        # The first element is `0`, `_1` in Scala and `Item1` in C#; in C++ all have names.
        if name in value.part_names:
            place = value.part_names.index(name)
        elif counted := _NUMBERED_ELEMENT.fullmatch(name):
            place = int(counted[1]) - 1
        else:
            place = int(name) if name.isdigit() else wrappers.variants.get(name, -1)
        return _known(value.arguments[place : place + 1]) if place >= 0 else ()
    if isinstance(value, Outside) and value.is_instance and _last_name(value) in wrappers.keyed:
        return () if name in wrappers.keyed[_last_name(value)] else _known(value.arguments[-1:])
    variant = wrappers.variants.get(name)
    if variant is None:
        return ()
    if isinstance(value, Outside) and value.is_instance:
        return _known(value.arguments[variant : variant + 1])
    return (value,) if isinstance(value, Instance) else ()


def given_by(wrappers: Contents, value: Meaning, name: str) -> Meanings:
    """Return the result of an unwrapping method."""
    if isinstance(value, Outside):
        value = holding(wrappers, value, name)
        wrapper = wrappers.wrapped.get(f"{value.name}.{name}", "")
        element = _element(wrappers, value) if wrapper else ()
        if element:
            return (Outside(wrapper, Sureness.TYPED, is_instance=True, arguments=element),)
    if name and name == wrappers.receiving:
        is_channel = isinstance(value, Outside) and _last_name(value) == wrappers.carrier
        return _known(value.arguments[-1:]) if is_channel and isinstance(value, Outside) else ()
    if name in wrappers.offering and f"{_type_name(value)}.{name}" not in wrappers.certain:
        element = _element(wrappers, value)
        if element:
            return (Outside(wrappers.optional, Sureness.TYPED, is_instance=True, arguments=element),)
    if name in wrappers.opening:
        if isinstance(value, Outside) and value.is_instance and value.arguments:
            return _element(wrappers, value)
        return () if isinstance(value, Outside) else (value,)
    return (value,) if name in wrappers.keeping else ()


def _element(wrappers: Contents, value: Meaning) -> Meanings:
    """Return the element of an external object or of a sequence."""
    if isinstance(value, Sequence):
        return _known(value.items) if len(value.items) == 1 else ()
    if not isinstance(value, Outside) or not value.is_instance:
        return ()
    is_first = _last_name(value) in wrappers.first_of
    return _known(value.arguments[:1] if is_first else value.arguments[-1:])


def _type_name(value: Meaning) -> str:
    return _last_name(value) if isinstance(value, Outside) else ""


def _last_name(value: Outside) -> str:
    return value.name.rpartition(".")[2]


def _known(values: Meanings) -> Meanings:
    return tuple(each for each in values if not isinstance(each, Unknown))
