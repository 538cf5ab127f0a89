"""All files of other languages than Python, with the names that they give each other.

Turns: CodeFacts by path + Layout → Program: which symbols there are, in which spaces and types they lie, what each file
sees of others. Everything is looked up by name; nothing is searched through.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_trace import About, Asked
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.names.namespaces import Binding
from codeshed.resolve.generic.names.reexports import PassedOn
from codeshed.resolve.generic.names.repository_layout import Layout
from codeshed.resolve.generic.symbol_kinds import (
    is_member,
    is_of_block,
    is_of_file,
    is_of_space,
    is_type_name,
)
from codeshed.resolve.generic.types.open_types import OpenTypes

_SPACE = About.SPACE.value
_PASSED_ON = About.PASSED_ON.value
_REACHED = About.REACHED.value
_INNER_SPACE = About.INNER_SPACE.value
_METHODS = About.METHODS.value
_MEMBER = About.MEMBER.value
_TYPE = About.TYPE.value


class Program:
    """All files, and the tables by which names are found."""

    def __init__(
        self,
        facts_by_path: Mapping[str, CodeFacts],
        customs: Mapping[str, Customs],
        layout: Layout,
        *,
        known: Mapping[str, FileView] | None = None,
    ) -> None:
        self.customs = customs
        self.asked = Asked()
        """What is asked of the program."""
        self._note = self.asked.note
        self._paths_by_space: dict[str, frozenset[str]] = {}
        self._reached: dict[str, Mapping[str, int]] = {}
        seen = {} if known is None else known
        self.files = {
            path: seen.get(path) or FileView(path, facts, customs[facts.language], layout, self.asked)
            for path, facts in sorted(facts_by_path.items())
        }
        self.open_types = OpenTypes(self.files, self._note)
        self.all_passed_on = PassedOn(self.files)
        """Tables of what spaces pass on, without notes."""

    def definition(self, entity: Entity) -> CodeDefinition:
        """Return a definition."""
        return self.files[entity.path].facts.definitions[entity.number]

    def customs_at(self, path: str) -> Customs:
        """Return the customs of the language of a file."""
        return self.customs[self.files[path].language]

    def built_with(self, path: str, others: Iterable[str]) -> frozenset[str]:
        """Return those of other files that can be built together with a file, if any can; else all of them."""
        paths = frozenset(others)
        exclude_each_other = self.customs_at(path).exclude_each_other
        if len(paths) <= 1 or exclude_each_other is None:
            return paths
        return frozenset(each for each in paths if not exclude_each_other(path, each)) or paths

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

    def makes_objects(self, entity: Entity) -> bool:
        """Whether something is a constructor that code can call: one of the type itself runs once, by itself."""
        modifiers = self.definition(entity).modifiers
        return self.is_constructor(entity) and not (modifiers is not None and modifiers.is_static)

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
                entity = Entity(path, number)
                if is_of_space(definition) and self.open_types.all_parts(entity)[0] == entity:
                    found[view.space_of(definition)][definition.name].append(entity)
        return {
            space: {name: tuple(entities) for name, entities in names.items()}
            for space, names in found.items()
        }

    def parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return all places in which a type is open, the first of which stands for it; what is not open is one alone."""
        return self.open_types.parts(entity)

    def note_use(self, entity: Entity) -> None:
        """Note that a definition is looked at which was found by no look-up."""
        definition = self.definition(entity)
        around = self.files[entity.path].symbol_of(definition.parent)
        self._note((About.INSIDE.value, around, definition.name))

    def inside(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return what lies directly in a definition under a name, in all places in which it is open, each thing once.

        What lies in blocks of code in a type is left out.
        """
        found = [each for each in self.open_types.inside(owner, name) if not self.is_of_block(each)]
        definition = self.definition(owner)
        if definition.is_open and definition.is_exported:
            space = f"{self.files[owner.path].space_of(definition)}.{definition.name}"
            found += self.own_names(space, name)
        if not found:
            return ()
        return tuple(dict.fromkeys(self.parts(each)[0] for each in found))

    def is_of_block(self, entity: Entity) -> bool:
        """Whether something is a name in a block of code alone that runs with a type."""
        return is_of_block(self.files[entity.path], self.definition(entity))

    def passed_on_all(self, space: str) -> tuple[Binding, ...]:
        """Return the imports of all names that a space passes on, from wherever they come."""
        self._note((_PASSED_ON, space))
        return self.all_passed_on.bindings.get(space, ())

    def passed_on_types(self, space: str) -> tuple[Binding, ...]:
        """Return imports of what may be the types all of whose members a space passes on; noted by `reached`."""
        return self.all_passed_on.types.get(space, ())

    @cached_property
    def inner_spaces(self) -> frozenset[str]:
        """All spaces, and those that they lie in."""
        found: set[str] = set()
        for space in (
            *self._spaces,
            *self.all_passed_on.by_name,
            *self.all_passed_on.spaces,
            *self.all_passed_on.types,
        ):
            outer = space
            while outer and outer not in found:
                found.add(outer)
                outer = outer.rpartition(".")[0]
        return frozenset(found)

    def n_methods(self, language: str, name: str) -> int:
        """Return how many methods of a name a language has, for those who choose a rare one; not noted."""
        return len(self._methods.get((language, name), ()))

    def is_space(self, space: str) -> bool:
        """Whether a space is there, or one within it."""
        self._note((_INNER_SPACE, space))
        return space in self.inner_spaces

    def inner_space(self, space: str, name: str) -> str:
        """Return the space of a name in a space, nothing if there is none; noted by `own_names`, which comes first."""
        inner = f"{space}.{name}"
        return inner if inner in self.inner_spaces else ""

    def paths_of(self, space: str) -> frozenset[str]:
        """Return the files that define something in a space."""
        self._note((About.PATHS.value, space))
        known = self._paths_by_space.get(space)
        if known is None:
            names = self._spaces.get(space, {}).values()
            known = frozenset(entity.path for entities in names for entity in entities)
            self._paths_by_space[space] = known
        return known

    def paths_within(self, space: str) -> frozenset[str]:
        """Return the files that define something in the spaces within a space."""
        self._note((About.PATHS.value, f"{space}."))
        inner = (names for each, names in self._spaces.items() if each.startswith(f"{space}."))
        return frozenset(entity.path for names in inner for entities in names.values() for entity in entities)

    def own_names(self, space: str, name: str) -> tuple[Entity, ...]:
        """Return what a space itself defines under a name."""
        self._note((_SPACE, space, name))
        return self._spaces.get(space, {}).get(name, ())

    @cached_property
    def _names_of_files(self) -> Mapping[tuple[str, str], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                if is_of_file(definition):
                    found[view.space_of(definition), definition.name].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def own_names_of_files(self, space: str, name: str) -> tuple[Entity, ...]:
        """Return what files define in a space, each for itself alone; noted by `own_names`, which comes first."""
        return self._names_of_files.get((space, name), ())

    def brings_in(self, view: FileView, path: str) -> bool:
        """Whether a file has all of another one brought in, directly or through others."""
        self._note((_PASSED_ON, view.space))
        return self.files[path].space in self._places(view.space)

    def passed_on(self, space: str, name: str) -> tuple[Binding, ...]:
        """Return what a space passes on under a name; noted by `own_names`, which comes first."""
        return self.all_passed_on.by_name.get(space, {}).get(name, ())

    def passed_on_whole(self, space: str) -> tuple[str, ...]:
        """Return the spaces that a space passes on as a whole."""
        self._note((_PASSED_ON, space))
        return self.all_passed_on.spaces.get(space, ())

    @cached_property
    def _spaces_by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that define a name, pass it on, or have a space of that name in them."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for table in (self._spaces, self.all_passed_on.by_name):
            for space, names in table.items():
                for name in names:
                    found[name][space] = None
        for space in sorted(self.inner_spaces):
            outer, _, name = space.rpartition(".")
            found[name][outer] = None
        return {name: tuple(spaces) for name, spaces in found.items()}

    def reached(self, space: str, name: str) -> list[str]:
        """Return the spaces with a name among those that a space passes on, and that these pass on; the nearest first."""
        self._note((_PASSED_ON, space))
        if space not in self.all_passed_on.spaces or name in self.all_passed_on.left_out.get(space, ()):
            return []
        self._note((_REACHED, name))
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
                inner = [other for other in self.all_passed_on.spaces.get(each, ()) if other not in found]
                found.update(dict.fromkeys(inner))
                pending += dict.fromkeys(inner)
            known = self._reached[space] = {each: place for place, each in enumerate(found) if place}
        return known

    @cached_property
    def _methods(self) -> Mapping[tuple[str, str], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                is_method = definition.owner is not None or (
                    definition.parent != TOP_LEVEL
                    and view.facts.definitions[definition.parent].kind is not DefinitionKind.FUNCTION
                    and not is_of_block(view, definition)
                )
                if definition.kind is DefinitionKind.FUNCTION and is_method:
                    found[view.language, definition.name].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    @cached_property
    def _member_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (view.language, definition.name)
            for view in self.files.values()
            for definition in view.facts.definitions
            if is_member(view, definition)
        )

    def is_member(self, language: str, name: str) -> bool:
        """Whether some type of a language has a member of a name."""
        self._note((_MEMBER, language, name))
        return (language, name) in self._member_names

    @cached_property
    def converted(self) -> Mapping[str, frozenset[str]]:
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
        self._note((About.CONVERTED.value, language, name))
        return name in self.converted.get(language, ())

    def types_named(self, language: str, name: str) -> tuple[Entity, ...]:
        """Return the open types of a name that lie in no other and in no space of their own."""
        self._note((About.OPEN_TYPES.value, language, name))
        return tuple(
            each for each in self._open_types.get((language, name), ()) if self.parts(each)[0] == each
        )

    @cached_property
    def _open_types(self) -> Mapping[tuple[str, str], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, view in self.files.items():
            for number, definition in enumerate(view.facts.definitions):
                is_outermost = definition.parent == TOP_LEVEL or definition.is_qualified
                if definition.is_open and is_outermost and not definition.space:
                    found[view.language, definition.name].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def methods_named(self, language: str, name: str) -> tuple[Entity, ...]:
        """Return the methods of a name, of all types of a language."""
        self._note((_METHODS, language, name))
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
        self._note((About.EXTENSIONS.value, language, name))
        return self._extension_methods.get((language, name), ())

    @cached_property
    def _type_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (view.language, definition.name)
            for view in self.files.values()
            for definition in view.facts.definitions
            if is_type_name(definition)
        )

    def has_type(self, language: str, name: str) -> bool:
        """Whether some space of a language has a type of a name."""
        self._note((_TYPE, language, name))
        return (language, name) in self._type_names
