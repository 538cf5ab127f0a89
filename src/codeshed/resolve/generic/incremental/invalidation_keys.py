"""Invalidation keys: the queries whose answers a definition is part of.

Turns: a file and the owners of its out-of-line members → for each definition the queries that find it; for the file as a
whole the queries that ask whether something exists.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.generic.incremental.query_trace import Query, QueryKind
from codeshed.resolve.generic.incremental.resolution_records import ResolutionRecord
from codeshed.resolve.generic.names.file_scope import CONVERSION_PREFIX, FileScope
from codeshed.resolve.generic.symbol_kinds import (
    is_member,
    is_namespace_member,
    is_top_level_type,
    is_visible_in_namespace,
    open_type_child_key,
    open_type_key,
)


class DefinitionContent(msgspec.Struct, frozen=True):
    """A definition without its number: what it declares, what encloses it, and its owner elsewhere."""

    definition: CodeDefinition
    enclosing: str
    owner: str


class FileState:
    """A file in one state of a program."""

    def __init__(self, view: FileScope, record: ResolutionRecord) -> None:
        self.view = view
        self.record = record
        out_of_line = [number for number, each in enumerate(view.facts.definitions) if each.owner is not None]
        # A record of another number of definitions is not of this state of the file.
        self._owners = dict(zip(out_of_line, record.owners, strict=False))

    def definitions_by_symbol(self) -> dict[str, DefinitionContent]:
        """Return the definitions by symbol."""
        view = self.view
        return {
            symbol: DefinitionContent(
                msgspec.structs.replace(definition, parent=0),
                view.symbol_of(definition.parent),
                self._owners.get(number, ""),
            )
            for number, (symbol, definition) in enumerate(
                zip(view.symbols, view.facts.definitions, strict=True)
            )
        }

    def iter_queries(self, number: int) -> Iterator[Query]:
        """Yield the queries whose answers a definition is part of."""
        view = self.view
        definition = view.facts.definitions[number]
        name = definition.name
        if definition.kind is DefinitionKind.FUNCTION:
            yield QueryKind.METHODS.value, view.language, name
        if definition.extended_type is not None:
            yield QueryKind.EXTENSION_METHODS.value, view.language, name
        yield from self._queries_of_open_names(number)
        if is_namespace_member(definition):
            yield QueryKind.NAMESPACE_MEMBER.value, view.namespace_of(definition), name
            yield QueryKind.CASE_INSENSITIVE.value, view.namespace_of(definition), name.lower()
        if definition.parent != TOP_LEVEL and view.facts.definitions[definition.parent].is_reopenable:
            parts = open_type_key(view, definition.parent)
            yield open_type_child_key(parts, name)
            if name.startswith(CONVERSION_PREFIX):
                yield open_type_child_key(parts, CONVERSION_PREFIX)
        is_constructor = definition.modifiers is not None and definition.modifiers.is_constructor
        for around in filter(None, (view.symbol_of(definition.parent), self._owners.get(number))):
            for own in dict.fromkeys((name, definition.own_name or name)):
                yield QueryKind.CHILD.value, around, own
            yield QueryKind.CASE_INSENSITIVE.value, around, name.lower()
            if name.startswith(CONVERSION_PREFIX):
                yield QueryKind.CHILD.value, around, CONVERSION_PREFIX
            if is_constructor:
                yield QueryKind.CONSTRUCTORS.value, around

    def _queries_of_open_names(self, number: int) -> Iterator[Query]:
        """Yield the queries for names that all files see."""
        definition = self.view.facts.definitions[number]
        if definition.is_global:
            yield QueryKind.GLOBALS.value, definition.name
        if definition.is_reopenable:
            yield QueryKind.OPEN_TYPES.value, self.view.language, definition.name
            yield open_type_key(self.view, number)

    def iter_existence_queries(self) -> Iterator[tuple[Query, str]]:
        """Yield the queries that ask whether something exists, each with what does."""
        view = self.view
        for number, definition in enumerate(view.facts.definitions):
            name, symbol = definition.name, view.symbols[number]
            for around in filter(None, (view.symbol_of(definition.parent), self._owners.get(number))):
                yield (QueryKind.MEMBER_NAMES.value, around), symbol
                yield (QueryKind.HAS_CHILDREN.value, around), ""
            if definition.owner is not None:
                yield (QueryKind.MEMBER_NAMES.value, member_symbol(view.path, definition.owner.name)), symbol
            if is_member(view, definition):
                yield (QueryKind.MEMBER_EXISTS.value, view.language, name), ""
            if is_top_level_type(definition):
                yield (QueryKind.TYPE_EXISTS.value, view.language, name), ""
            if is_visible_in_namespace(definition):
                namespace = view.namespace_of(definition)
                yield (QueryKind.REEXPORTED_NAME.value, name), namespace
                # An open type is known by its first part, which may be another one now.
                part = symbol if definition.is_reopenable else ""
                yield (QueryKind.NAMESPACE_FILES.value, namespace), part
                while namespace:
                    namespace = namespace.rpartition(".")[0]
                    yield (QueryKind.NAMESPACE_FILES.value, f"{namespace}."), part

    def namespaces(self) -> set[str]:
        """Return the namespaces that exist because of the file."""
        view = self.view
        found = {view.namespace_of(each) for each in view.facts.definitions if is_visible_in_namespace(each)}
        for each in view.untraced_imports:
            binding = each.binding
            if binding is not None and binding.is_reexported and binding.is_wildcard:
                found.update(binding.reexporting_namespaces(view.namespace_of(each.statement)))
            if binding is not None and binding.is_reexported and binding.alias:
                found.update(binding.reexporting_namespaces(view.namespace_of(each.statement)))
        return found

    def bindings(self) -> tuple[object, ...]:
        """Return all imports, without numbers."""
        return tuple(map(self._import_without_numbers, range(len(self.view.untraced_imports))))

    def bindings_by_alias(self) -> dict[str, list[object]]:
        """Return what imports are bound to, by their names in the file."""
        found: dict[str, list[object]] = {}
        for number, each in enumerate(self.view.untraced_imports):
            if each.binding is not None and each.binding.alias and not each.binding.is_only_reexported:
                found.setdefault(each.binding.alias, []).append(self._import_without_numbers(number))
        for binding in self.view.implicit_aliases:
            found.setdefault(binding.alias, []).append(binding)
        return found

    def bindings_by_namespace(self) -> dict[tuple[str, str], list[object]]:
        """Return what is re-exported, by namespaces and names."""
        found: dict[tuple[str, str], list[object]] = {}
        for each in self.view.untraced_imports:
            binding = each.binding
            if binding is not None and binding.is_reexported and binding.alias:
                for namespace in binding.reexporting_namespaces(self.view.namespace_of(each.statement)):
                    found.setdefault((namespace, binding.alias), []).append(binding)
        return found

    def _import_without_numbers(self, number: int) -> object:
        each = self.view.untraced_imports[number]
        around = self.view.symbol_of(each.statement.definition)
        return msgspec.structs.replace(each.statement, definition=0), around, each.binding
