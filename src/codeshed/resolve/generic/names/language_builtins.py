"""Names that no file defines: builtins, universal members, and members of external bases.

Turns: an unqualified name → external symbols, with a certainty that falls if the repository may define the name after all.
"""

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import Entity
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
    """Looks up names that no file defines."""

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
        """Resolve a dotted name from the root namespace: `::a::b` in C++.

        Where files have private names in it, those that the file sees count too.
        """
        rules = self._program.customs_at(place.path)
        found = self._names.spaces.in_space(rules.root, name)
        if found or not rules.linked_space:
            return found
        seen = self._names.in_file(Place(place.path, TOP_LEVEL, NOWHERE), name)
        return tuple(each for each in seen if isinstance(each, Defined) and self._is_global(each.entity))

    def outside_root(self, name: str, place: Place) -> Outside:
        """Return the external symbol of a dotted name from the root namespace."""
        rules = self._program.customs_at(place.path)
        is_of_language = name.partition(".")[0] in rules.builtins
        return Outside(rules.outer(name) if is_of_language else name)

    def _is_global(self, entity: Entity) -> bool:
        """Whether a definition is in no type and no namespace."""
        definition = self._program.definition(entity)
        return definition.parent == TOP_LEVEL and definition.owner is None and not definition.space

    def builtin(self, name: str, place: Place, *, is_called: bool = False) -> Meanings:
        """Resolve a builtin, or a name that may be external."""
        rules = self._program.customs_at(place.path)
        scope = self._program.files[place.path]
        own = self._names.own_module(place.path, name)
        if own:
            return own
        if name in rules.primitives or name in rules.root_spaces:
            return (Outside(name),)
        may_be_method = rules.has_implicit_receiver and (is_called or not name[:1].isupper())
        may_be_member = may_be_method and self._program.is_member(scope.language, name)
        is_known = (
            self._names.is_imported(place, name) or may_be_member or self._is_extended_class(name, scope)
        )
        if rules.has_overloads and not rules.are_functions_apart:
            is_known = is_known or self._program.has_type(scope.language, name)
        if name not in rules.builtins:
            found = self._names.outside_star(place, name, is_called=is_called)
            if is_known or (is_called and not found and rules.are_functions_members):
                return NOTHING
            if found or not rules.is_outside(name):
                return found
            if rules.are_unknown_elsewhere:
                return (Outside(name),)
        return (Outside(rules.outer(name)),)

    def _is_extended_class(self, name: str, scope: FileView) -> bool:
        """Whether the file adds methods to an unknown class, which then belongs to the repository, wherever it is created."""
        library = self._program.customs[scope.language].library_types
        is_class = bool(library) and name not in library and name[:1].isupper()
        return is_class and scope.gives_members(name)

    def space(self, name: str, place: Place) -> Meanings:
        """Return the namespace of the language with this name: `std`."""
        rules = self._program.customs_at(place.path)
        return (Outside(f"{rules.outside}.{name}"),) if name in rules.own_spaces else NOTHING

    def member_of_all(self, name: str, place: Place) -> Meanings:
        """Return the builtin member of this name that every object has."""
        rules = self._program.customs_at(place.path)
        is_of_all = name in rules.members_of_all or name in rules.functions_of_all
        return (Outside(f"{rules.outside}.{name}"),) if is_of_all else NOTHING

    def of_root_type(self, name: str, place: Place) -> Meanings:
        """Find members of this name that the repository adds to the root type, and so to every object."""
        return tuple(map(Defined, self._root_members.find(self._program.files[place.path].language, name)))

    def unless_mixed_in(self, found: Meanings, name: str, place: Place) -> Meanings:
        """Lower the certainty of functions of other files if the root type may have an external mixin member of the name.

        The other file may not be loaded; then the mixin member is called.
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
        """Return the member of an implicit base (`Object`) that an unqualified name denotes."""
        owner = self._members.type_around(place)
        found = None if owner is None else self._outside_bases.of_root(owner, name)
        return NOTHING if found is None else (found,)

    def inherited(self, name: str, place: Place, *, is_called: bool) -> Meanings:
        """Return the member of an external base that an unqualified name may denote.

        It is inferred only, if several enclosing types may have it, or if the name may come from elsewhere. An external
        extension of the type is preferred to a base of the standard library, whose members are mostly known.
        """
        rules = self._program.customs_at(place.path)
        is_function = is_called and not rules.applied
        is_like_member = name[:1].islower() or (is_function and not name.isupper())
        is_builtin = name in rules.builtins
        if not rules.has_implicit_receiver or not is_like_member or name in rules.root_spaces:
            return NOTHING
        found: list[Outside] = []
        for owner in self._members.types_around(place):
            member = self._outside_bases.member(owner, name, is_plain=True)
            found += [] if member is None else [member]
            is_of_all = self._outside_bases.of_root(owner, name) is not None
            if is_of_all or is_builtin or not rules.is_seen_from_within(name):
                break
        if not found:
            return NOTHING
        around = self._members.type_around(place)
        extension = None if around is None else self._outside_bases.of_extension(around, name, place)
        if extension is not None and found[0].name.startswith(rules.outer("")):
            return (extension,)
        base = found[0].name.removesuffix(f".{name}")
        before, _, behind = f"{base}.".partition(f".{name}.")
        elsewhere = self._names.outside_star(place, name, is_called=is_called)
        is_open = len(found) > 1 or rules.are_functions_free or is_builtin or bool(elsewhere or extension)
        sureness = Sureness.INFERRED if is_open else found[0].sureness
        return (Outside(f"{before}.{name}" if behind else f"{base}.{name}", sureness),)
