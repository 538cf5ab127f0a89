"""What an expression may mean.

A meaning is a definition itself, an object of a type, a space, or something outside; each with how it is known.
"""

import enum
from typing import TypeAlias

import msgspec

from codeshed.model.code_expressions import CodeExpression, TypeRef
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.resolve.generic.entity import Entity


class Sureness(enum.IntEnum):
    """How a meaning is known: by names alone, by declared types, or by what was assigned; the larger the less sure."""

    DECLARED = 0
    TYPED = 1
    INFERRED = 2


class Defined(msgspec.Struct, frozen=True):
    """A definition itself: a function, type or variable that is named, and the object that it is a member of, if generic."""

    entity: Entity
    sureness: Sureness = Sureness.DECLARED
    through: "Instance | None" = None


class Instance(msgspec.Struct, frozen=True):
    """An object of a type of the repository, with what a generic one is applied to.

    One that `is_receiver` is of the very type of the object whose method speaks of it, as `static` in PHP.
    """

    entity: Entity
    sureness: Sureness
    arguments: tuple["Meaning", ...] = ()
    is_receiver: bool = False


class Sequence(msgspec.Struct, frozen=True):
    """An array or list of something."""

    items: tuple["Meaning", ...]
    sureness: Sureness


class Variable(msgspec.Struct, frozen=True):
    """An object of a type that a type parameter of a definition stands for."""

    entity: Entity
    name: str
    sureness: Sureness = Sureness.TYPED


class Unknown(msgspec.Struct, frozen=True):
    """In the place of an argument: a type of which nothing is known."""

    sureness: Sureness = Sureness.TYPED


class Record(msgspec.Struct, frozen=True):
    """An object that is written out in a definition: what stands in its fields, and the functions that it has."""

    written_in: Entity
    fields: tuple[tuple[str, CodeExpression], ...]
    sureness: Sureness = Sureness.DECLARED


class Space(msgspec.Struct, frozen=True):
    """A whole space."""

    key: str
    sureness: Sureness = Sureness.DECLARED


class Outside(msgspec.Struct, frozen=True):
    """Something outside of the repository by its dotted name, or an object of such a type.

    What something outside gives `may_be_any` object, also one of the repository. `part_names` are those of a tuple's parts.
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
    """Where something is written: in a file, in a definition, at an offset.

    In the head of a definition its type parameters can be seen, its members can't. `space` is the namespace of the block
    around it, if no definition tells that.
    """

    path: str
    definition: int
    offset: int
    head: int = TOP_LEVEL
    space: str = ""


def place_of(entity: Entity, definition: CodeDefinition) -> Place:
    """Return where the types of a definition are written: around it, or in it if only it knows its namespace."""
    is_in_block = definition.parent == TOP_LEVEL and bool(definition.space)
    around = entity.number if is_in_block else definition.parent
    return Place(entity.path, around, definition.begin, head=entity.number)


def less_sure(meaning: Meaning, sureness: Sureness) -> Meaning:
    """Return a meaning that is at most as sure as something else."""
    if meaning.sureness >= sureness:
        return meaning
    return msgspec.structs.replace(meaning, sureness=sureness)


def is_unwritten(type_ref: TypeRef | None) -> bool:
    """Whether nothing is known of a type from what is written."""
    return type_ref is None or not type_ref.name


def names_in(type_ref: TypeRef | None) -> tuple[str, ...]:
    """Return all names that a type is made of."""
    if type_ref is None:
        return ()
    return (type_ref.name, *(name for each in type_ref.arguments for name in names_in(each)))
