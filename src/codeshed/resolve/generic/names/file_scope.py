"""One file among others.

Turns: the CodeFacts of a file + Layout → FileView: its symbols, the spaces that it lies in and sees, what it imports.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts, CodeImport, ImportForm
from codeshed.model.identity import member_symbol
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.incremental.query_trace import About, Asked
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.names.namespaces import Binding, SpaceTarget
from codeshed.resolve.generic.names.repository_layout import Layout

_IMPORTED = About.IMPORTED.value
_INSIDE = About.INSIDE.value
_UNWRITTEN = CodeImport(0, 0, TOP_LEVEL, ImportForm.MODULE, "")


class BoundImport(msgspec.Struct, frozen=True):
    """An import, and what it means if that can be said; its number among those of its file."""

    written: CodeImport
    binding: Binding | None
    number: int


class BoundStar(msgspec.Struct, frozen=True):
    """An import of all names of something, with the namespace of the block and the definition that it stands in."""

    binding: Binding
    space: str = ""
    definition: int = TOP_LEVEL


CONVERSION = "operator_"
"""How the names of functions begin that make an object of another one without a word."""


class FileView:
    """One file, with what it defines and sees; what others look up in it is noted."""

    def __init__(self, path: str, facts: CodeFacts, customs: Customs, layout: Layout, asked: Asked) -> None:
        system = customs.system
        self._asked = asked
        self._note = asked.note
        self._frame = (About.FRAME.value, path)
        self.path = path
        self.facts = facts
        self.language = facts.language
        self.space = system.space_of(path, facts, layout)
        self.visible_spaces = tuple(system.seen_spaces(path, facts, layout))
        self.bound_imports = tuple(
            BoundImport(each, system.bind(path, facts, each, layout), number)
            for number, each in enumerate(facts.imports)
        )
        self._implied = () if customs.implied is None else customs.implied(path, layout)
        self.symbols = symbols_of(path, facts.definitions)

    @property
    def seen_spaces(self) -> tuple[str, ...]:
        """The spaces that the file sees without an import."""
        self._asked.note(self._frame)
        return self.visible_spaces

    @property
    def imports(self) -> tuple[BoundImport, ...]:
        """All imports, with what they mean."""
        self._asked.note((About.IMPORTS.value, self.path))
        return self.bound_imports

    @property
    def stars(self) -> tuple[BoundStar, ...]:
        """The imports of all names of something that the file sees."""
        self._asked.note(self._frame)
        return self.bound_stars

    def imported(self, name: str) -> tuple[BoundImport, ...]:
        """Return what the file imports under a name."""
        self._asked.note((_IMPORTED, self.path, name))
        return self.named_imports.get(name, ())

    def inside(self, number: int, name: str) -> tuple[int, ...]:
        """Return what lies directly in a definition, or on the top level, under a name."""
        # The most common question by far: nothing is called but what notes it.
        self._note((_INSIDE, self.path if number == TOP_LEVEL else self.symbols[number], name))
        inside = self.children.get(number)
        return () if inside is None else inside.get(name, ())

    def all_inside(self, number: int) -> tuple[int, ...]:
        """Return all that lies directly in a definition; who asks notes what of it is looked at."""
        return tuple(each for numbers in self.children.get(number, {}).values() for each in numbers)

    def has_inside(self, number: int) -> bool:
        """Whether anything lies in a definition."""
        self._asked.note((About.ANY_INSIDE.value, self.symbol_of(number)))
        return number in self.children

    def has_names(self, number: int) -> bool:
        """Whether a definition may give a name another meaning in it than that has around it."""
        definition = self.facts.definitions[number]
        around = "" if definition.parent == TOP_LEVEL else self.facts.definitions[definition.parent].space
        return (
            self.has_inside(number)
            or definition.kind is DefinitionKind.TYPE
            or definition.owner is not None
            or definition.space != around
            or definition.seen_in is not None
            or bool(definition.all_type_parameters)
        )

    def has_conversions(self, number: int) -> bool:
        """Whether objects of a type are made of others, or turned into them, without a word."""
        self._asked.note((_INSIDE, self.symbol_of(number), CONVERSION))
        return any(name.startswith(CONVERSION) for name in self.children.get(number, {}))

    def gives_members(self, name: str) -> bool:
        """Whether the file gives members to something of a name."""
        self._asked.note((About.MEMBER_NAMES.value, member_symbol(self.path, name)))
        return name in self._owner_names

    @cached_property
    def _owner_names(self) -> frozenset[str]:
        return frozenset(each.owner.name for each in self.facts.definitions if each.owner is not None)

    def symbol_of(self, number: int) -> str:
        """Return the symbol of a definition, or of the file."""
        return self.path if number == TOP_LEVEL else self.symbols[number]

    @cached_property
    def named_imports(self) -> Mapping[str, tuple[BoundImport, ...]]:
        """What the file imports, by the names that it has here; not noted."""
        found: defaultdict[str, list[BoundImport]] = defaultdict(list)
        for each in self.bound_imports:
            binding = each.binding
            if binding is not None and binding.alias and not binding.is_only_passed_on:
                found[binding.alias].append(each)
        for binding in self.implied_names:
            found[binding.alias].append(BoundImport(_UNWRITTEN, binding, -1))
        return {alias: tuple(imports) for alias, imports in found.items()}

    @property
    def implied_names(self) -> tuple[Binding, ...]:
        """The imports of something by another name that the file has without writing them; not noted."""
        return tuple(each for each in self._implied if each.alias)

    @cached_property
    def bound_stars(self) -> tuple[BoundStar, ...]:
        """The imports of all names of something that the file sees; not noted."""
        bound = [
            *(
                BoundStar(each.binding, each.written.space, each.written.definition)
                for each in self.bound_imports
                if each.binding is not None
            ),
            *map(BoundStar, self._implied),
        ]
        besides = (
            replace(each, binding=Binding(targets=(SpaceTarget(each.binding.all_of),), is_all=True))
            for each in bound
            if each.binding.all_of
        )
        whole = (each for each in bound if each.binding.is_all and not each.binding.is_only_passed_on)
        return (*whole, *besides)

    @cached_property
    def children(self) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
        """What lies directly in each definition, by name; what a block of another type's methods holds is left out.

        Not noted.
        """
        found: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, definition in enumerate(self.facts.definitions):
            if definition.owner is None and not definition.is_hidden:
                found[definition.parent][definition.name].append(number)
        return {
            parent: {name: tuple(numbers) for name, numbers in by_name.items()}
            for parent, by_name in found.items()
        }

    def space_of(self, definition: CodeDefinition | CodeImport) -> str:
        """Return the space that a definition or import of the file lies in; one with a colon is a key by itself."""
        if ":" in definition.space:
            return definition.space
        return f"{self.space}.{definition.space}" if definition.space else self.space


def symbols_of(path: str, definitions: tuple[CodeDefinition, ...]) -> tuple[str, ...]:
    """Return the symbol ids of definitions: `path::Outer.inner`, and `#2` for a second one of the same name."""
    counts: Counter[str] = Counter()
    symbols: list[str] = []
    outside: dict[str, str] = {}
    nested: dict[tuple[int, str], str] = {}
    holders = {each.parent for each in definitions}
    for number, definition in enumerate(definitions):
        if definition.owner is not None:
            owner = definition.owner.name.rpartition(".")[2]
            holder = (
                nested.get((definition.parent, definition.owner.name))
                or outside.get(definition.owner.name)
                or member_symbol(path, owner)
            )
            base = member_symbol(holder, definition.name) if owner else ""
            if number not in holders:
                outside.setdefault(f"{definition.owner.name}.{definition.name}", base)
        else:
            base = ""
        if not base:
            base = member_symbol(_symbol_around(path, definition, symbols), definition.name)
        counts[base] += 1
        symbols.append(base if counts[base] == 1 else f"{base}#{counts[base]}")
        if definition.parent != TOP_LEVEL and definition.kind is DefinitionKind.TYPE:
            nested[definition.parent, definition.name] = symbols[-1]
    return tuple(symbols)


def _symbol_around(path: str, definition: CodeDefinition, symbols: list[str]) -> str:
    """Return the symbol that goes before the name of a definition: by what it lies in, or by what it is written with."""
    if definition.is_qualified:
        return member_symbol(path, definition.space) if definition.space else path
    return path if definition.parent == TOP_LEVEL else symbols[definition.parent]
