"""What objects and pointers are never turned into, where a language turns them into others without a word.

Turns: an object of a type → whether a function of that type may make something else of it; a type → that of a pointer to it.
"""

from typing import Protocol

from msgspec.structs import replace

from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import Instance, Meaning, Outside

_CAST = "operator "
"""What the names of functions begin with that turn an object into another one, in C++."""

_NUMBERS = frozenset(
    [
        "bool",
        "char",
        "double",
        "float",
        "int",
        "long",
        "short",
        "signed",
        "unsigned",
        "wchar_t",
        "char8_t",
        "char16_t",
        "char32_t",
    ]
)
"""The words that the types of numbers are made of."""


class TypeMembers(Protocol):
    """What must be known of types."""

    generics: Generics
    members: Members


class Conversions:
    """Looks for functions that turn objects into others."""

    def __init__(self, program: Program, meant: TypeMembers) -> None:
        self._program = program
        self._meant = meant

    def has_none(self, given: Instance) -> bool:
        """Whether no function makes a number or a pointer of an object: all bases of its type are known, and none has one."""
        bases = tuple(self._meant.generics.bases(given))
        owners = (given.entity, *(each.entity for each in bases if isinstance(each, Instance)))
        are_known = all(isinstance(each, Instance) for each in bases)
        return are_known and not any(map(self._has_cast, owners))

    def _has_cast(self, owner: Entity) -> bool:
        names = (self._program.definition(each).name for each in self._meant.members.all_own(owner))
        return any(name.startswith(_CAST) for name in names)


def pointed_to(meaning: Meaning) -> Meaning:
    """Return what a pointer is; one to an object of the repository is not told from the object."""
    if not isinstance(meaning, Outside) or not meaning.is_instance:
        return meaning
    return replace(meaning, name=f"{meaning.name}*")


def is_number(meaning: Meaning) -> bool:
    """Whether a type is one of the language's own numbers."""
    return isinstance(meaning, Outside) and _NUMBERS.issuperset(meaning.name.rpartition(".")[2].split())
