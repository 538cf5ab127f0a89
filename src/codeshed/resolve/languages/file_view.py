"""One file among others.

Turns: the CodeFacts of a file + Layout → FileView: its symbols, the spaces that it lies in and sees, what it imports.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

import msgspec

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts, CodeImport
from codeshed.model.identity import member_symbol
from codeshed.resolve.languages.layout import Layout
from codeshed.resolve.languages.spaces import Binding, ModuleSystem


class BoundImport(msgspec.Struct, frozen=True):
    """An import, and what it means if that can be said."""

    written: CodeImport
    binding: Binding | None


class FileView:
    """One file, with what it defines and sees."""

    def __init__(self, path: str, facts: CodeFacts, system: ModuleSystem, layout: Layout) -> None:
        self.path = path
        self.facts = facts
        self.language = facts.language
        self.space = system.space_of(path, facts, layout)
        self.seen_spaces = tuple(system.seen_spaces(path, facts, layout))
        self.imports = tuple(
            BoundImport(each, system.bind(path, facts, each, layout)) for each in facts.imports
        )
        self.symbols = symbols_of(path, facts.definitions)

    @cached_property
    def named_imports(self) -> Mapping[str, tuple[BoundImport, ...]]:
        """What the file imports, by the names that it has here."""
        found: defaultdict[str, list[BoundImport]] = defaultdict(list)
        for each in self.imports:
            binding = each.binding
            if binding is not None and binding.alias and not binding.is_only_passed_on:
                found[binding.alias].append(each)
        return {alias: tuple(imports) for alias, imports in found.items()}

    @cached_property
    def stars(self) -> tuple[Binding, ...]:
        """The imports of all names of something that the file sees."""
        bindings = (each.binding for each in self.imports)
        return tuple(
            each for each in bindings if each is not None and each.is_all and not each.is_only_passed_on
        )

    @cached_property
    def children(self) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
        """What lies directly in each definition, by name; what a block of another type's methods holds is left out."""
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
    for definition in definitions:
        if definition.owner is not None:
            owner = definition.owner.name.rpartition(".")[2]
            base = member_symbol(member_symbol(path, owner), definition.name) if owner else ""
        else:
            base = ""
        if not base:
            around = path if definition.parent == TOP_LEVEL else symbols[definition.parent]
            base = member_symbol(around, definition.name)
        counts[base] += 1
        symbols.append(base if counts[base] == 1 else f"{base}#{counts[base]}")
    return tuple(symbols)
