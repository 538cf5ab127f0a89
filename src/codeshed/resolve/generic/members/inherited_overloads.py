"""Functions of one name that a type has itself and from its bases.

Turns: a type, a name and how many arguments a call has → the members of that name which it may mean. Those of bases count
where a language has overloads, or a type says that it shows them, but none that a nearer type has with the same parameters.
"""

from codeshed.model.code_facts import CodeParameter
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.type_members import Fits
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.values.values import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Unknown,
    Variable,
)


class InheritedOverloads:
    """Looks for functions of one name in a type and its bases."""

    def __init__(self, ground: Ground, types: WrittenTypes) -> None:
        self._program = ground.program
        self._members = ground.members
        self._generics = ground.generics
        self._signatures = ground.signatures
        self._types = types

    def find(self, owner: Entity, name: str, fits: Fits, n_arguments: int | None) -> tuple[Entity, ...]:
        """Return the members of a name that fit: those of all types that a call may mean, else of the nearest one."""
        is_counted = n_arguments is not None and self._signatures.are_counted(owner.path)
        nearest: tuple[Entity, ...] = ()
        found: dict[Entity, None] = {}
        for holder, members in self._members.having(owner, name, fits):
            if not nearest:
                nearest = members
                found.update(dict.fromkeys(members))
            elif self._is_seen(holder, owner):
                self._add(found, members, owner)
            if not all(map(self._program.is_function, nearest)):
                break
            if not is_counted and not self._shows(holder, name):
                break
        if not is_counted:
            return tuple(found)
        taking = tuple(each for each in found if self.may_be_called(each, n_arguments))
        return nearest if not taking or set(taking) <= set(nearest) else taking

    def may_be_called(self, member: Entity, n_arguments: int | None) -> bool:
        """Whether a member may take so many arguments, as a function or as what it holds."""
        is_function = self._program.is_function(member)
        return not is_function or self._signatures.may_take(member, n_arguments)

    def _shows(self, holder: Entity, name: str) -> bool:
        """Whether a type says that the functions of a name which its bases have count beside its own."""
        return any(name in self._program.definition(each).shown for each in self._program.parts(holder))

    def _is_seen(self, holder: Entity, owner: Entity) -> bool:
        """Whether members of a base are members of a type, and not only of what it is seen as."""
        is_silent = self._program.customs_at(owner.path).are_interfaces_silent
        return not is_silent or self._is_interface(owner) or not self._is_interface(holder)

    def _is_interface(self, entity: Entity) -> bool:
        return self._program.definition(entity).type_kind is TypeKind.INTERFACE

    def _add(self, found: dict[Entity, None], members: tuple[Entity, ...], owner: Entity) -> None:
        """Add functions of a base that no nearer one overrides; one of a type below another's takes the place of that."""
        nearer = tuple(found)
        for member in members:
            if not (self._program.is_function(member) and self._signatures.is_seen_below(member, owner)):
                continue
            same = [each for each in nearer if self._take_the_same(each, member, owner)]
            if not same:
                found[member] = None
            for each in same:
                if self._is_below(member, each):
                    found.pop(each, None)
                    found[member] = None

    def _is_below(self, member: Entity, other: Entity) -> bool:
        """Whether the type of a member derives from that of another one."""
        own, base = self._members.owner_of(member), self._members.owner_of(other)
        return own is not None and base is not None and base in self._members.ancestors(own)

    def _take_the_same(self, one: Entity, other: Entity, owner: Entity) -> bool:
        """Whether two functions of a type take the same, as far as is known; bases are seen through the type."""
        if self._signatures.take_the_same(one, other):
            return True
        mine, its = (self._program.definition(each).parameters for each in (one, other))
        return len(mine) == len(its) and all(
            first.kind is second.kind
            and first.is_pointer is second.is_pointer
            and self._are_same(self._meant(one, first, owner), self._meant(other, second, owner))
            for first, second in zip(mine, its, strict=True)
        )

    def _meant(self, function: Entity, parameter: CodeParameter, owner: Entity) -> Meanings:
        if parameter.type is None:
            return ()
        place = Place(function.path, function.number, self._program.definition(function).begin)
        meant = self._types.type_at(parameter.type, place)
        return self._generics.seen(meant, self._generics.own(owner), function)

    def _are_same(self, one: Meanings, other: Meanings) -> bool:
        return len(one) != 1 or len(other) != 1 or self._is_same(one[0], other[0])

    def _is_same(self, one: Meaning, other: Meaning) -> bool:
        """Whether two types may be one; a parameter of a type that nothing stands for may be anything."""
        match one, other:
            case (Unknown(), _) | (_, Unknown()) | (Variable(), Variable()):
                return True
            case (Variable(entity=entity), _) | (_, Variable(entity=entity)):
                return self._program.is_type(entity)
            case Instance(), Instance():
                first, second = (self._program.parts(each.entity)[0] for each in (one, other))
                return first == second and self._are_all_same(one.arguments, other.arguments)
            case Outside(), Outside():
                return one.name == other.name and self._are_all_same(one.arguments, other.arguments)
            case Sequence(), Sequence():
                return self._are_all_same(one.items, other.items)
            case _:
                return False

    def _are_all_same(self, one: Meanings, other: Meanings) -> bool:
        return all(self._is_same(mine, its) for mine, its in zip(one, other, strict=False))
