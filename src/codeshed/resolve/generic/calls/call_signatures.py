"""What functions can be called with.

Turns: functions and the arguments of a call → whether they take as many; members of one name → those that can be meant.
"""

from collections.abc import Mapping
from itertools import compress

from codeshed.model.code_expressions import TUPLE, TypeRef
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind, ParameterKind, Visibility
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.members.type_members import Fits, fits_all
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Defined, Meaning, Meanings, names_in


class Signatures:
    """Tells functions of one name apart by what they are declared with."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def takes(self, entity: Entity, n_arguments: int | None) -> bool:
        """Whether a function can be called with so many arguments."""
        parameters = [each for each in self._program.definition(entity).parameters if not each.list]
        if n_arguments is None or self.is_other_name(entity):
            return True
        is_open = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in parameters)
        required = sum(
            not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL for each in parameters
        )
        return required <= n_arguments and (is_open or n_arguments <= len(parameters))

    def takes_named(self, entity: Entity, names: tuple[str, ...]) -> bool:
        """Whether a function has parameters of all the names that a call gives arguments by."""
        own = {each.name for each in self._program.definition(entity).parameters} if names else set()
        return own.issuperset(names)

    def are_counted(self, path: str) -> bool:
        """Whether members of one name are told apart by how much they take, in the language of a file."""
        customs = self._program.customs_at(path)
        return customs.has_overloads or customs.are_arguments_packed

    def may_take(self, entity: Entity, n_arguments: int | None) -> bool:
        """Whether so many arguments can stand behind the name of a function.

        Some may be for its result, for parameters that the compiler fills in, or for the parts of one tuple.
        """
        definition = self._program.definition(entity)
        if definition.is_bare or self.takes(entity, n_arguments):
            return True
        if n_arguments is None or not self._program.customs_at(entity.path).are_arguments_packed:
            return False
        first = [each for each in definition.parameters if not each.list]
        if not first:
            return sum(each.list == 1 for each in definition.parameters) == n_arguments
        return len(first) == 1 and n_arguments != 1 and _may_be_tuple(first[0].type, definition)

    def is_other_name(self, entity: Entity) -> bool:
        """Whether a function is only said to be a call of another one, and takes what that takes."""
        definition = self._program.definition(entity)
        modifiers = definition.modifiers
        return modifiers is not None and modifiers.has_body is False and definition.value is not None

    def take_the_same(self, one: Entity, other: Entity) -> bool:
        """Whether two functions, or types for their constructors, are declared to take the same types."""
        first, second = (_taken(self._program.definition(each)) for each in (one, other))
        return first == second

    def takes_types(self, entity: Entity, n_types: int) -> bool:
        """Whether a function can be called with so many types; without any, its parameters may have to say what they are."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.FUNCTION:
            return True
        if not self.has_overloads(entity):
            is_told = bool(n_types) and self._program.customs_at(entity.path).are_bodies_apart
            return bool(definition.type_parameters) or not is_told
        if n_types:
            return len(definition.type_parameters) == n_types
        if not self._program.customs_at(entity.path).must_arguments_tell_types:
            return True
        written = {name for each in definition.parameters for name in names_in(each.type)}
        return all(each.name in written for each in definition.type_parameters)

    def with_types(self, called: Meanings, n_types: int) -> Meanings:
        """Return the functions that have as many type parameters as a call names types, if it names any."""
        return tuple(
            each for each in called if not isinstance(each, Defined) or self.takes_types(each.entity, n_types)
        )

    def has_overloads(self, entity: Entity) -> bool:
        """Whether functions of one name are told apart by their arguments in the language of one."""
        return self._program.customs_at(entity.path).has_overloads

    def is_function(self, meaning: Meaning) -> bool:
        """Whether a function itself is meant."""
        return isinstance(meaning, Defined) and self._program.is_function(meaning.entity)

    def is_method(self, entity: Entity) -> bool:
        """Whether something is called itself: what a property holds may be called too, but comes last."""
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and not modifiers.is_property

    def is_static(self, entity: Entity) -> bool:
        """Whether a member belongs to its type itself."""
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.is_static is True

    def is_seen_below(self, member: Entity, owner: Entity) -> bool:
        """Whether a member of a base is one of a type, too: not if it is private, or for code of another space alone."""
        visibility = self._program.definition(member).visibility
        if visibility is not Visibility.INTERNAL:
            return visibility is not Visibility.PRIVATE
        files = self._program.files
        is_apart = self._program.customs_at(owner.path).are_internals_of_space
        return not is_apart or files[member.path].space == files[owner.path].space

    def static_first(self, members: tuple[Entity, ...], *, is_static: bool) -> tuple[Entity, ...]:
        """Return the members that belong to a type itself, or to its objects, if there are any among those of one name."""
        is_declared_twice = any(map(self._is_without_body, members))
        if len(members) == 1 or is_declared_twice or any(map(self.has_overloads, members)):
            return members
        return tuple(each for each in members if self.is_static(each) is is_static) or members

    def accessors(self, members: tuple[Entity, ...], *, is_written: bool) -> tuple[Entity, ...]:
        """Return of two functions that stand for one variable that which runs where it is read, or written."""
        definitions = [self._program.definition(each) for each in members]
        are_pair = len(members) > 1 and all(
            each.modifiers is not None and each.modifiers.is_property for each in definitions
        )
        fitting = (bool(each.parameters) is is_written for each in definitions)
        return (are_pair and tuple(compress(members, fitting))) or members

    def _is_without_body(self, entity: Entity) -> bool:
        """Whether a function is only declared: what it does may stand elsewhere, where less is said of it."""
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.has_body is False

    def fitting(self, path: str, *, is_function: bool) -> Fits:
        """Return what definitions a name can mean, as a function or as something else, where these are apart."""
        customs = self._program.customs_at(path)
        if not customs.are_functions_apart:
            return self.is_method if is_function and customs.has_overloads else fits_all
        return self._is_callable if is_function else self._is_no_function

    def _is_callable(self, entity: Entity) -> bool:
        return self._program.is_function(entity) or self._program.definition(entity).has_accessor

    def _is_no_function(self, entity: Entity) -> bool:
        return not self._program.is_function(entity)

    def is_meant(self, meaning: Meaning, fits: Fits, customs: Customs) -> bool:
        """Whether something of a file or space is what a name can mean."""
        return not customs.are_functions_apart or not isinstance(meaning, Defined) or fits(meaning.entity)


def _may_be_tuple(declared: TypeRef | None, definition: CodeDefinition) -> bool:
    """Whether a parameter may be given a tuple: as its type says, or because that says nothing."""
    if declared is None:
        return True
    variables = {each.name for each in definition.all_type_parameters}
    return declared.name in {"", "Any", TUPLE} or declared.name in variables


def _taken(definition: CodeDefinition) -> tuple[str, ...]:
    """Return the types that a function takes as they are written; of its own type parameters only the places count."""
    places = {each.name: f"#{place}" for place, each in enumerate(definition.type_parameters)}
    return tuple(_written(each.type, places) for each in definition.parameters)


def _written(type_ref: TypeRef | None, places: Mapping[str, str]) -> str:
    if type_ref is None:
        return ""
    inner = ",".join(_written(each, places) for each in type_ref.arguments)
    return f"{places.get(type_ref.name) or type_ref.name.rpartition('.')[2]}<{inner}>"
