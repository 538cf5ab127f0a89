"""Implicit conversions in C++, as far as they can be ruled out.

Turns: an instance of a type → whether that has conversion functions (`operator bool()`); a type → a pointer to it.
"""

from typing import Protocol

from msgspec.structs import replace

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import External, Instance, Value

_CONVERSION_PREFIX = "operator "
"""Prefix of the names of conversion functions in C++."""

_ARITHMETIC_WORDS = frozenset(
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
"""The words that arithmetic types consist of: `unsigned long`."""


class TypeMembers(Protocol):
    """What must be known of types."""

    generics: Generics
    members: MemberLookup


class ImplicitConversions:
    """Looks for conversion functions of types."""

    def __init__(self, symbol_table: SymbolTable, evaluator: TypeMembers) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator

    def has_no_conversions(self, instance: Instance) -> bool:
        """Whether an object cannot be converted: all its bases are known, and none has a conversion function."""
        bases = tuple(self._evaluator.generics.bases(instance))
        owners = (instance.entity, *(each.entity for each in bases if isinstance(each, Instance)))
        are_known = all(isinstance(each, Instance) for each in bases)
        return are_known and not any(map(self._has_conversion_function, owners))

    def _has_conversion_function(self, owner: DefinitionKey) -> bool:
        names = (
            self._symbol_table.definition(each).name
            for each in self._evaluator.members.all_own_members(owner)
        )
        return any(name.startswith(_CONVERSION_PREFIX) for name in names)


def pointer_to(value: Value) -> Value:
    """Return the type of a pointer to a value; pointers to repository objects are not distinguished from the objects."""
    if not isinstance(value, External) or not value.is_instance:
        return value
    return replace(value, name=f"{value.name}*")


def is_numeric(value: Value) -> bool:
    """Whether a type is arithmetic."""
    return isinstance(value, External) and _ARITHMETIC_WORDS.issuperset(value.name.rpartition(".")[2].split())
