"""Invalidation keys: the queries whose answers a definition is part of.

Turns: a file and the owners of its out-of-line members → for each definition the queries that find it; for the file as a
whole the queries that ask whether something exists.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.generic.incremental.query_trace import About, Question
from codeshed.resolve.generic.incremental.resolution_records import FileNotes
from codeshed.resolve.generic.names.file_scope import CONVERSION, FileView
from codeshed.resolve.generic.symbol_kinds import (
    is_member,
    is_named,
    is_of_space,
    is_type_name,
    question_inside,
    question_of_parts,
)


class Content(msgspec.Struct, frozen=True):
    """A definition without its number: what it declares, what encloses it, and its owner elsewhere."""

    definition: CodeDefinition
    around: str
    owner: str


class State:
    """A file in one state of a program."""

    def __init__(self, view: FileView, notes: FileNotes) -> None:
        self.view = view
        self.notes = notes
        out_of_line = [number for number, each in enumerate(view.facts.definitions) if each.owner is not None]
        # A record of another number of definitions is not of this state of the file.
        self._owners = dict(zip(out_of_line, notes.owners, strict=False))

    def contents(self) -> dict[str, Content]:
        """Return the definitions by symbol."""
        view = self.view
        return {
            symbol: Content(
                msgspec.structs.replace(definition, parent=0),
                view.symbol_of(definition.parent),
                self._owners.get(number, ""),
            )
            for number, (symbol, definition) in enumerate(
                zip(view.symbols, view.facts.definitions, strict=True)
            )
        }

    def iter_questions(self, number: int) -> Iterator[Question]:
        """Yield the queries whose answers a definition is part of."""
        view = self.view
        definition = view.facts.definitions[number]
        name = definition.name
        if definition.kind is DefinitionKind.FUNCTION:
            yield About.METHODS.value, view.language, name
        if definition.extends is not None:
            yield About.EXTENSIONS.value, view.language, name
        if definition.is_open:
            yield About.OPEN_TYPES.value, view.language, name
            yield question_of_parts(view, number)
        if is_named(definition):
            yield About.SPACE.value, view.space_of(definition), name
            yield About.CASELESS.value, view.space_of(definition), name.lower()
        if definition.parent != TOP_LEVEL and view.facts.definitions[definition.parent].is_open:
            parts = question_of_parts(view, definition.parent)
            yield question_inside(parts, name)
            if name.startswith(CONVERSION):
                yield question_inside(parts, CONVERSION)
        is_constructor = definition.modifiers is not None and definition.modifiers.is_constructor
        for around in filter(None, (view.symbol_of(definition.parent), self._owners.get(number))):
            yield About.INSIDE.value, around, name
            yield About.CASELESS.value, around, name.lower()
            if name.startswith(CONVERSION):
                yield About.INSIDE.value, around, CONVERSION
            if is_constructor:
                yield About.CONSTRUCTORS.value, around

    def iter_existing(self) -> Iterator[tuple[Question, str]]:
        """Yield the queries that ask whether something exists, each with what does."""
        view = self.view
        for number, definition in enumerate(view.facts.definitions):
            name, symbol = definition.name, view.symbols[number]
            for around in filter(None, (view.symbol_of(definition.parent), self._owners.get(number))):
                yield (About.MEMBER_NAMES.value, around), symbol
                yield (About.ANY_INSIDE.value, around), ""
            if definition.owner is not None:
                yield (About.MEMBER_NAMES.value, member_symbol(view.path, definition.owner.name)), symbol
            if is_member(view, definition):
                yield (About.MEMBER.value, view.language, name), ""
            if is_type_name(definition):
                yield (About.TYPE.value, view.language, name), ""
            if is_of_space(definition):
                space = view.space_of(definition)
                yield (About.REACHED.value, name), space
                # An open type is known by its first part, which may be another one now.
                part = symbol if definition.is_open else ""
                yield (About.PATHS.value, space), part
                while space:
                    space = space.rpartition(".")[0]
                    yield (About.PATHS.value, f"{space}."), part

    def spaces(self) -> set[str]:
        """Return the namespaces that exist because of the file."""
        view = self.view
        found = {view.space_of(each) for each in view.facts.definitions if is_of_space(each)}
        for each in view.bound_imports:
            binding = each.binding
            if binding is not None and binding.is_passed_on and binding.is_all:
                found.update(binding.spaces_passed_on_in(view.space_of(each.written)))
            if binding is not None and binding.is_passed_on and binding.alias:
                found.update(binding.spaces_passed_on_in(view.space_of(each.written)))
        return found

    def bindings(self) -> tuple[object, ...]:
        """Return all imports, without numbers."""
        return tuple(map(self._import_without_numbers, range(len(self.view.bound_imports))))

    def bindings_by_alias(self) -> dict[str, list[object]]:
        """Return what imports are bound to, by their names in the file."""
        found: dict[str, list[object]] = {}
        for number, each in enumerate(self.view.bound_imports):
            if each.binding is not None and each.binding.alias and not each.binding.is_only_passed_on:
                found.setdefault(each.binding.alias, []).append(self._import_without_numbers(number))
        for binding in self.view.implied_names:
            found.setdefault(binding.alias, []).append(binding)
        return found

    def bindings_by_space(self) -> dict[tuple[str, str], list[object]]:
        """Return what is re-exported, by namespaces and names."""
        found: dict[tuple[str, str], list[object]] = {}
        for each in self.view.bound_imports:
            binding = each.binding
            if binding is not None and binding.is_passed_on and binding.alias:
                for space in binding.spaces_passed_on_in(self.view.space_of(each.written)):
                    found.setdefault((space, binding.alias), []).append(binding)
        return found

    def _import_without_numbers(self, number: int) -> object:
        each = self.view.bound_imports[number]
        around = self.view.symbol_of(each.written.definition)
        return msgspec.structs.replace(each.written, definition=0), around, each.binding
