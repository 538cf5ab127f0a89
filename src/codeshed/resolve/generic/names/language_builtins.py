"""Names that a language gives to all of its files.

Turns: a plain name → what it means outside of the repository: something built in, a member that every object has.
"""

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.members_of_external_bases import OutsideBases
from codeshed.resolve.generic.members.root_members import RootMembers
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.names.name_resolution import Names
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Meanings,
    Outside,
    Place,
    Sureness,
    less_sure,
)


class LanguageNames:
    """Looks names up that no file defines."""

    def __init__(
        self,
        program: Program,
        members: Members,
        names: Names,
        outside_bases: OutsideBases,
        root_members: RootMembers,
    ) -> None:
        self._program = program
        self._members = members
        self._names = names
        self._outside_bases = outside_bases
        self._root_members = root_members

    def from_root(self, name: str, place: Place) -> Meanings:
        """Return what a dotted name means that begins in the space around all others.

        Where files have names of their own in it, those that a file sees count, too.
        """
        customs = self._program.customs_at(place.path)
        found = self._names.spaces.in_space(customs.root, name)
        if found or not customs.linked_space:
            return found
        seen = self._names.in_file(Place(place.path, TOP_LEVEL, NOWHERE), name)
        return tuple(each for each in seen if isinstance(each, Defined) and self._is_around_all(each.entity))

    def outside_root(self, name: str, place: Place) -> Outside:
        """Return what a dotted name means outside that begins in the space around all others."""
        customs = self._program.customs_at(place.path)
        is_of_language = name.partition(".")[0] in customs.builtins
        return Outside(customs.outer(name) if is_of_language else name)

    def _is_around_all(self, entity: Entity) -> bool:
        """Whether something lies in no type and in no namespace."""
        definition = self._program.definition(entity)
        return definition.parent == TOP_LEVEL and definition.owner is None and not definition.space

    def builtin(self, name: str, place: Place, *, is_called: bool = False) -> Meanings:
        """Return what a name means that is built in, or may come from outside."""
        customs = self._program.customs_at(place.path)
        view = self._program.files[place.path]
        own = self._names.own_module(place.path, name)
        if own:
            return own
        if name in customs.primitives or name in customs.root_spaces:
            return (Outside(name),)
        may_be_method = customs.has_implicit_receiver and (is_called or not name[:1].isupper())
        may_be_member = may_be_method and self._program.is_member(view.language, name)
        is_known = self._names.is_imported(place, name) or may_be_member or self._is_given_members(name, view)
        if customs.has_overloads and not customs.are_functions_apart:
            is_known = is_known or self._program.has_type(view.language, name)
        if name not in customs.builtins:
            found = self._names.outside_star(place, name, is_called=is_called)
            if is_known or (is_called and not found and customs.are_functions_members):
                return NOTHING
            if found or not customs.is_outside(name):
                return found
            if customs.are_unknown_elsewhere:
                return (Outside(name),)
        return (Outside(customs.outer(name)),)

    def _is_given_members(self, name: str, view: FileView) -> bool:
        """Whether a file gives methods to a class that nothing defines: it is one of the repository, wherever it is made."""
        library = self._program.customs[view.language].library_types
        is_class = bool(library) and name not in library and name[:1].isupper()
        return is_class and view.gives_members(name)

    def space(self, name: str, place: Place) -> Meanings:
        """Return the namespace of a name that belongs to the language itself."""
        customs = self._program.customs_at(place.path)
        return (Outside(f"{customs.outside}.{name}"),) if name in customs.own_spaces else NOTHING

    def member_of_all(self, name: str, place: Place) -> Meanings:
        """Return the member of a name that the language gives to every object."""
        customs = self._program.customs_at(place.path)
        is_of_all = name in customs.members_of_all or name in customs.functions_of_all
        return (Outside(f"{customs.outside}.{name}"),) if is_of_all else NOTHING

    def of_root_type(self, name: str, place: Place) -> Meanings:
        """Return the member of a name that every object has, from what the repository adds to the root of all types."""
        return tuple(map(Defined, self._root_members.find(self._program.files[place.path].language, name)))

    def unless_mixed_in(self, found: Meanings, name: str, place: Place) -> Meanings:
        """Return functions of other files, which are a guess where the root type may have the name from outside.

        Whether another file is loaded is not known; if it is not, what is mixed into the root type is meant.
        """
        language = self._program.files[place.path].language
        is_elsewhere = any(
            isinstance(each, Defined)
            and each.entity.path != place.path
            and self._program.is_function(each.entity)
            for each in found
        )
        if not is_elsewhere or not self._root_members.may_be_outside(language, name):
            return found
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def of_root(self, name: str, place: Place) -> Meanings:
        """Return the member that a plain name means which every type has."""
        owner = self._members.type_around(place)
        found = None if owner is None else self._outside_bases.of_root(owner, name)
        return NOTHING if found is None else (found,)

    def inherited(self, name: str, place: Place, *, is_called: bool) -> Meanings:
        """Return what a plain name means that may be a member of a base outside of the repository.

        That is a guess if several types around the place may have it, or if it may come from elsewhere. What extends a
        type comes before a base that belongs to the language, of which most is known.
        """
        customs = self._program.customs_at(place.path)
        is_function = is_called and not customs.applied
        is_like_member = name[:1].islower() or (is_function and not name.isupper())
        is_builtin = name in customs.builtins
        if not customs.has_implicit_receiver or not is_like_member or name in customs.root_spaces:
            return NOTHING
        found: list[Outside] = []
        for owner in self._members.types_around(place):
            member = self._outside_bases.member(owner, name, is_plain=True)
            found += [] if member is None else [member]
            is_of_all = self._outside_bases.of_root(owner, name) is not None
            if is_of_all or is_builtin or not customs.is_seen_from_within(name):
                break
        if not found:
            return NOTHING
        around = self._members.type_around(place)
        extension = None if around is None else self._outside_bases.of_extension(around, name, place)
        if extension is not None and found[0].name.startswith(customs.outer("")):
            return (extension,)
        base = found[0].name.removesuffix(f".{name}")
        before, _, behind = f"{base}.".partition(f".{name}.")
        elsewhere = self._names.outside_star(place, name, is_called=is_called)
        is_open = len(found) > 1 or customs.are_functions_free or is_builtin or bool(elsewhere or extension)
        sureness = Sureness.INFERRED if is_open else found[0].sureness
        return (Outside(f"{before}.{name}" if behind else f"{base}.{name}", sureness),)
