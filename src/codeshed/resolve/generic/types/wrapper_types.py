"""What lies in a value of a type that only holds others.

Turns: an object of a generic type outside of the repository + a name → what it holds: a pointer has the members of what it
points to, `unwrap` gives what may be there, a variant of an enum is taken apart by its place.
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
_COUNTED = re.compile(r"(?:_|Item)([1-9]\d?)")


def seen_through(contents: Contents, meaning: Outside, name: str) -> Meanings:
    """Return what an object outside is seen through to for a member."""
    if not meaning.is_instance or name in contents.own_members or _last(meaning) not in contents.seen_through:
        return ()
    return _known(meaning.arguments[:1])


def holding(contents: Contents, meaning: Outside, name: str) -> Outside:
    """Return the object that has a method which takes out what it holds: pointers to it have none such themselves."""
    is_taken = name in contents.opening or name in contents.offering
    for _ in range(MAX_DEPTH if is_taken and name not in contents.derefs else 0):
        inner = seen_through(contents, meaning, name)
        if not inner or not isinstance(inner[0], Outside) or not inner[0].is_instance:
            break
        meaning = inner[0]
    return meaning


def is_maker(contents: Contents, function: Meaning) -> bool:
    """Whether a function outside makes an object that holds the one thing that it is given."""
    if not contents.makers or not isinstance(function, Outside) or function.is_instance:
        return False
    return ".".join(function.name.split(".")[-2:]) in contents.makers


def part_of(contents: Contents, meaning: Meaning, name: str) -> Meanings:
    """Return what an object holds at a place of its own, or in a variant."""
    if isinstance(meaning, Outside) and meaning.name == TUPLE:
        # The first is called 0, or _1 as in Scala and Item1 as in C#, or has a name, as all have in C++.
        if name in meaning.part_names:
            place = meaning.part_names.index(name)
        elif counted := _COUNTED.fullmatch(name):
            place = int(counted[1]) - 1
        else:
            place = int(name) if name.isdigit() else contents.variants.get(name, -1)
        return _known(meaning.arguments[place : place + 1]) if place >= 0 else ()
    if isinstance(meaning, Outside) and meaning.is_instance and _last(meaning) in contents.keyed:
        return () if name in contents.keyed[_last(meaning)] else _known(meaning.arguments[-1:])
    variant = contents.variants.get(name)
    if variant is None:
        return ()
    if isinstance(meaning, Outside) and meaning.is_instance:
        return _known(meaning.arguments[variant : variant + 1])
    return (meaning,) if isinstance(meaning, Instance) else ()


def given_by(contents: Contents, meaning: Meaning, name: str) -> Meanings:
    """Return what a method gives that only takes something out of its object."""
    if isinstance(meaning, Outside):
        meaning = holding(contents, meaning, name)
        wrapper = contents.wrapped.get(f"{meaning.name}.{name}", "")
        held = _held(contents, meaning) if wrapper else ()
        if held:
            return (Outside(wrapper, Sureness.TYPED, is_instance=True, arguments=held),)
    if name and name == contents.receiving:
        is_carrier = isinstance(meaning, Outside) and _last(meaning) == contents.carrier
        return _known(meaning.arguments[-1:]) if is_carrier and isinstance(meaning, Outside) else ()
    if name in contents.offering and f"{_holder(meaning)}.{name}" not in contents.certain:
        held = _held(contents, meaning)
        if held:
            return (Outside(contents.optional, Sureness.TYPED, is_instance=True, arguments=held),)
    if name in contents.opening:
        if isinstance(meaning, Outside) and meaning.is_instance and meaning.arguments:
            return _held(contents, meaning)
        return () if isinstance(meaning, Outside) else (meaning,)
    return (meaning,) if name in contents.keeping else ()


def _held(contents: Contents, meaning: Meaning) -> Meanings:
    """Return what an object outside holds, or one item of a sequence."""
    if isinstance(meaning, Sequence):
        return _known(meaning.items) if len(meaning.items) == 1 else ()
    if not isinstance(meaning, Outside) or not meaning.is_instance:
        return ()
    is_first = _last(meaning) in contents.first_of
    return _known(meaning.arguments[:1] if is_first else meaning.arguments[-1:])


def _holder(meaning: Meaning) -> str:
    return _last(meaning) if isinstance(meaning, Outside) else ""


def _last(meaning: Outside) -> str:
    return meaning.name.rpartition(".")[2]


def _known(meanings: Meanings) -> Meanings:
    return tuple(each for each in meanings if not isinstance(each, Unknown))
