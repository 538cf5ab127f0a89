"""What tells methods of one name apart, and which of them take part in overriding.

Turns: the details of a function → its shape, a text with one type for each parameter, and the flags of `DefinitionFlag`
that say what it can override. A shape is compared with others once all types are known. That of a type are the names of
its type parameters.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from codeshed.build.part.document_part import DefinitionFlag
from codeshed.model.identity import last_name
from codeshed.model.language_traits import LanguageTraits
from codeshed.model.semantic import Definition, DefinitionKind, Visibility
from codeshed.model.type_expression import head_of

SHAPE_SEPARATOR = "\0"
"""Stands between the types of a shape: none of them has it."""

ANY_TYPE = "?"
"""Stands in a shape for a type that may be written in another way: none, a type variable, one that is made of others.

Before a name it is the type parameter of the type that a method belongs to.
"""

OF_INTERFACE = "="
"""Stands in a shape before the interface that a method implements alone, in the place of a first parameter; by itself for none."""

_NO_PARAMETERS = "()"
_MARKED, _UNMARKED = "+", "-"
_UNION = " | "
_MAX_DIMENSIONS = 8
_APART, _NOT_VIRTUAL = int(DefinitionFlag.APART), int(DefinitionFlag.NOT_VIRTUAL)
_OWN = int(DefinitionFlag.OWN)
_OVERRIDING, _NOT_OVERRIDING = int(DefinitionFlag.OVERRIDING), int(DefinitionFlag.NOT_OVERRIDING)


class TypeVariables(NamedTuple):
    """The names of type parameters in a document: all, and by the symbols of what has them."""

    every: frozenset[str] = frozenset()
    by_symbol: Mapping[str, tuple[str, ...]] = {}


def type_variables_of(definitions: Iterable[Definition]) -> TypeVariables:
    """Return the names of all type parameters in a document."""
    by_symbol = {item.symbol_id: names for item in definitions if (names := _type_parameters(item))}
    return TypeVariables(frozenset(chain.from_iterable(by_symbol.values())), by_symbol)


def shape_of(definition: Definition, variables: TypeVariables, traits: LanguageTraits) -> str | None:
    """Return what a function takes, one type for each parameter, or the type parameters of a type; None if nothing says it.

    Without overloads it is the interface alone that a function is written for, if it says that. Where a mark behind the
    parameters tells methods apart, all have one more type for that.
    """
    if not traits.has_overloads:
        return _interfaces_of(definition)
    parameters = definition.details.parameters
    if definition.kind is DefinitionKind.TYPE:
        return SHAPE_SEPARATOR.join(_type_parameters(definition)) or None
    if definition.kind is not DefinitionKind.FUNCTION or parameters is None:
        return None
    own = frozenset(variables.by_symbol.get(definition.enclosing_symbol or "", ()))
    own -= frozenset(_type_parameters(definition))
    interfaces = _interfaces_of(definition)
    types = (plain_type(each.param_type, own, variables.every) for each in parameters)
    mark = (_mark_of(definition, traits.method_mark),) if traits.method_mark else ()
    first = () if interfaces is None else (interfaces,)
    return SHAPE_SEPARATOR.join((*first, *types, *mark)) or _NO_PARAMETERS


def _mark_of(definition: Definition, mark: str) -> str:
    """Return whether a mark stands behind the parameters of a function; a signature that is not there, or cut, may have it."""
    signature = definition.signature or ""
    named = re.search(rf"{re.escape(definition.name)}\s*(?=\()", signature)
    end = None if named is None else _end_of_brackets(signature, named.end())
    if end is None:
        return ANY_TYPE
    return _MARKED if re.match(rf"\s*(?:{mark})", signature[end:]) else _UNMARKED


def _end_of_brackets(text: str, begin: int) -> int | None:
    """Return where brackets end that begin at a place; None if they do not."""
    depth = 0
    for place, sign in enumerate(text[begin:], begin):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place + 1
    return None


def _interfaces_of(definition: Definition) -> str | None:
    """Return the interfaces that a function implements alone, of which there may be none; None if nothing says it."""
    implemented = definition.details.implements
    if definition.kind is not DefinitionKind.FUNCTION or implemented is None:
        return None
    return SHAPE_SEPARATOR.join(f"{OF_INTERFACE}{head_of(each)}" for each in implemented) or OF_INTERFACE


def _type_parameters(definition: Definition) -> tuple[str, ...]:
    return tuple(each.name for each in definition.details.type_params or ())


def types_of_shape(shape: str) -> tuple[str, ...]:
    """Return the types of a shape."""
    types = () if shape == _NO_PARAMETERS else tuple(shape.split(SHAPE_SEPARATOR))
    return tuple(each for each in types if not each.startswith(OF_INTERFACE))


def interface_of_shape(shape: str) -> str | None:
    """Return the interface that a method implements alone, an empty one if it implements none; None if it does not say that."""
    first = shape.partition(SHAPE_SEPARATOR)[0]
    return first.removeprefix(OF_INTERFACE) if first.startswith(OF_INTERFACE) else None


def overriding_flags(item: Definition, traits: LanguageTraits) -> int:
    """Return what a function says of overriding; without a word of it, static and private ones of such languages take no part.

    Where types implement interfaces by what they have, an embedded type keeps its own methods.
    """
    if traits.interfaces_are_structural:
        return _NOT_OVERRIDING
    modifiers = item.details.modifiers
    if modifiers is None:
        return 0
    if modifiers.is_constructor and not traits.constructors_are_methods:
        return _APART
    is_private = item.visibility is Visibility.PRIVATE
    if traits.has_overloads and modifiers.is_virtual is None and (modifiers.is_static or is_private):
        return _APART
    flags = _NOT_VIRTUAL if modifiers.is_virtual is False else 0
    if is_private and traits.private_prefix is not None and item.name.startswith(traits.private_prefix):
        flags |= _OWN
    if modifiers.is_override is not None:
        flags |= _OVERRIDING if modifiers.is_override else _NOT_OVERRIDING
    return flags


def plain_type(type_id: str | None, own: frozenset[str], variables: frozenset[str] = frozenset()) -> str:
    """Return the name of a type, of a generic one that of what it is applied to, behind a bracket for each array around it.

    A file may name a type by a declaration of its own, so that only the last name is the same wherever it is written.
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
