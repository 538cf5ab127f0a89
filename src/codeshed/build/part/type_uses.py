"""Which types a definition speaks of, and what its signature says by itself.

Turns: a name and details → flags of a node, and the types that the linking has to look at once all are known.
"""

from collections.abc import Iterator
from typing import NamedTuple

from codeshed.build.part.document_part import FlowRole, UseFlag
from codeshed.build.signature import (
    counted_parameters,
    is_constructor,
    is_declared_complete,
    is_plain_complete,
)
from codeshed.graph.data.kinds import NodeFlag
from codeshed.model.excluded_types import is_excluded_type
from codeshed.model.identity import member_symbol
from codeshed.model.semantic import DefinitionDetails, TypeSource
from codeshed.model.type_expression import receiver_types, value_types

SIGNATURE_FLAGS = int(
    NodeFlag.CONSTRUCTOR
    | NodeFlag.ABSTRACT
    | NodeFlag.DECLARED_COMPLETE
    | NodeFlag.REGISTRY_COMPLETE
    | NodeFlag.PLAIN_COMPLETE
)
"""The flags of a node that its signature decides."""

# Numbers by themselves: there are several for each of a hundred thousand definitions.
_CONSTRUCTOR, _ABSTRACT = int(NodeFlag.CONSTRUCTOR), int(NodeFlag.ABSTRACT)
_DECLARED_COMPLETE = int(NodeFlag.DECLARED_COMPLETE)
_PLAIN_COMPLETE = int(NodeFlag.PLAIN_COMPLETE | NodeFlag.REGISTRY_COMPLETE)
_RECEIVER_NAMES = frozenset({"self", "cls", "this", "mcs", "mcls"})
_PARAMETER = int(UseFlag.PARAMETER)
_FILLED_IN = int(UseFlag.PARAMETER | UseFlag.FILLED_IN)
_RETURN = int(UseFlag.RETURN)
_TAKES, _RETURNS = int(FlowRole.TAKES), int(FlowRole.RETURNS)
_UNDECLARED = frozenset({TypeSource.INFERRED, TypeSource.EXTERNAL_CALL_RETURN, TypeSource.UNKNOWN})


class TypeUse(NamedTuple):
    """One type in a signature; `member` is one that the whole consists of, or None for the whole itself."""

    whole: str
    member: str | None
    flags: int


class Flow(NamedTuple):
    """A type of values that a function takes or returns, and the code of the `FlowRole`."""

    type_id: str
    role: int


class TypedParameter(NamedTuple):
    """A parameter by its id, with its type, or None for the type around its function."""

    symbol: str
    type_id: str | None
    source: TypeSource


def signature_flags(name: str, details: DefinitionDetails) -> int:
    """Return those of SIGNATURE_FLAGS that a function has, as if all its types said something."""
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


def iter_type_uses(details: DefinitionDetails, flags: int) -> Iterator[TypeUse]:
    """Yield the types of a signature with such flags: of parameters where they could make it incomplete, of returns."""
    if flags & (_PLAIN_COMPLETE | _DECLARED_COMPLETE):
        parameters = details.parameters or ()
        n_left_out = len(parameters) - len(counted_parameters(details))
        for position, parameter in enumerate(parameters):
            if parameter.param_type is not None:
                yield from _iter_uses(
                    parameter.param_type, _PARAMETER if position < n_left_out else _FILLED_IN
                )
    for returned in details.return_types or ():
        yield from _iter_uses(returned, _RETURN)


def _iter_uses(type_id: str, flags: int) -> Iterator[TypeUse]:
    yield TypeUse(type_id, None, flags)
    for member in receiver_types(type_id):
        if member != type_id:
            yield TypeUse(type_id, member, flags & ~_PARAMETER)


def iter_flows(details: DefinitionDetails) -> Iterator[Flow]:
    """Yield the types of values that a function declares to take and return, without those that are too common."""
    for parameter in details.parameters or ():
        if parameter.param_type is not None and parameter.type_source not in _UNDECLARED:
            yield from (Flow(type_id, _TAKES) for type_id in _signal_types(parameter.param_type))
    if details.return_type_source not in _UNDECLARED:
        for returned in details.return_types or ():
            yield from (Flow(type_id, _RETURNS) for type_id in _signal_types(returned))


def _signal_types(type_id: str) -> Iterator[str]:
    return (member for member in value_types(type_id) if not is_excluded_type(member))


def find_typed_parameters(symbol: str, details: DefinitionDetails) -> list[TypedParameter]:
    """Return the parameters of a function whose types are declared, and a receiver without one."""
    found = []
    for position, parameter in enumerate(details.parameters or ()):
        is_receiver = position == 0 and parameter.name in _RECEIVER_NAMES
        if parameter.param_type is not None or is_receiver:
            source = parameter.type_source or TypeSource.ANNOTATION
            found.append(TypedParameter(member_symbol(symbol, parameter.name), parameter.param_type, source))
    return found


def find_bases(details: DefinitionDetails) -> tuple[str, ...]:
    """Return the types that a type inherits from or implements, as they are written."""
    return (*(details.inherits or ()), *(details.implements or ()))
