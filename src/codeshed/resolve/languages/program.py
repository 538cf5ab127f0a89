"""All files of other languages than Python, with the names that they give each other.

Turns: CodeFacts by path + Layout → Program: which symbols there are, in which spaces and types they lie, what each file
sees of others. Everything is looked up by name; nothing is searched through.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind
from codeshed.resolve.languages.file_view import FileView
from codeshed.resolve.languages.layout import Layout
from codeshed.resolve.languages.spaces import Binding, Customs, NameTarget, SpaceTarget


class Entity(msgspec.Struct, frozen=True):
    """A definition of the program: the file that it stands in, and its number there."""

    path: str
    number: int


_TypeKey = tuple[str, str, tuple[tuple[str, int], ...]]
"""The language and space of a type, and the names around and of it, each with its number of type parameters."""


def _key_of_type(view: FileView, number: int) -> _TypeKey:
    definition = view.facts.definitions[number]
    name = (definition.name, len(definition.type_parameters))
    is_named = definition.parent == TOP_LEVEL or (definition.is_exported and bool(definition.space))
    if is_named:
        return view.language, view.space_of(definition), (name,)
    language, space, names = _key_of_type(view, definition.parent)
    return language, space, (*names, name)


class Program:
    """All files, and the tables by which names are found."""

    def __init__(
        self, facts_by_path: Mapping[str, CodeFacts], customs: Mapping[str, Customs], layout: Layout
    ) -> None:
        self.customs = customs
        self._paths_by_space: dict[str, frozenset[str]] = {}
        self._reached: dict[str, Mapping[str, int]] = {}
        self.files = {
            path: FileView(path, facts, customs[facts.language].system, layout)
            for path, facts in sorted(facts_by_path.items())
        }

    def definition(self, entity: Entity) -> CodeDefinition:
        """Return a definition."""
        return self.files[entity.path].facts.definitions[entity.number]

    def customs_at(self, path: str) -> Customs:
        """Return the customs of the language of a file."""
        return self.customs[self.files[path].language]

    def is_type(self, entity: Entity) -> bool:
        """Whether a definition is one of a type."""
        return self.definition(entity).kind is DefinitionKind.TYPE

    def is_function(self, entity: Entity) -> bool:
        """Whether a definition is one of a function."""
        return self.definition(entity).kind is DefinitionKind.FUNCTION

    def is_constructor(self, entity: Entity) -> bool:
        """Whether something is a constructor, of objects or of the type itself."""
        modifiers = self.definition(entity).modifiers
        return modifiers is not None and modifiers.is_constructor

    def is_variable(self, entity: Entity) -> bool:
        """Whether a definition is one of a variable."""
        return self.definition(entity).kind is DefinitionKind.VARIABLE

    def enum_of(self, entity: Entity) -> Entity | None:
        """Return the enum that something is a constant of."""
        definition = self.definition(entity)
        if definition.kind is not DefinitionKind.VARIABLE or definition.parent == TOP_LEVEL:
            return None
        parent = Entity(entity.path, definition.parent)
        is_constant = definition.type is None and definition.mutability is Mutability.IMMUTABLE
        is_of_enum = self.definition(parent).type_kind is TypeKind.ENUM
        return parent if is_constant and is_of_enum else None

    def symbol(self, entity: Entity) -> str:
        """Return the symbol id of a definition."""
        return self.files[entity.path].symbols[entity.number]

    @cached_property
    def _spaces(self) -> Mapping[str, Mapping[str, tuple[Entity, ...]]]:
        found: defaultdict[str, defaultdict[str, list[Entity]]] = defaultdict(lambda: defaultdict(list))
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                is_named = definition.parent == TOP_LEVEL or (
                    definition.is_exported and bool(definition.space)
                )
                entity = Entity(path, number)
                is_hidden = ":" in definition.space and not definition.is_exported
                if (
                    is_named
                    and not is_hidden
                    and definition.owner is None
                    and self.parts(entity)[0] == entity
                ):
                    found[view.space_of(definition)][definition.name].append(entity)
        return {
            space: {name: tuple(entities) for name, entities in names.items()}
            for space, names in found.items()
        }

    @cached_property
    def _parts(self) -> Mapping[Entity, tuple[Entity, ...]]:
        """Types that are open in several places, each with all of these."""
        found: defaultdict[_TypeKey, list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                if definition.is_open:
                    found[_key_of_type(view, number)].append(Entity(path, number))
        return {
            each: tuple(entities) for entities in found.values() if len(entities) > 1 for each in entities
        }

    def parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return all places in which a type is open, the first of which stands for it; what is not open is one alone."""
        return self._parts.get(entity, (entity,))

    def inside(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return what lies directly in a definition under a name, in all places in which it is open, each thing once."""
        found = [
            Entity(each.path, number)
            for each in self.parts(owner)
            for number in self.files[each.path].children.get(each.number, {}).get(name, ())
        ]
        definition = self.definition(owner)
        if definition.is_open and definition.is_exported:
            space = f"{self.files[owner.path].space_of(definition)}.{definition.name}"
            found += self.own_names(space, name)
        return tuple(dict.fromkeys(self.parts(each)[0] for each in found))

    @cached_property
    def _passed_on(self) -> Mapping[str, Mapping[str, tuple[Binding, ...]]]:
        """What spaces pass on under a name that is not defined in them."""
        found: defaultdict[str, defaultdict[str, list[Binding]]] = defaultdict(lambda: defaultdict(list))
        for view in self.files.values():
            for each in view.imports:
                binding = each.binding
                if binding is not None and binding.is_passed_on and binding.alias:
                    for space in binding.passed_on_in or (view.space_of(each.written),):
                        found[space][binding.alias].append(binding)
        return {
            space: {alias: tuple(bindings) for alias, bindings in names.items()}
            for space, names in found.items()
        }

    @cached_property
    def _passed_on_whole(self) -> Mapping[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for view in self.files.values():
            for each in view.imports:
                binding = each.binding
                if binding is not None and binding.is_passed_on and binding.is_all:
                    found[view.space_of(each.written)] += [
                        target.space for target in binding.targets if isinstance(target, SpaceTarget)
                    ]
        return {space: tuple(dict.fromkeys(spaces)) for space, spaces in found.items()}

    @cached_property
    def _passed_on_all(self) -> Mapping[str, tuple[Binding, ...]]:
        found: defaultdict[str, list[Binding]] = defaultdict(list)
        for view in self.files.values():
            for each in view.imports:
                if each.binding is not None and each.binding.is_passed_on and each.binding.is_all:
                    found[view.space_of(each.written)].append(each.binding)
        return {space: tuple(dict.fromkeys(bindings)) for space, bindings in found.items()}

    def passed_on_all(self, space: str) -> tuple[Binding, ...]:
        """Return the imports of all names that a space passes on, from wherever they come."""
        return self._passed_on_all.get(space, ())

    @cached_property
    def _left_out(self) -> Mapping[str, frozenset[str]]:
        """The names that spaces do not pass on with all others."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for view in self.files.values():
            for each in view.imports:
                if each.binding is not None and each.binding.is_passed_on and each.binding.left_out:
                    found[view.space].update(each.binding.left_out)
        return {space: frozenset(names) for space, names in found.items()}

    @cached_property
    def _passed_on_types(self) -> Mapping[str, tuple[Binding, ...]]:
        """What may be types all of whose members a space passes on."""
        found: defaultdict[str, list[Binding]] = defaultdict(list)
        for view in self.files.values():
            for each in view.imports:
                binding = each.binding
                if binding is None or not binding.is_passed_on or not binding.is_all:
                    continue
                if any(isinstance(target, NameTarget) for target in binding.targets):
                    found[view.space_of(each.written)].append(binding)
        return {space: tuple(bindings) for space, bindings in found.items()}

    def passed_on_types(self, space: str) -> tuple[Binding, ...]:
        """Return imports of what may be the types all of whose members a space passes on."""
        return self._passed_on_types.get(space, ())

    @cached_property
    def _inner_spaces(self) -> frozenset[str]:
        """All spaces, and those that they lie in."""
        found: set[str] = set()
        for space in (*self._spaces, *self._passed_on, *self._passed_on_whole, *self._passed_on_types):
            outer = space
            while outer and outer not in found:
                found.add(outer)
                outer = outer.rpartition(".")[0]
        return frozenset(found)

    def is_space(self, space: str) -> bool:
        """Whether a space is there, or one within it."""
        return space in self._inner_spaces

    def paths_of(self, space: str) -> frozenset[str]:
        """Return the files that define something in a space."""
        known = self._paths_by_space.get(space)
        if known is None:
            names = self._spaces.get(space, {}).values()
            known = frozenset(entity.path for entities in names for entity in entities)
            self._paths_by_space[space] = known
        return known

    def paths_within(self, space: str) -> frozenset[str]:
        """Return the files that define something in the spaces within a space."""
        inner = (each for each in self._spaces if each.startswith(f"{space}."))
        return frozenset(path for each in inner for path in self.paths_of(each))

    def own_names(self, space: str, name: str) -> tuple[Entity, ...]:
        """Return what a space itself defines under a name."""
        return self._spaces.get(space, {}).get(name, ())

    def passed_on(self, space: str, name: str) -> Iterator[Binding]:
        """Yield what a space passes on under a name."""
        yield from self._passed_on.get(space, {}).get(name, ())

    def passed_on_whole(self, space: str) -> tuple[str, ...]:
        """Return the spaces that a space passes on as a whole."""
        return self._passed_on_whole.get(space, ())

    @cached_property
    def _spaces_by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that define a name, pass it on, or have a space of that name in them."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for table in (self._spaces, self._passed_on):
            for space, names in table.items():
                for name in names:
                    found[name][space] = None
        for space in sorted(self._inner_spaces):
            outer, _, name = space.rpartition(".")
            found[name][outer] = None
        return {name: tuple(spaces) for name, spaces in found.items()}

    def reached(self, space: str, name: str) -> list[str]:
        """Return the spaces with a name among those that a space passes on, and that these pass on; the nearest first."""
        if space not in self._passed_on_whole or name in self._left_out.get(space, ()):
            return []
        places = self._places(space)
        found = [each for each in self._spaces_by_name.get(name, ()) if each in places]
        return sorted(found, key=places.__getitem__)

    def _places(self, space: str) -> Mapping[str, int]:
        """Return all that a space passes on in the end, each with its place in the order of nearness."""
        known = self._reached.get(space)
        if known is None:
            found: dict[str, None] = {space: None}
            pending = [space]
            for each in pending:
                inner = [other for other in self.passed_on_whole(each) if other not in found]
                found.update(dict.fromkeys(inner))
                pending += dict.fromkeys(inner)
            known = self._reached[space] = {each: place for place, each in enumerate(found) if place}
        return known

    @cached_property
    def _methods(self) -> Mapping[tuple[str, str], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                is_member = definition.owner is not None or (
                    definition.parent != TOP_LEVEL
                    and view.facts.definitions[definition.parent].kind is not DefinitionKind.FUNCTION
                )
                if definition.kind is DefinitionKind.FUNCTION and is_member:
                    found[view.language, definition.name].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    @cached_property
    def _member_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (view.language, definition.name)
            for view in self.files.values()
            for definition in view.facts.definitions
            if definition.owner is not None
            or (
                definition.parent != TOP_LEVEL
                and view.facts.definitions[definition.parent].kind is DefinitionKind.TYPE
            )
        )

    def is_member(self, language: str, name: str) -> bool:
        """Whether some type of a language has a member of a name."""
        return (language, name) in self._member_names

    @cached_property
    def _converted(self) -> Mapping[str, frozenset[str]]:
        """The names of members that objects have once they are turned into others, by language."""
        makers = [
            (view, number, definition)
            for view in self.files.values()
            for number, definition in enumerate(view.facts.definitions)
            if definition.is_conversion
        ]
        results = {
            (view.language, definition.returns.name.rpartition(".")[2])
            for view, _, definition in makers
            if definition.returns is not None
        }
        types = [
            (view, number)
            for view in self.files.values()
            for number, each in enumerate(view.facts.definitions)
            if each.kind is DefinitionKind.TYPE
            and (each.is_conversion or (view.language, each.name) in results)
        ]
        found: defaultdict[str, set[str]] = defaultdict(set)
        for view, number in types:
            found[view.language].update(view.children.get(number, {}))
        return {language: frozenset(names) for language, names in found.items()}

    def is_converted_member(self, language: str, name: str) -> bool:
        """Whether objects of other types may have a member of a name, once they are turned into those of the repository."""
        return name in self._converted.get(language, ())

    def types_named(self, language: str, name: str) -> tuple[Entity, ...]:
        """Return the open types of a name that lie in no other and in no space of their own."""
        return tuple(
            each for each in self._open_types.get((language, name), ()) if self.parts(each)[0] == each
        )

    @cached_property
    def _open_types(self) -> Mapping[tuple[str, str], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                if definition.is_open and definition.parent == TOP_LEVEL and not definition.space:
                    found[view.language, definition.name].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def methods_named(self, language: str, name: str) -> tuple[Entity, ...]:
        """Return the methods of a name, of all types of a language."""
        return self._methods.get((language, name), ())

    @cached_property
    def _extension_methods(self) -> Mapping[tuple[str, str], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                if definition.extends is not None:
                    found[view.language, definition.name].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def extension_methods(self, language: str, name: str) -> tuple[Entity, ...]:
        """Return the functions of a name that extend types of a language."""
        return self._extension_methods.get((language, name), ())

    @cached_property
    def _type_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (view.language, definition.name)
            for view in self.files.values()
            for definition in view.facts.definitions
            if definition.kind is DefinitionKind.TYPE and definition.parent == TOP_LEVEL
        )

    def has_type(self, language: str, name: str) -> bool:
        """Whether some space of a language has a type of a name."""
        return (language, name) in self._type_names
