"""Wrapper types: pointers, optionals, results, tuples and maps of external libraries.

Turns: an object of an external generic type + a name → its element. A pointer dereferences to the members of its pointee,
`unwrap` returns the element of an `Option`, a pattern takes an enum variant apart.
"""

import re

from codeshed.model.facts.code_expressions import TUPLE
from codeshed.resolve.generic.language_rules import WrapperTypes
from codeshed.resolve.generic.values.values import (
    Certainty,
    External,
    Instance,
    SequenceValue,
    Unknown,
    Value,
    Values,
)

MAX_DEPTH = 12
_NUMBERED_ELEMENT = re.compile(r"(?:_|Item)([1-9]\d?)")


def auto_dereference(wrappers: WrapperTypes, value: External, name: str) -> Values:
    """Return the element that an external object dereferences to for a member; nothing if it has the member itself."""
    if (
        not value.is_instance
        or name in wrappers.own_members_of_wrappers
        or _last_name(value) not in wrappers.auto_deref_types
    ):
        return ()
    return _known(value.arguments[:1])


def dereference_for_method(wrappers: WrapperTypes, value: External, name: str) -> External:
    """Dereference pointers to the object that has an unwrapping method: for `Rc<RefCell<T>>`, `borrow` is of `RefCell`."""
    is_unwrapping = name in wrappers.unwrap_methods or name in wrappers.optional_methods
    for _ in range(MAX_DEPTH if is_unwrapping and name not in wrappers.deref_methods else 0):
        inner = auto_dereference(wrappers, value, name)
        if not inner or not isinstance(inner[0], External) or not inner[0].is_instance:
            break
        value = inner[0]
    return value


def is_wrapper_factory(wrappers: WrapperTypes, function: Value) -> bool:
    """Whether an external function wraps its argument: `Rc::new`."""
    if not wrappers.wrapper_factories or not isinstance(function, External) or function.is_instance:
        return False
    return ".".join(function.name.split(".")[-2:]) in wrappers.wrapper_factories


def element_at(wrappers: WrapperTypes, value: Value, name: str) -> Values:
    """Return the element at a tuple index or name, under a map key, or in an enum variant."""
    if isinstance(value, External) and value.name == TUPLE:
        # The first element is `0`, `_1` in Scala and `Item1` in C#; in C++ all have names.
        if name in value.element_names:
            place = value.element_names.index(name)
        elif counted := _NUMBERED_ELEMENT.fullmatch(name):
            place = int(counted[1]) - 1
        else:
            place = int(name) if name.isdigit() else wrappers.variant_arguments.get(name, -1)
        return _known(value.arguments[place : place + 1]) if place >= 0 else ()
    if isinstance(value, External) and value.is_instance and _last_name(value) in wrappers.map_types:
        return () if name in wrappers.map_types[_last_name(value)] else _known(value.arguments[-1:])
    variant = wrappers.variant_arguments.get(name)
    if variant is None:
        return ()
    if isinstance(value, External) and value.is_instance:
        return _known(value.arguments[variant : variant + 1])
    return (value,) if isinstance(value, Instance) else ()


def unwrapped_result(wrappers: WrapperTypes, value: Value, name: str) -> Values:
    """Return the result of an unwrapping method."""
    if isinstance(value, External):
        value = dereference_for_method(wrappers, value, name)
        wrapper = wrappers.rewrapped_results.get(f"{value.name}.{name}", "")
        element = _element(wrappers, value) if wrapper else ()
        if element:
            return (External(wrapper, Certainty.TYPED, is_instance=True, arguments=element),)
    if name and name == wrappers.receive_operator:
        is_channel = isinstance(value, External) and _last_name(value) == wrappers.channel_type
        return _known(value.arguments[-1:]) if is_channel and isinstance(value, External) else ()
    if (
        name in wrappers.optional_methods
        and f"{_type_name(value)}.{name}" not in wrappers.unconditional_methods
    ):
        element = _element(wrappers, value)
        if element:
            return (External(wrappers.optional_type, Certainty.TYPED, is_instance=True, arguments=element),)
    if name in wrappers.unwrap_methods:
        if isinstance(value, External) and value.is_instance and value.arguments:
            return _element(wrappers, value)
        return () if isinstance(value, External) else (value,)
    return (value,) if name in wrappers.identity_methods else ()


def _element(wrappers: WrapperTypes, value: Value) -> Values:
    """Return the element of an external object or of a sequence."""
    if isinstance(value, SequenceValue):
        return _known(value.items) if len(value.items) == 1 else ()
    if not isinstance(value, External) or not value.is_instance:
        return ()
    is_first = _last_name(value) in wrappers.first_argument_types
    return _known(value.arguments[:1] if is_first else value.arguments[-1:])


def _type_name(value: Value) -> str:
    return _last_name(value) if isinstance(value, External) else ""


def _last_name(value: External) -> str:
    return value.name.rpartition(".")[2]


def _known(values: Values) -> Values:
    return tuple(each for each in values if not isinstance(each, Unknown))
