"""What types have from bases outside of the repository.

Turns: a type and a name → the member that it may have from a base outside, or from one that no type names.
"""

from msgspec.structs import replace

from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.language_rules import Root
from codeshed.resolve.generic.members.static_members import Side, Sides
from codeshed.resolve.generic.members.type_members import Members, has_member
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import Outside, Place, Sureness


class OutsideBases:
    """Looks for members that the repository does not define."""

    def __init__(self, program: Program, members: Members, generics: Generics, sides: Sides) -> None:
        self._program = program
        self._members = members
        self._generics = generics
        self._sides = sides

    def member(self, owner: Entity, name: str, *, is_plain: bool = False) -> Outside | None:
        """Return a member that a base outside may have, its own or one of a base.

        A plain name may come from elsewhere: then what is only mixed in counts if it is known to have the member.
        If several bases may have it, which one it is can't be known. What an interface does not say itself is of a root.
        """
        customs = self._program.customs_at(owner.path)
        if name in customs.keywords:
            return None
        if customs.are_mixins_vague:
            found = self._possible(owner, name, is_vague=True)
            if found or is_plain:
                return _member(found, name)
        is_silent = is_plain and customs.are_interfaces_silent
        is_of_root = self._root(owner, name) is not None
        if not (is_silent or is_of_root):
            of_classes = customs.are_interfaces_silent and self._possible(
                owner, name, is_vague=False, with_implemented=self._is_interface(owner)
            )
            return _member(of_classes or self._possible(owner, name, is_vague=False), name)
        if self._is_interface(owner) and is_of_root:
            return None
        with_implemented = self._is_interface(owner)
        return _member(self._possible(owner, name, is_vague=False, with_implemented=with_implemented), name)

    def of_extension(self, owner: Entity, name: str, place: Place) -> Outside | None:
        """Return a member that a type itself may have from something outside that extends it, which is a guess."""
        customs = self._program.customs_at(owner.path)
        if not customs.are_types_objects or self._sides.side_at(place) is Side.OBJECT:
            return None
        others = self._members.bases(owner, with_implemented=False)
        extending = [
            each.name
            for each in self._members.bases(owner)
            if isinstance(each, Outside) and each not in others and has_member(customs, each, name)
        ]
        return Outside(f"{extending[-1]}.{name}", Sureness.INFERRED) if extending else None

    def of_root(self, owner: Entity, name: str) -> Outside | None:
        """Return a member that a type has from a base that no type names."""
        root = self._root(owner, name)
        if root is None:
            return None
        own = replace(self._generics.own(owner), sureness=Sureness.TYPED)
        return Outside(f"{root.name}.{name}", arguments=(own,) if root.kinds else ())

    def roots(self, owner: Entity) -> tuple[Outside, ...]:
        """Return the bases that a type has without naming them, as objects."""
        customs = self._program.customs_at(owner.path)
        kind = self._program.definition(owner).type_kind
        return tuple(
            Outside(each.name, is_instance=True)
            for each in customs.roots
            if not each.kinds or kind in each.kinds
        )

    def _root(self, owner: Entity, name: str) -> Root | None:
        definition = self._program.definition(owner)
        if definition.kind is not DefinitionKind.TYPE:
            return None
        roots = self._program.customs_at(owner.path).roots
        return next(
            (
                root
                for root in roots
                if name in root.members and (not root.kinds or definition.type_kind in root.kinds)
            ),
            None,
        )

    def _is_interface(self, owner: Entity) -> bool:
        return self._program.definition(owner).type_kind is TypeKind.INTERFACE

    def _possible(
        self, owner: Entity, name: str, *, is_vague: bool, with_implemented: bool = True
    ) -> tuple[str, ...]:
        """Return the bases outside that may have a member, the nearest first; none if there may be others."""
        customs = self._program.customs_at(owner.path)
        found: dict[str, None] = {}
        for each in self._members.ancestors(owner, with_implemented=with_implemented):
            definition = self._program.definition(each)
            if customs.are_types_values and any(not mixin.type.name for mixin in definition.mixins):
                return ()
            if definition.is_open and definition.name in customs.builtins and not definition.space:
                return (*found, customs.outer(definition.name))
            trusted = self._members.bases(each, with_implemented=with_implemented and not is_vague)
            mixed = (mixin for mixin, _ in self._members.mixins(each))
            vague = (*mixed, *(self._members.bases(each) if is_vague else ()))
            # What is derived has the methods that its macro writes: these are known of some traits alone.
            is_derived = customs.has_traits and not is_vague
            sure = self._members.bases(each, with_implemented=False) if is_derived else trusted
            for base in (*trusted, *vague):
                is_unsure = (is_vague or is_derived) and base not in sure
                if isinstance(base, Outside) and has_member(customs, base, name, is_vague=is_unsure):
                    found[base.name] = None
        return tuple(found)


def _member(bases: tuple[str, ...], name: str) -> Outside | None:
    """Return the member of the nearest base, which is a guess if there are others."""
    if not bases:
        return None
    return Outside(f"{bases[0]}.{name}", Sureness.DECLARED if len(bases) == 1 else Sureness.INFERRED)
