"""Abstract values: what an expression may evaluate to, as far as it is known without running it.

A value is a definition itself, an instance of a type, a namespace, or something external, each with its certainty.
"""

import enum
from typing import TypeAlias

import msgspec

from codeshed.model.facts.code_expressions import CodeExpression, TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.resolve.generic.definition_key import DefinitionKey


class Certainty(enum.IntEnum):
    """How a value is known: by names alone, by declared types, or inferred from assignments. Larger is less certain."""

    DECLARED = 0
    TYPED = 1
    INFERRED = 2


def least_certain(*levels: Certainty) -> Certainty:
    """Return the least certain of some levels."""
    return max(levels)


class DefinitionValue(msgspec.Struct, frozen=True):
    """A function, type or variable itself. For a member of a generic object, `through` is the object that it was taken from."""

    entity: DefinitionKey
    certainty: Certainty = Certainty.DECLARED
    through: "Instance | None" = None


class MemberView(msgspec.Struct, frozen=True):
    """Which members of a type are seen: only those named, or with `is_without` all others. `Pick<A, "a">`, `Omit<A, "a">`."""

    names: tuple[str, ...]
    is_without: bool = False

    def shows(self, name: str) -> bool:
        """Whether a member is seen."""
        return (name in self.names) is not self.is_without


class Instance(msgspec.Struct, frozen=True):
    """An instance of a type of the repository, with its type arguments.

    If `is_receiver`, its type is the runtime class of the receiver, as `static` in PHP.
    """

    entity: DefinitionKey
    certainty: Certainty
    arguments: tuple["Value", ...] = ()
    is_receiver: bool = False
    views: tuple[MemberView, ...] = ()
    """Restrict the members that it has: only those that all views show."""

    def shows(self, name: str) -> bool:
        """Whether all views show the members of a name."""
        return all(view.shows(name) for view in self.views)


class SequenceValue(msgspec.Struct, frozen=True):
    """An array or list, with the possible values of its elements."""

    items: tuple["Value", ...]
    certainty: Certainty


class TypeVariable(msgspec.Struct, frozen=True):
    """An instance of a type parameter of the definition `entity`."""

    entity: DefinitionKey
    name: str
    certainty: Certainty = Certainty.TYPED


class Unknown(msgspec.Struct, frozen=True):
    """A type argument of which nothing is known."""

    certainty: Certainty = Certainty.TYPED


class ObjectLiteral(msgspec.Struct, frozen=True):
    """An object literal: the expressions of its fields; its functions are members of the definition `definition`."""

    definition: DefinitionKey
    fields: tuple[tuple[str, CodeExpression], ...]
    certainty: Certainty = Certainty.DECLARED


class Namespace(msgspec.Struct, frozen=True):
    """A namespace, package or module itself."""

    key: str
    certainty: Certainty = Certainty.DECLARED


class External(msgspec.Struct, frozen=True):
    """Something external to the repository, by its dotted name, or an instance of an external type.

    If `may_be_repository_object`, external code returned it, and it may be an instance of any type, also one of the repository.
    `element_names` are the names of a tuple's elements.
    """

    name: str
    certainty: Certainty = Certainty.DECLARED
    is_instance: bool = False
    arguments: tuple["Value", ...] = ()
    may_be_repository_object: bool = False
    element_names: tuple[str, ...] = ()


Value: TypeAlias = (
    DefinitionValue | Instance | SequenceValue | TypeVariable | Unknown | ObjectLiteral | Namespace | External
)
Values: TypeAlias = tuple[Value, ...]

NO_VALUES: Values = ()
UNKNOWN = Unknown()


class Place(msgspec.Struct, frozen=True):
    """A position in the source that names are resolved from: a file, the definition around it, an offset.

    In the head of the definition numbered `head`, its type parameters are in scope, its members are not. `namespace` is the
    namespace of the block around the position, if no definition has it.
    """

    path: str
    definition: int
    offset: int
    head: int = TOP_LEVEL
    namespace: str = ""


def declaration_place(entity: DefinitionKey, definition: CodeDefinition) -> Place:
    """Return the position that the types in a declaration are resolved from.

    That is around the definition, or in it if only the definition itself knows its namespace.
    """
    is_in_block = definition.parent == TOP_LEVEL and bool(definition.namespace)
    around = entity.number if is_in_block else definition.parent
    return Place(entity.path, around, definition.begin, head=entity.number)


def limit_certainty(value: Value, certainty: Certainty) -> Value:
    """Return the value with its certainty limited to another one."""
    if value.certainty >= certainty:
        return value
    return msgspec.structs.replace(value, certainty=certainty)


def is_unannotated(type_ref: TypeRef | None) -> bool:
    """Whether a type annotation is missing or has no name."""
    return type_ref is None or not type_ref.name


def type_names_in(type_ref: TypeRef | None) -> tuple[str, ...]:
    """Return all names in a type, outermost first."""
    if type_ref is None:
        return ()
    return (type_ref.name, *(name for each in type_ref.arguments for name in type_names_in(each)))
