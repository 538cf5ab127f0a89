"""The types in a signature, and the flags that a signature decides by itself.

Turns: a name and details → flags of a node, and the types that linking must look up once all are known.
"""

from collections.abc import Iterator
from typing import NamedTuple

from codeshed.build.part.document_part import FlowRole, SignatureTypeFlag
from codeshed.build.signature import (
    caller_parameters,
    is_constructor,
    is_declared_complete,
    is_plain_complete,
)
from codeshed.graph.data.kinds import NodeFlag
from codeshed.model.declared_types import declared_return_types, declared_type_of_parameter
from codeshed.model.facts.type_expression import receiver_types, value_types
from codeshed.model.languages.excluded_types import is_excluded_type
from codeshed.model.semantic import DefinitionDetails, TypeSource
from codeshed.model.symbol_ids import member_symbol

SIGNATURE_FLAGS = int(
    NodeFlag.CONSTRUCTOR
    | NodeFlag.ABSTRACT
    | NodeFlag.DECLARED_COMPLETE
    | NodeFlag.REGISTRY_COMPLETE
    | NodeFlag.PLAIN_COMPLETE
)
"""The flags of a node that depend on its signature."""

# Module constants, since looking enum members up is slow, and there are a hundred thousand definitions.
_CONSTRUCTOR, _ABSTRACT = int(NodeFlag.CONSTRUCTOR), int(NodeFlag.ABSTRACT)
_DECLARED_COMPLETE = int(NodeFlag.DECLARED_COMPLETE)
_PLAIN_COMPLETE = int(NodeFlag.PLAIN_COMPLETE | NodeFlag.REGISTRY_COMPLETE)
_RECEIVER_NAMES = frozenset({"self", "cls", "this", "mcs", "mcls"})
_PARAMETER = int(SignatureTypeFlag.PARAMETER)
_FILLED_IN = int(SignatureTypeFlag.PARAMETER | SignatureTypeFlag.PASSED_PARAMETER)
_RETURN = int(SignatureTypeFlag.RETURN)
_TAKES, _RETURNS = int(FlowRole.TAKES), int(FlowRole.RETURNS)


class SignatureType(NamedTuple):
    """One type in a signature; `member` is a member of a union or generic, or None for the whole itself."""

    whole: str
    member: str | None
    flags: int


class Flow(NamedTuple):
    """A type that a function takes or returns, and the code of the `FlowRole`."""

    type_id: str
    role: int


class TypedParameter(NamedTuple):
    """A parameter by its id, with its type. That of a receiver is None: the type that encloses its function."""

    symbol: str
    type_id: str | None
    source: TypeSource


def signature_flags(name: str, details: DefinitionDetails) -> int:
    """Return the SIGNATURE_FLAGS of a function, as if all type variables were bounded."""
    flags = 0
    if is_constructor(name, details):
        flags |= _CONSTRUCTOR
    if details.modifiers is not None and details.modifiers.is_abstract:
        flags |= _ABSTRACT
    if is_declared_complete(name, details):
        flags |= _DECLARED_COMPLETE
    if is_plain_complete(details):
        flags |= _PLAIN_COMPLETE
    return flags


def iter_signature_types(details: DefinitionDetails, flags: int) -> Iterator[SignatureType]:
    """Yield the declared types of a signature: those of returns, and of parameters where they could make the signature incomplete."""
    if flags & (_PLAIN_COMPLETE | _DECLARED_COMPLETE):
        parameters = details.parameters or ()
        n_left_out = len(parameters) - len(caller_parameters(details))
        for position, parameter in enumerate(parameters):
            declared = declared_type_of_parameter(parameter)
            if declared is not None:
                yield from _iter_uses(declared, _PARAMETER if position < n_left_out else _FILLED_IN)
    for returned in declared_return_types(details):
        yield from _iter_uses(returned, _RETURN)


def _iter_uses(type_id: str, flags: int) -> Iterator[SignatureType]:
    yield SignatureType(type_id, None, flags)
    for member in receiver_types(type_id):
        if member != type_id:
            yield SignatureType(type_id, member, flags & ~_PARAMETER)


def iter_flows(details: DefinitionDetails) -> Iterator[Flow]:
    """Yield the declared types of parameters and returns, except those too common to be a signal."""
    for parameter in details.parameters or ():
        declared = declared_type_of_parameter(parameter)
        if declared is not None:
            yield from (Flow(type_id, _TAKES) for type_id in _signal_types(declared))
    for returned in declared_return_types(details):
        yield from (Flow(type_id, _RETURNS) for type_id in _signal_types(returned))


def _signal_types(type_id: str) -> Iterator[str]:
    return (member for member in value_types(type_id) if not is_excluded_type(member))


def find_typed_parameters(symbol: str, details: DefinitionDetails) -> list[TypedParameter]:
    """Return the parameters of a function with their types, and an untyped receiver."""
    found = []
    for position, parameter in enumerate(details.parameters or ()):
        is_receiver = position == 0 and parameter.name in _RECEIVER_NAMES
        if parameter.param_type is not None or is_receiver:
            source = parameter.type_source or TypeSource.ANNOTATION
            found.append(TypedParameter(member_symbol(symbol, parameter.name), parameter.param_type, source))
    return found


def find_bases(details: DefinitionDetails) -> tuple[str, ...]:
    """Return the types that a type inherits from or implements, as written."""
    return (*(details.inherits or ()), *(details.implements or ()))
