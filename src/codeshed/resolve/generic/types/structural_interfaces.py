"""Interfaces that types implement without saying so.

Turns: a type → the interfaces of the repository all of whose methods it has, its own or embedded ones, with the same
parameters and results. An interface that embeds something outside, or has type parameters, is left out: what it asks for
is not known.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice

from codeshed.model.code_expressions import TypeRef
from codeshed.model.semantic import DefinitionKind, ParameterKind, TypeKind, Visibility
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.members.type_members import Members, ReadType
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Instance, Meanings, Place

_Methods = dict[str, Entity]

_MAX_FITTED = 64
"""How many interfaces are told of that one class fits."""


class Structural:
    """Finds interfaces by the methods of types."""

    def __init__(self, program: Program, members: Members, read_type: ReadType) -> None:
        self._program = program
        self._members = members
        self._read_type = read_type
        self._interfaces: dict[Entity, _Methods] = {}

    def implemented(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the interfaces that a type implements, in the order of their files."""
        definition = self._program.definition(entity)
        language = self._program.files[entity.path].language
        is_type = definition.kind is DefinitionKind.TYPE and definition.type_kind is not TypeKind.TYPE_ALIAS
        if not is_type or not self._program.customs[language].are_interfaces_structural:
            return ()
        if definition.type_kind is TypeKind.INTERFACE:
            return ()
        names = self._names_of(self._members.ancestors(entity))
        for name in names:
            self._program.asked.note((About.HAVING.value, language, name))
        return tuple(
            interface
            for interface in self._asking_for(names, language)
            if all(self._has(entity, method) for method in self._interfaces[interface].values())
        )

    def fitted(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the interfaces whose members a class has without naming them, where nothing more than that tells of it."""
        definition = self._program.definition(entity)
        language = self._program.files[entity.path].language
        if (
            definition.type_kind is not TypeKind.CLASS
            or not self._program.customs[language].do_types_fit_by_shape
        ):
            return ()
        names = self._names_of(
            each
            for each in self._members.ancestors(entity)
            if self._program.definition(each).type_kind is TypeKind.CLASS
        )
        for name in names:
            self._program.asked.note((About.HAVING.value, language, name))
        possible = self._asking_for(names, language)
        above = frozenset(self._members.ancestors(entity)) if possible else frozenset()
        found = (
            interface
            for interface in possible
            if interface not in above
            and all(self._is_like(entity, asked) for asked in self._interfaces[interface].values())
        )
        return tuple(islice(found, _MAX_FITTED))

    def _asking_for(self, names: set[str], language: str) -> list[Entity]:
        """Return the interfaces of a language that ask for nothing but some names, in the order of their files."""
        found = [
            (place, interface)
            for name in names
            for place, interface in self._by_rarest.get((language, name), ())
            if self._interfaces[interface].keys() <= names
        ]
        return [interface for _, interface in sorted(found)]

    @cached_property
    def _by_rarest(self) -> dict[tuple[str, str], list[tuple[int, Entity]]]:
        """The interfaces by the one of the names they ask for that fewest methods have, each with its place."""
        found: dict[tuple[str, str], list[tuple[int, Entity]]] = {}
        for place, (interface, asked) in enumerate(self._interfaces.items()):
            language = self._program.files[interface.path].language
            methods = (name for name, each in asked.items() if self._program.is_function(each))
            _, rarest = min((self._program.n_methods(language, name), name) for name in methods)
            found.setdefault((language, rarest), []).append((place, interface))
        return found

    def take_interfaces(self) -> None:
        """Find the methods that interfaces ask for; whether they are others than before is found out for all types at once."""
        for path, view in self._program.files.items():
            customs = self._program.customs_at(path)
            if not customs.are_interfaces_structural and not customs.do_types_fit_by_shape:
                continue
            for number, definition in enumerate(view.facts.definitions):
                is_told = customs.do_types_fit_by_shape or not definition.type_parameters
                if is_told and self._is_interface(Entity(path, number)):
                    self._take(Entity(path, number))

    def _is_interface(self, entity: Entity) -> bool:
        """Whether a type says what others have; where shapes count, one that stands for such a shape does too."""
        kind = self._program.definition(entity).type_kind
        is_alias = kind is TypeKind.TYPE_ALIAS and self._program.customs_at(entity.path).do_types_fit_by_shape
        return kind is TypeKind.INTERFACE or is_alias

    def _take(self, interface: Entity) -> None:
        """Take down what an interface asks for, if that is known and a method is among it."""
        if self._program.parts(interface)[0] != interface:
            return
        asked = self._asked(interface, frozenset())
        if asked and any(map(self._program.is_function, asked.values())):
            self._interfaces[interface] = asked

    def asked_for(self) -> Mapping[Entity, Mapping[str, Entity]]:
        """Return the methods that interfaces ask for, by name."""
        return self._interfaces

    def _asked(self, interface: Entity, above: frozenset[Entity]) -> _Methods | None:
        """Return all methods that an interface asks for; None if that is not known."""
        definition = self._program.definition(interface)
        if not self._is_interface(interface) or interface in above:
            return None
        bases = self._members.bases(interface)
        if len(bases) != len(definition.inherits):
            return None
        found: _Methods = {}
        for base in bases:
            inner = self._asked(base.entity, above | {interface}) if isinstance(base, Instance) else None
            if inner is None:
                return None
            found |= inner
        for entity in self._members.all_own(interface):
            if not self._program.definition(entity).is_optional:
                found[self._program.definition(entity).name] = entity
        return found

    def _names_of(self, owners: Iterable[Entity]) -> set[str]:
        """Return the names of all that some types have themselves."""
        return {
            self._program.definition(each).name for owner in owners for each in self._members.all_own(owner)
        }

    def _has(self, entity: Entity, asked: Entity) -> bool:
        """Whether a type has a method that is declared like one of an interface."""
        self._program.note_use(asked)
        own = self._members.find(entity, self._program.definition(asked).name)
        if len(own) != 1:
            return False
        one, other = self._program.definition(own[0]), self._program.definition(asked)
        if one.kind is not DefinitionKind.FUNCTION or len(one.parameters) != len(other.parameters):
            return False
        if other.visibility is not Visibility.PUBLIC and not self._are_together(own[0], asked):
            return False
        pairs = [(mine.type, its.type) for mine, its in zip(one.parameters, other.parameters, strict=True)]
        kinds = [(mine.kind, its.kind) for mine, its in zip(one.parameters, other.parameters, strict=True)]
        pairs.append((one.returns, other.returns))
        return all(mine is its for mine, its in kinds) and all(
            self._are_same(mine, own[0], its, asked) for mine, its in pairs
        )

    def _is_like(self, entity: Entity, asked: Entity) -> bool:
        """Whether a class has a member that can stand for one of an interface: it needs no more than that gives."""
        self._program.note_use(asked)
        wanted = self._program.definition(asked)
        own = self._members.find(entity, wanted.name)
        if not own:
            return False
        definition = self._program.definition(own[0])
        is_static = definition.modifiers is not None and definition.modifiers.is_static
        if definition.visibility is not Visibility.PUBLIC or is_static:
            return False
        if wanted.kind is not DefinitionKind.FUNCTION:
            return True
        n_needed = sum(
            not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL
            for each in definition.parameters
        )
        is_open = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in wanted.parameters)
        return definition.kind is DefinitionKind.FUNCTION and (is_open or n_needed <= len(wanted.parameters))

    def _are_together(self, one: Entity, other: Entity) -> bool:
        return self._program.files[one.path].space == self._program.files[other.path].space

    def _are_same(self, mine: TypeRef | None, own: Entity, its: TypeRef | None, asked: Entity) -> bool:
        """Whether two types that are written in different places are one."""
        if mine is None or its is None:
            return mine is its
        if not mine.name or not its.name:
            return mine == its
        if len(mine.arguments) != len(its.arguments):
            return False
        if not all(
            self._are_same(one, own, other, asked)
            for one, other in zip(mine.arguments, its.arguments, strict=True)
        ):
            return False
        heads = (self._head(mine, own), self._head(its, asked))
        return heads[0] == heads[1] and bool(heads[0] or mine.name == its.name)

    def _head(self, type_ref: TypeRef, entity: Entity) -> Meanings:
        """Return what the name of a type means, without what it is applied to."""
        place = Place(entity.path, entity.number, self._program.definition(entity).begin)
        return self._read_type(TypeRef(type_ref.name), place)
