"""Overload keys: the parameter types that distinguish methods of one name, and the flags that decide on overriding.

Turns: the details of a function → its overload key, a text with one erased type per parameter, and its override flags
of `DefinitionFlag`. Keys are compared when linking, once all types are known. The key of a type lists its type
parameters.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from codeshed.build.part.document_part import DefinitionFlag
from codeshed.model.facts.type_expression import head_of
from codeshed.model.languages.language_traits import LanguageTraits
from codeshed.model.semantic import Definition, DefinitionKind, Visibility
from codeshed.model.symbol_ids import last_name

KEY_SEPARATOR = "\0"
"""Separates the types of an overload key; no type contains it."""

ANY_TYPE = "?"
"""In an overload key, a type that matches any other: a missing one, a type variable, a compound type.

Before a name it is a type parameter of the enclosing type: `?T`.
"""

EXPLICIT_INTERFACE = "="
"""In an overload key, marks the interface of an explicit interface implementation, in front of the parameters; alone, none."""

_NO_PARAMETERS = "()"
_MARKED, _UNMARKED = "+", "-"
_UNION = " | "
_MAX_DIMENSIONS = 8
_APART, _NOT_VIRTUAL = int(DefinitionFlag.NOT_DISPATCHED), int(DefinitionFlag.NOT_VIRTUAL)
_OWN = int(DefinitionFlag.CLASS_PRIVATE)
_OVERRIDING, _NOT_OVERRIDING = int(DefinitionFlag.OVERRIDING), int(DefinitionFlag.NOT_OVERRIDING)


class TypeVariables(NamedTuple):
    """The names of type parameters in a document: all of them, and by the symbol that declares them."""

    every: frozenset[str] = frozenset()
    by_symbol: Mapping[str, tuple[str, ...]] = {}


def find_type_variables(definitions: Iterable[Definition]) -> TypeVariables:
    """Return the names of all type parameters in a document."""
    by_symbol = {item.symbol_id: names for item in definitions if (names := _type_parameters(item))}
    return TypeVariables(frozenset(chain.from_iterable(by_symbol.values())), by_symbol)


def overload_key_of(definition: Definition, variables: TypeVariables, traits: LanguageTraits) -> str | None:
    """Return the overload key: the parameter types of a function, or the type parameters of a type; None if there are none.

    Without overloads, it is only the interface that a function explicitly implements. Where a mark behind the
    parameters distinguishes methods (`const` in C++), every key ends with one more type for it.
    """
    if not traits.overrides_match_parameters:
        return _interfaces_of(definition)
    parameters = definition.details.parameters
    if definition.kind is DefinitionKind.TYPE:
        return KEY_SEPARATOR.join(_type_parameters(definition)) or None
    if definition.kind is not DefinitionKind.FUNCTION or parameters is None:
        return None
    own = frozenset(variables.by_symbol.get(definition.enclosing_symbol or "", ()))
    own -= frozenset(_type_parameters(definition))
    interfaces = _interfaces_of(definition)
    types = (erased_type(each.param_type, own, variables.every) for each in parameters)
    mark = (_mark_of(definition, traits.overload_qualifier),) if traits.overload_qualifier else ()
    first = () if interfaces is None else (interfaces,)
    return KEY_SEPARATOR.join((*first, *types, *mark)) or _NO_PARAMETERS


def _mark_of(definition: Definition, mark: str) -> str:
    """Return whether the mark follows the parameters of a function, or ANY_TYPE if its signature is missing or cut."""
    signature = definition.signature or ""
    named = re.search(rf"{re.escape(definition.name)}\s*(?=\()", signature)
    end = None if named is None else _end_of_brackets(signature, named.end())
    if end is None:
        return ANY_TYPE
    return _MARKED if re.match(rf"\s*(?:{mark})", signature[end:]) else _UNMARKED


def _end_of_brackets(text: str, begin: int) -> int | None:
    """Return the end of the brackets that begin at a position, or None if they do not end."""
    depth = 0
    for place, sign in enumerate(text[begin:], begin):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place + 1
    return None


def _interfaces_of(definition: Definition) -> str | None:
    """Return the interfaces that a function implements explicitly, which may be none; None if it is no such function."""
    implemented = definition.details.implements
    if definition.kind is not DefinitionKind.FUNCTION or implemented is None:
        return None
    return (
        KEY_SEPARATOR.join(f"{EXPLICIT_INTERFACE}{head_of(each)}" for each in implemented)
        or EXPLICIT_INTERFACE
    )


def _type_parameters(definition: Definition) -> tuple[str, ...]:
    return tuple(each.name for each in definition.details.type_params or ())


def types_of_overload_key(shape: str) -> tuple[str, ...]:
    """Return the types of an overload key."""
    types = () if shape == _NO_PARAMETERS else tuple(shape.split(KEY_SEPARATOR))
    return tuple(each for each in types if not each.startswith(EXPLICIT_INTERFACE))


def interface_of_overload_key(shape: str) -> str | None:
    """Return the interface of an explicit interface implementation, empty if it is none; None if the key has no such mark."""
    first = shape.partition(KEY_SEPARATOR)[0]
    return first.removeprefix(EXPLICIT_INTERFACE) if first.startswith(EXPLICIT_INTERFACE) else None


def override_flags_of(item: Definition, traits: LanguageTraits) -> int:
    """Return the override flags of a function. Without virtual modifiers, static and private ones are not dispatched.

    In languages with structural interfaces (Go), an embedded type keeps its own methods.
    """
    if traits.has_structural_interfaces:
        return _NOT_OVERRIDING
    modifiers = item.details.modifiers
    if modifiers is None:
        return 0
    if modifiers.is_constructor and not traits.constructors_are_methods:
        return _APART
    is_private = item.visibility is Visibility.PRIVATE
    if (
        traits.overrides_match_parameters
        and modifiers.is_virtual is None
        and (modifiers.is_static or is_private)
    ):
        return _APART
    flags = _NOT_VIRTUAL if modifiers.is_virtual is False else 0
    if is_private and traits.private_prefix is not None and item.name.startswith(traits.private_prefix):
        flags |= _OWN
    if modifiers.is_override is not None:
        flags |= _OVERRIDING if modifiers.is_override else _NOT_OVERRIDING
    return flags


def erased_type(type_id: str | None, own: frozenset[str], variables: frozenset[str] = frozenset()) -> str:
    """Return a type without arguments and qualifiers, with a bracket in front for each array dimension: `[List`.

    Qualifiers are dropped because files may import the same type under different paths.
    """
    n_around = 0 if type_id is None else len(type_id) - len(type_id.lstrip("["))
    if type_id is None or n_around > _MAX_DIMENSIONS or not type_id.endswith("]" * n_around):
        return ANY_TYPE
    head = head_of(type_id[n_around : len(type_id) - n_around])
    if head in own:
        return f"{'[' * n_around}{ANY_TYPE}{head}"
    if not head or head in variables or head.startswith(("(", "[")) or _UNION in head:
        return ANY_TYPE
    return f"{'[' * n_around}{last_name(head)}"
