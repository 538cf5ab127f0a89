"""Names that no file defines: builtins, universal members, and members of external bases.

Turns: an unqualified name → external symbols, with a certainty that falls if the repository may define the name after all.
"""

from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.members.members_of_external_bases import ExternalBaseMembers
from codeshed.resolve.generic.members.root_members import RootMembers
from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.names.name_resolution import NameResolution
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Place,
    Values,
    limit_certainty,
)


class LanguageBuiltins:
    """Looks up names that no file defines."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        members: MemberLookup,
        names: NameResolution,
        outside_bases: ExternalBaseMembers,
        root_members: RootMembers,
    ) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._names = names
        self._outside_bases = outside_bases
        self._root_members = root_members

    def resolve_from_root(self, name: str, place: Place) -> Values:
        """Resolve a dotted name from the root namespace: `::a::b` in C++.

        Where files have private names in it, those that the file sees count too.
        """
        rules = self._symbol_table.rules_at(place.path)
        found = self._names.namespaces.resolve(rules.root_namespace, name)
        if found or not rules.linkage_namespace:
            return found
        seen = self._names.resolve_at_top_level(Place(place.path, TOP_LEVEL, NO_OFFSET), name)
        return tuple(
            each for each in seen if isinstance(each, DefinitionValue) and self._is_global(each.entity)
        )

    def external_from_root(self, name: str, place: Place) -> Values:
        """Return the external symbol of a name from the root namespace; an unknown one must name its package."""
        rules = self._symbol_table.rules_at(place.path)
        is_of_language = name.partition(".")[0] in rules.builtins
        if not is_of_language and "." not in name and not rules.is_external_name(name):
            return NO_VALUES
        return (External(rules.qualify_builtin(name) if is_of_language else name),)

    def _is_global(self, entity: DefinitionKey) -> bool:
        """Whether a definition is in no type and no namespace."""
        definition = self._symbol_table.definition(entity)
        return definition.parent == TOP_LEVEL and definition.owner is None and not definition.namespace

    def resolve_builtin(self, name: str, place: Place, *, is_called: bool = False) -> Values:
        """Resolve a builtin, or a name that may be external."""
        rules = self._symbol_table.rules_at(place.path)
        scope = self._symbol_table.files[place.path]
        own = self._names.resolve_exports_name(place.path, name)
        is_missing = self._names.is_missing(place, name)
        if (
            not own
            and not is_missing
            and (name in rules.primitives or name in rules.external_root_namespaces)
        ):
            own = (External(name),)
        if not own and not is_missing and name not in rules.external_names:
            own = self._global_of_repository(name, place)
        if own or is_missing:
            return own
        may_be_method = rules.has_implicit_receiver and (is_called or not name[:1].isupper())
        may_be_member = may_be_method and self._symbol_table.is_member_name(scope.language, name)
        is_known = (
            self._names.is_imported(place, name) or may_be_member or self._is_extended_class(name, scope)
        )
        if rules.has_inherited_overloads and not rules.has_function_namespace:
            is_known = is_known or self._symbol_table.is_type_name(scope.language, name)
        if name not in rules.builtins:
            found = self._names.resolve_by_external_wildcard(place, name, is_called=is_called)
            if is_known or (is_called and not found and rules.are_all_functions_methods):
                return NO_VALUES
            if not found and not rules.is_external_name(name):
                return self._resolve_by_external_header(name, place, is_called=is_called)
            if found or rules.are_external_names_unqualified:
                return (External(name),) if rules.are_external_names_unqualified else found
        return (External(rules.qualify_builtin(name)),)

    def _resolve_by_external_header(self, name: str, place: Place, *, is_called: bool) -> Values:
        """Return the function that a header of another library may declare, or the type that a header is named after."""
        rules = self._symbol_table.rules_at(place.path)
        headers = NO_VALUES if name in rules.keywords else self._names.external_headers(place.path)
        is_declared = any(
            isinstance(each, External) and each.name.removesuffix(".h").rpartition(".")[2] == name
            for each in headers
        )
        return (
            (External(rules.qualify_builtin(name), Certainty.INFERRED),)
            if is_declared or (is_called and headers)
            else NO_VALUES
        )

    def _global_of_repository(self, name: str, place: Place) -> Values:
        """Return the definitions of a name that the repository declares for all files."""
        if self._names.is_imported(place, name):
            return NO_VALUES
        return tuple(map(DefinitionValue, self._symbol_table.find_globals(name)))

    def _is_extended_class(self, name: str, scope: FileScope) -> bool:
        """Whether the file adds methods to an unknown class, which then belongs to the repository, wherever it is created."""
        library = self._symbol_table.rules_by_language[scope.language].global_library_types
        is_class = bool(library) and name not in library and name[:1].isupper()
        return is_class and scope.adds_members_to(name)

    def language_namespace(self, name: str, place: Place) -> Values:
        """Return the namespace of the language with this name: `std`."""
        rules = self._symbol_table.rules_at(place.path)
        return (
            (External(f"{rules.builtin_namespace}.{name}"),)
            if name in rules.language_namespaces
            else NO_VALUES
        )

    def universal_member(self, name: str, place: Place) -> Values:
        """Return the builtin member of this name that every object has."""
        rules = self._symbol_table.rules_at(place.path)
        is_of_all = name in rules.universal_methods or name in rules.universal_functions
        return (External(f"{rules.builtin_namespace}.{name}"),) if is_of_all else NO_VALUES

    def root_type_members(self, name: str, place: Place) -> Values:
        """Find members of this name that the repository adds to the root type, and so to every object."""
        return tuple(
            map(DefinitionValue, self._root_members.find(self._symbol_table.files[place.path].language, name))
        )

    def limit_by_root_mixins(self, found: Values, name: str, place: Place) -> Values:
        """Lower the certainty of functions of other files if the root type may have an external mixin member of the name.

        The other file may not be loaded; then the mixin member is called.
        """
        language = self._symbol_table.files[place.path].language
        is_elsewhere = any(
            isinstance(each, DefinitionValue)
            and each.entity.path != place.path
            and self._symbol_table.is_function(each.entity)
            for each in found
        )
        if not is_elsewhere or not self._root_members.may_be_external(language, name):
            return found
        return tuple(limit_certainty(each, Certainty.INFERRED) for each in found)

    def implicit_base_member(self, name: str, place: Place) -> Values:
        """Return the member of an implicit base (`Object`) that an unqualified name denotes."""
        owner = self._members.enclosing_type(place)
        found = None if owner is None else self._outside_bases.member_of_root(owner, name)
        return NO_VALUES if found is None else (found,)

    def external_base_member(self, name: str, place: Place, *, is_called: bool) -> Values:
        """Return the member of an external base that an unqualified name may denote.

        It is inferred only, if several enclosing types may have it, or if the name may come from elsewhere. An external
        extension of the type is preferred to a base of the standard library, whose members are mostly known.
        """
        rules = self._symbol_table.rules_at(place.path)
        is_function = is_called and not rules.apply_method
        is_like_member = name[:1].islower() or (is_function and not name.isupper())
        is_builtin = name in rules.builtins
        if not rules.has_implicit_receiver or not is_like_member or name in rules.external_root_namespaces:
            return NO_VALUES
        found: list[External] = []
        for owner in self._members.enclosing_types(place):
            member = self._outside_bases.find_member(owner, name, is_unqualified=True)
            found += [] if member is None else [member]
            is_of_all = self._outside_bases.member_of_root(owner, name) is not None
            if is_of_all or is_builtin or not rules.is_visible_in_nested_types(name):
                break
        if not found:
            return NO_VALUES
        around = self._members.enclosing_type(place)
        extension = None if around is None else self._outside_bases.member_of_extension(around, name, place)
        if extension is not None and found[0].name.startswith(rules.qualify_builtin("")):
            return (extension,)
        base = found[0].name.removesuffix(f".{name}")
        before, _, behind = f"{base}.".partition(f".{name}.")
        elsewhere = self._names.resolve_by_external_wildcard(place, name, is_called=is_called)
        is_open = (
            len(found) > 1 or rules.has_external_free_functions or is_builtin or bool(elsewhere or extension)
        )
        is_open = is_open or (around is not None and self._outside_bases.has_unknown_bases(around))
        sureness = Certainty.INFERRED if is_open else found[0].certainty
        return (External(f"{before}.{name}" if behind else f"{base}.{name}", sureness),)
