"""Methods that tests can call without a receiver.

Turns: types that are mixed into tests, `RSpec.configure { |config| config.include A }` + a name → members of these types.
"""

from collections import defaultdict
from functools import cached_property

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.model.languages.language import is_test_path
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import QueryKind
from codeshed.resolve.generic.members.member_lookup import MemberLookup, ReadType
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    Instance,
    Place,
    Values,
)

_Mixins = list[tuple[TypeRef, Place]]
"""Types that are mixed in, with their places."""


class TestCaseMembers:
    """Looks up methods that are mixed into tests."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup, read_type: ReadType) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._read_type = read_type

    def find(self, name: str, place: Place) -> Values:
        """Return the methods that an unqualified name means in a test; those of the file itself come first.

        Within a type it is a guess: the type may be mixed into tests itself.
        """
        if not self._symbol_table.rules_at(place.path).all_tests_block or not is_test_path(place.path):
            return NO_VALUES
        language = self._symbol_table.files[place.path].language
        self._symbol_table.query_trace.record((QueryKind.ROOT_MIXINS.value, language))
        in_type = self._members.enclosing_type(place) is not None
        certainty = Certainty.INFERRED if in_type else Certainty.DECLARED
        for mixins in (self._in_own_tests[place.path], self._in_all_tests[language]):
            found = dict.fromkeys(member for each in mixins for member in self._members_of(*each, name))
            if found:
                return tuple(DefinitionValue(each, certainty) for each in found)
        return NO_VALUES

    def _members_of(self, type_ref: TypeRef, place: Place, name: str) -> tuple[DefinitionKey, ...]:
        return tuple(
            member
            for value in self._read_type(type_ref, place)[:1]
            if isinstance(value, Instance)
            for member in self._members.lookup(value.entity, name, self._symbol_table.is_function)
        )

    @cached_property
    def _in_all_tests(self) -> defaultdict[str, _Mixins]:
        """What is mixed into all tests, by language."""
        found: defaultdict[str, _Mixins] = defaultdict(list)
        for view in self._symbol_table.files.values():
            found[view.language] += self._declared_mixins(
                view.path, self._symbol_table.rules_at(view.path).all_tests_block
            )
        return found

    @cached_property
    def _in_own_tests(self) -> defaultdict[str, _Mixins]:
        """What files mix into their own tests."""
        found: defaultdict[str, _Mixins] = defaultdict(list)
        for view in self._symbol_table.files.values():
            found[view.path] += self._declared_mixins(
                view.path, self._symbol_table.rules_at(view.path).own_tests_block
            )
        return found

    def _declared_mixins(self, path: str, owner: str) -> _Mixins:
        return [
            (each, Place(path, TOP_LEVEL, NO_OFFSET, namespace=extension.namespace))
            for extension in self._symbol_table.files[path].facts.extensions
            if owner and extension.owner.name == owner
            for each in extension.inherits
        ]
