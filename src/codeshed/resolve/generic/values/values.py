"""Abstract values: what an expression may evaluate to, as far as it is known without running it.

A value is a definition itself, an instance of a type, a namespace, or something external, each with its certainty.
"""

import enum
from typing import TypeAlias

import msgspec

from codeshed.model.code_expressions import CodeExpression, TypeRef
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.resolve.generic.definition_key import Entity


class Sureness(enum.IntEnum):
    """How a value is known: by names alone, by declared types, or inferred from assignments. Larger is less certain."""

    DECLARED = 0
    TYPED = 1
    INFERRED = 2


class Defined(msgspec.Struct, frozen=True):
    """A function, type or variable itself. For a member of a generic object, `through` is the object that it was taken from."""

    entity: Entity
    sureness: Sureness = Sureness.DECLARED
    through: "Instance | None" = None


class Instance(msgspec.Struct, frozen=True):
    """An instance of a type of the repository, with its type arguments.

    If `is_receiver`, its type is the runtime class of the receiver, as `static` in PHP.
    """

    entity: Entity
    sureness: Sureness
    arguments: tuple["Meaning", ...] = ()
    is_receiver: bool = False


class Sequence(msgspec.Struct, frozen=True):
    """An array or list, with the possible values of its elements."""

    items: tuple["Meaning", ...]
    sureness: Sureness


class Variable(msgspec.Struct, frozen=True):
    """An instance of a type parameter of the definition `entity`."""

    entity: Entity
    name: str
    sureness: Sureness = Sureness.TYPED


class Unknown(msgspec.Struct, frozen=True):
    """A type argument of which nothing is known."""

    sureness: Sureness = Sureness.TYPED


class Record(msgspec.Struct, frozen=True):
    """An object literal: the expressions of its fields; its functions are members of the definition `written_in`."""

    written_in: Entity
    fields: tuple[tuple[str, CodeExpression], ...]
    sureness: Sureness = Sureness.DECLARED


class Space(msgspec.Struct, frozen=True):
    """A namespace, package or module itself."""

    key: str
    sureness: Sureness = Sureness.DECLARED


class Outside(msgspec.Struct, frozen=True):
    """Something external to the repository, by its dotted name, or an instance of an external type.

    If `may_be_any`, external code returned it, and it may be an instance of any type, also one of the repository.
    `part_names` are the names of a tuple's elements.
    """

    name: str
    sureness: Sureness = Sureness.DECLARED
    is_instance: bool = False
    arguments: tuple["Meaning", ...] = ()
    may_be_any: bool = False
    part_names: tuple[str, ...] = ()


Meaning: TypeAlias = Defined | Instance | Sequence | Variable | Unknown | Record | Space | Outside
Meanings: TypeAlias = tuple[Meaning, ...]

NOTHING: Meanings = ()
UNKNOWN = Unknown()


class Place(msgspec.Struct, frozen=True):
    """A position in the source that names are resolved from: a file, the definition around it, an offset.

    In the head of the definition numbered `head`, its type parameters are in scope, its members are not. `space` is the
    namespace of the block around the position, if no definition has it.
    """

    path: str
    definition: int
    offset: int
    head: int = TOP_LEVEL
    space: str = ""


def place_of(entity: Entity, definition: CodeDefinition) -> Place:
    """Return the position that the types in a declaration are resolved from.

    That is around the definition, or in it if only the definition itself knows its namespace.
    """
    is_in_block = definition.parent == TOP_LEVEL and bool(definition.space)
    around = entity.number if is_in_block else definition.parent
    return Place(entity.path, around, definition.begin, head=entity.number)


def less_sure(value: Meaning, certainty: Sureness) -> Meaning:
    """Return the value with its certainty limited to another one."""
    if value.sureness >= certainty:
        return value
    return msgspec.structs.replace(value, sureness=certainty)


def is_unwritten(type_ref: TypeRef | None) -> bool:
    """Whether a type annotation is missing or has no name."""
    return type_ref is None or not type_ref.name


def names_in(type_ref: TypeRef | None) -> tuple[str, ...]:
    """Return all names in a type, outermost first."""
    if type_ref is None:
        return ()
    return (type_ref.name, *(name for each in type_ref.arguments for name in names_in(each)))
