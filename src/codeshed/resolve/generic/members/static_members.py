"""Static and instance members, in languages where a type is itself an object (Ruby).

Turns: a type or an instance of it, and a name → its members. The members of a type itself are its singleton methods and
those of its bases, the methods of modules that extend it, and what modules pass to the types that mix them in. An instance
has the inherited and mixed-in members.
"""

import enum
from collections.abc import Iterator

from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.members.member_lookup import MemberFilter, MemberLookup, any_member
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    UNKNOWN,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Namespace,
    Place,
    Value,
    Values,
)


class SelfKind(enum.Enum):
    """What `self` is: a type, an instance of it, or unknown."""

    TYPE = "type"
    INSTANCE = "object"
    UNKNOWN = "any"


class StaticMembers:
    """Looks up members of a type separately from those of its instances."""

    def __init__(
        self, symbol_table: SymbolTable, members: MemberLookup, generics: Generics, cache: QueryCache[Values]
    ) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._generics = generics
        self._cache = cache

    def separates_static_members(self, owner: DefinitionKey, name: str, *, is_function: bool = False) -> bool:
        """Whether a name is looked up separately for a type and for its instances: methods are, constants are not."""
        rules = self._symbol_table.rules_at(owner.path)
        is_method = is_function or rules.is_implemented_member(name)
        return rules.are_classes_objects and is_method and self._symbol_table.is_type(owner)

    def is_constant(self, value: Value) -> bool:
        """Whether a value is a type, a namespace, or a variable with the name of a constant."""
        if isinstance(value, DefinitionValue):
            rules, definition = (
                self._symbol_table.rules_at(value.entity.path),
                self._symbol_table.definition(value.entity),
            )
            is_function = definition.kind is DefinitionKind.FUNCTION
            return not is_function and not rules.is_implemented_member(definition.name)
        return isinstance(value, Namespace)

    def self_kind_at(self, place: Place) -> SelfKind:
        """Return what `self` is at a place; code of a type outside of methods may be in blocks for its instances."""
        definitions = self._symbol_table.files[place.path].facts.definitions
        definition = definitions[place.definition] if place.definition >= 0 else None
        if (
            definition is None
            or definition.kind is not DefinitionKind.FUNCTION
            or definition.is_static_and_instance
        ):
            return SelfKind.UNKNOWN
        return SelfKind.TYPE if _is_static(definition) else SelfKind.INSTANCE

    def is_callable_at(self, place: Place, method: DefinitionKey) -> bool:
        """Whether a method may be called on `self` at a place."""
        if not self._symbol_table.rules_at(place.path).are_classes_objects:
            return True
        match self.self_kind_at(place):
            case SelfKind.TYPE:
                return self._is_static_member(method)
            case SelfKind.INSTANCE:
                return self._is_instance_member(method)
            case SelfKind.UNKNOWN:
                return True

    def self_values(self, own: Instance, place: Place) -> tuple[Instance | DefinitionValue, ...]:
        """Return the values of `self` at a place in a type."""
        if not self._symbol_table.rules_at(own.entity.path).are_classes_objects:
            return (own,)
        itself = DefinitionValue(own.entity)
        match self.self_kind_at(place):
            case SelfKind.TYPE:
                return (itself,)
            case SelfKind.INSTANCE:
                return (own,)
            case SelfKind.UNKNOWN:
                return (own, itself)

    def super_values(self, owner: DefinitionKey, place: Place) -> tuple[Value, ...]:
        """Return the values of `super` at a place in a type."""
        side = self.self_kind_at(place)
        if side is not SelfKind.TYPE:
            return self._members.super_types(owner, with_implemented=side is SelfKind.UNKNOWN)
        mixins = (each.entity for each, _ in self._members.mixins(owner) if isinstance(each, Instance))
        extending = (each for one in (owner, *mixins) for each in self._extending(one))
        bases = self._members.bases(owner, with_implemented=False)
        types = (DefinitionValue(each.entity) if isinstance(each, Instance) else each for each in bases)
        return (*extending, *types)

    def lookup(
        self,
        value: Instance | DefinitionValue,
        name: str,
        *,
        is_function: bool,
        accepts: MemberFilter = any_member,
    ) -> tuple[DefinitionValue, ...]:
        """Return the members of a type or of an instance.

        External code may forward calls of a type to its instances (`method_missing`); such members are inferred.
        """
        if isinstance(value, Instance):
            through, certainty = value, value.certainty
            found = self.find(value.entity, name, is_type=False, accepts=accepts)
        else:
            through = self._generics.self_instance(value.entity)
            found, certainty = self._members_of_type(value, name, is_function=is_function, fits=accepts)
        members = (DefinitionValue(each, certainty, through) for each in found)
        return tuple(each for each in members if not (is_function and self.is_constant(each)))

    def _members_of_type(
        self, value: DefinitionValue, name: str, *, is_function: bool, fits: MemberFilter
    ) -> tuple[tuple[DefinitionKey, ...], Certainty]:
        owner, certainty = value.entity, value.certainty
        found = self.find(owner, name, is_type=True, accepts=fits)
        if is_function and not found:
            if name in self._symbol_table.rules_at(owner.path).universal_class_methods:
                return (), certainty
            of_objects = (
                self.find(owner, name, is_type=False, accepts=fits)
                if self._may_have_more_methods(owner)
                else ()
            )
            found = tuple(filter(self._symbol_table.is_function, of_objects))
            certainty = Certainty.INFERRED if found else certainty
        if is_function and found:
            return found, certainty
        return self._members.lookup(owner, name, self._symbol_table.is_variable) or found, certainty

    def lookup_unqualified(
        self, owner: DefinitionKey, name: str, place: Place, accepts: MemberFilter = any_member
    ) -> Values:
        """Return the members that an unqualified name means in a type: methods before variables, the most certain first."""
        receivers = self.self_values(self._generics.self_instance(owner), place)
        found = [
            tuple(
                each
                for each in self.lookup(one, name, is_function=True, accepts=accepts)
                if self._is_callable_by_name(each)
            )
            for one in reversed(receivers)
        ]
        return min(filter(None, found), key=self._sort_key, default=NO_VALUES)

    def _sort_key(self, members: tuple[DefinitionValue, ...]) -> tuple[bool, Certainty]:
        """Return a sort key for members: methods before variables, then by certainty."""
        return all(self._symbol_table.is_variable(each.entity) for each in members), members[0].certainty

    def _is_callable_by_name(self, member: DefinitionValue) -> bool:
        return not self._symbol_table.is_constructor(member.entity)

    def find(
        self, owner: DefinitionKey, name: str, *, is_type: bool, accepts: MemberFilter = any_member
    ) -> tuple[DefinitionKey, ...]:
        """Return the members of the nearest ancestor that has some on the type's or the instances' side."""
        places = self._static_owners(owner) if is_type else self._instance_owners(owner)
        for each, is_of_side in places:
            found = tuple(
                one for one in self._members.own_members(each, name) if is_of_side(one) and accepts(one)
            )
            if found:
                return found
        return ()

    def _instance_owners(self, owner: DefinitionKey) -> Iterator[tuple[DefinitionKey, MemberFilter]]:
        for each in self._members.ancestors(owner, with_implemented=False):
            yield each, self._is_instance_member

    def _static_owners(self, owner: DefinitionKey) -> Iterator[tuple[DefinitionKey, MemberFilter]]:
        for each in self._members.ancestors(owner, with_implemented=False):
            is_mixed = each != owner and self._symbol_table.definition(each).is_mixin
            yield each, self._is_static_of_users if is_mixed else self._is_static_member
            for extending in self._extending(each):
                yield from self._instance_owners(extending.entity)

    def _extending(self, owner: DefinitionKey) -> tuple[Instance, ...]:
        """Return the modules of the repository that extend a type (`extend M`)."""
        others = self._members.bases(owner, with_implemented=False)
        bases = self._members.bases(owner)
        return tuple(each for each in bases if isinstance(each, Instance) and each not in others)

    def _is_instance_member(self, entity: DefinitionKey) -> bool:
        definition = self._symbol_table.definition(entity)
        return definition.is_static_and_instance or not _is_static(definition)

    def _is_static_member(self, entity: DefinitionKey) -> bool:
        return _is_static(self._symbol_table.definition(entity))

    def _is_static_of_users(self, entity: DefinitionKey) -> bool:
        definition = self._symbol_table.definition(entity)
        return _is_static(definition) and definition.is_static_of_users

    def _may_have_more_methods(self, owner: DefinitionKey) -> bool:
        """Whether a type may have more static methods than the repository declares."""
        return bool(
            self._cache.memoize(
                ("open", owner), lambda: (UNKNOWN,) if self._has_unknown_methods(owner) else NO_VALUES
            )
        )

    def _has_unknown_methods(self, owner: DefinitionKey) -> bool:
        catch_all = self._symbol_table.rules_at(owner.path).method_missing
        if self.find(owner, catch_all, is_type=True):
            return True
        return any(map(self._has_unknown_bases, self._members.ancestors(owner)))

    def _has_unknown_bases(self, owner: DefinitionKey) -> bool:
        """Whether a type has a base or mixin of which not all members are known."""
        bases = (*self._members.bases(owner), *(each for each, _ in self._members.mixins(owner)))
        definitions = [self._symbol_table.definition(part) for part in self._symbol_table.parts(owner)]
        written = {
            each.name
            for definition in definitions
            for each in (
                *definition.inherits,
                *definition.implements,
                *(one.type for one in definition.mixins),
            )
        }
        is_missing = "" in written or len(set(bases)) < len(written)
        return is_missing or any(
            isinstance(each, External) and not self._is_known(each, owner) for each in bases
        )

    def _is_known(self, base: External, owner: DefinitionKey) -> bool:
        rules = self._symbol_table.rules_at(owner.path)
        is_marker = base.name.rpartition(".")[2] in rules.members_by_external_base
        return is_marker or base.name.startswith(rules.qualify_builtin(""))


def drop_less_certain_duplicates(found: Values) -> Values:
    """Drop values whose definition is there with more certainty."""
    known = {
        each.entity
        for each in found
        if isinstance(each, DefinitionValue) and each.certainty is Certainty.DECLARED
    }
    return tuple(
        each
        for each in found
        if not (
            isinstance(each, DefinitionValue)
            and each.certainty is not Certainty.DECLARED
            and each.entity in known
        )
    )


def _is_static(definition: CodeDefinition) -> bool:
    return definition.modifiers is not None and definition.modifiers.is_static
