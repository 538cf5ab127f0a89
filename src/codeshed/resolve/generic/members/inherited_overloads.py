"""Overloads that a type inherits.

Turns: a type, a name and the number of arguments → the members of that name that a call may mean. Overloads of bases count
if the language has overloads, or the type re-exports them (`using Base::f`), unless a nearer type overrides them.
"""

from codeshed.model.facts.code_facts import CodeParameter
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberFilter
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.values import (
    External,
    Instance,
    Place,
    SequenceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
)


class InheritedOverloads:
    """Collects the overloads of a name in a type and its bases."""

    def __init__(self, context: ResolverContext, types: TypeLowering) -> None:
        self._symbol_table = context.symbol_table
        self._members = context.members
        self._generics = context.generics
        self._signatures = context.signatures
        self._types = types

    def find(
        self, owner: DefinitionKey, name: str, accepts: MemberFilter, n_arguments: int | None
    ) -> tuple[DefinitionKey, ...]:
        """Return the matching members: those of all types that accept the number of arguments, else of the nearest one."""
        is_counted = n_arguments is not None and self._signatures.has_arity_overloads(owner.path)
        nearest: tuple[DefinitionKey, ...] = ()
        found: dict[DefinitionKey, None] = {}
        for base, members in self._members.iter_owners(owner, name, accepts):
            if not nearest:
                nearest = members
                found.update(dict.fromkeys(members))
            elif self._is_in_scope(base, owner):
                self._add(found, members, owner)
            if not all(map(self._symbol_table.is_function, nearest)):
                break
            if not is_counted and not self._reexports(base, name):
                break
        if not is_counted:
            return tuple(found)
        applicable = tuple(each for each in found if self.may_accept(each, n_arguments))
        return nearest if not applicable or set(applicable) <= set(nearest) else applicable

    def may_accept(self, member: DefinitionKey, n_arguments: int | None) -> bool:
        """Whether a member may be called with a number of arguments; the value of a variable may be."""
        is_function = self._symbol_table.is_function(member)
        return not is_function or self._signatures.may_accept_count(member, n_arguments)

    def _reexports(self, base: DefinitionKey, name: str) -> bool:
        """Whether a type re-exports the overloads of its bases in addition to its own."""
        return any(
            name in self._symbol_table.definition(each).using_names for each in self._symbol_table.parts(base)
        )

    def _is_in_scope(self, base: DefinitionKey, owner: DefinitionKey) -> bool:
        """Whether a type sees the members of a base. A class of C# does not see those of its interfaces."""
        is_hiding = self._symbol_table.rules_at(owner.path).hides_interface_members
        return not is_hiding or self._is_interface(owner) or not self._is_interface(base)

    def _is_interface(self, entity: DefinitionKey) -> bool:
        return self._symbol_table.definition(entity).type_kind is TypeKind.INTERFACE

    def _add(
        self, found: dict[DefinitionKey, None], members: tuple[DefinitionKey, ...], owner: DefinitionKey
    ) -> None:
        """Add overloads of a base that no nearer type overrides; one of a derived type replaces that of its base."""
        nearer = tuple(found)
        for member in members:
            if not (self._symbol_table.is_function(member) and self._signatures.is_inherited(member, owner)):
                continue
            overridden = [each for each in nearer if self._have_same_parameters(each, member, owner)]
            if not overridden:
                found[member] = None
            for each in overridden:
                if self._is_owner_derived(member, each):
                    found.pop(each, None)
                    found[member] = None

    def _is_owner_derived(self, member: DefinitionKey, other: DefinitionKey) -> bool:
        """Whether the owner of a member derives from the owner of another one."""
        own, base = self._members.owner_of(member), self._members.owner_of(other)
        return own is not None and base is not None and base in self._members.ancestors(own)

    def _have_same_parameters(self, one: DefinitionKey, other: DefinitionKey, owner: DefinitionKey) -> bool:
        """Whether two functions have the same parameter types as far as known; those of bases are seen through the type."""
        if self._signatures.have_same_parameters(one, other):
            return True
        one_parameters, other_parameters = (
            self._symbol_table.definition(each).parameters for each in (one, other)
        )
        return len(one_parameters) == len(other_parameters) and all(
            first.kind is second.kind
            and first.is_pointer is second.is_pointer
            and self._may_be_same(
                self._parameter_values(one, first, owner), self._parameter_values(other, second, owner)
            )
            for first, second in zip(one_parameters, other_parameters, strict=True)
        )

    def _parameter_values(
        self, function: DefinitionKey, parameter: CodeParameter, owner: DefinitionKey
    ) -> Values:
        if parameter.type is None:
            return ()
        place = Place(function.path, function.number, self._symbol_table.definition(function).begin)
        values = self._types.type_at(parameter.type, place)
        return self._generics.substitute_receiver_types(values, self._generics.self_instance(owner), function)

    def _may_be_same(self, one: Values, other: Values) -> bool:
        return len(one) != 1 or len(other) != 1 or self._may_be_equal(one[0], other[0])

    def _may_be_equal(self, one: Value, other: Value) -> bool:
        """Whether two types may be equal; an unbound type parameter of a type may be anything."""
        match one, other:
            case (Unknown(), _) | (_, Unknown()) | (TypeVariable(), TypeVariable()):
                return True
            case (TypeVariable(entity=entity), _) | (_, TypeVariable(entity=entity)):
                return self._symbol_table.is_type(entity)
            case Instance(), Instance():
                first, second = (self._symbol_table.parts(each.entity)[0] for each in (one, other))
                return first == second and self._may_all_be_equal(one.arguments, other.arguments)
            case External(), External():
                return one.name == other.name and self._may_all_be_equal(one.arguments, other.arguments)
            case SequenceValue(), SequenceValue():
                return self._may_all_be_equal(one.items, other.items)
            case _:
                return False

    def _may_all_be_equal(self, one: Values, other: Values) -> bool:
        return all(
            self._may_be_equal(one_value, other_value)
            for one_value, other_value in zip(one, other, strict=False)
        )
