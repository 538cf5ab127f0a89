"""Templates that are written again for some of their arguments.

Turns: a generic type + the arguments that it is applied to → the places that may say what it is with these.
"""

import re

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program

_LEFT_OUT = re.compile(r"\bconst\b|\bstruct\b|\bclass\b|[*&\s]")
"""What a TypeRef does not say of an argument."""


def specialized(program: Program, entity: Entity, arguments: tuple[TypeRef, ...]) -> tuple[Entity, ...]:
    """Return what a type is if it is applied to arguments: what is written for these, else all that may be meant."""
    definition = program.definition(entity)
    if definition.parent != TOP_LEVEL or definition.applied_to or not arguments:
        return (entity,)
    if not definition.type_parameters:
        return (entity,)
    written = tuple(map(_text, arguments))
    possible = [entity]
    for each in program.own_names(program.files[entity.path].space_of(definition), definition.name):
        applied_to = program.definition(each).applied_to
        if applied_to == written:
            return (each,)
        if applied_to and all(map(_may_be, applied_to, written)):
            possible.append(each)
    return tuple(possible)


def _text(type_ref: TypeRef) -> str:
    inner = ",".join(map(_text, type_ref.arguments))
    return f"{type_ref.name}<{inner}>" if inner else type_ref.name


def _may_be(applied_to: str, written: str) -> bool:
    """Whether an argument may be one that a template is written for; `#` stands for any."""
    plain = _LEFT_OUT.sub("", applied_to)
    return not written or "#" in plain or plain == _LEFT_OUT.sub("", written)
