"""The top-level scope of a file.

Turns: the CodeFacts of a file + RepositoryLayout → FileScope: its namespace, the namespaces that it sees, the bindings of
its imports, and its definitions by scope and name.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts, CodeImport, ImportForm
from codeshed.model.semantic import DefinitionKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.generic.incremental.query_trace import QueryKind, QueryTrace
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.namespaces import Binding, NamespaceTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout

_IMPORTED = QueryKind.IMPORTED_NAME.value
_INSIDE = QueryKind.CHILD.value
_IMPLICIT = CodeImport(0, 0, TOP_LEVEL, ImportForm.MODULE, "")


class BoundImport(msgspec.Struct, frozen=True):
    """An import statement with its binding, if it has one, and its index among the imports of the file."""

    statement: CodeImport
    binding: Binding | None
    number: int


class WildcardImport(msgspec.Struct, frozen=True):
    """A wildcard import, with the namespace block and the definition that it is written in."""

    binding: Binding
    namespace: str = ""
    definition: int = TOP_LEVEL


CONVERSION_PREFIX = "operator_"
"""Prefix of the names of implicit conversion functions."""


class FileScope:
    """The definitions and imports of one file. Lookups are recorded in the query trace, except in the `untraced_` ones."""

    def __init__(
        self,
        path: str,
        facts: CodeFacts,
        rules: LanguageRules,
        layout: RepositoryLayout,
        query_trace: QueryTrace,
    ) -> None:
        system = rules.module_system
        self._query_trace = query_trace
        self._note = query_trace.record
        self._frame_key = (QueryKind.FILE_SCOPE.value, path)
        self.path = path
        self.facts = facts
        self.language = facts.language
        self.namespace = system.namespace_of(path, facts, layout)
        self.untraced_visible_namespaces = tuple(system.visible_namespaces(path, facts, layout))
        self.untraced_imports = tuple(
            BoundImport(each, system.bind_import(path, facts, each, layout), number)
            for number, each in enumerate(facts.imports)
        )
        self._implicit_imports = (
            () if rules.find_implicit_imports is None else rules.find_implicit_imports(path, layout)
        )
        self.symbols = symbol_ids_of(path, facts.definitions)

    @property
    def visible_namespaces(self) -> tuple[str, ...]:
        """The namespaces that the file sees without an import."""
        self._query_trace.record(self._frame_key)
        return self.untraced_visible_namespaces

    @property
    def imports(self) -> tuple[BoundImport, ...]:
        """All imports with their bindings."""
        self._query_trace.record((QueryKind.IMPORTS.value, self.path))
        return self.untraced_imports

    @property
    def wildcard_imports(self) -> tuple[WildcardImport, ...]:
        """The wildcard imports of the file."""
        self._query_trace.record(self._frame_key)
        return self.untraced_wildcard_imports

    def find_imports(self, name: str) -> tuple[BoundImport, ...]:
        """Find the imports that bind a name in the file."""
        self._query_trace.record((_IMPORTED, self.path, name))
        return self.imports_by_name.get(name, ())

    @cached_property
    def misses_wildcard_import(self) -> bool:
        """Whether all names of a module are imported that the repository should have, and has not."""
        return any(each.binding.is_expected and not each.binding.targets for each in self.wildcard_imports)

    def find_children(self, number: int, name: str) -> tuple[int, ...]:
        """Find the direct children of a name in a definition, or at top level."""
        # By far the most frequent lookup, so it calls nothing but the trace.
        self._note((_INSIDE, self.path if number == TOP_LEVEL else self.symbols[number], name))
        inside = self.children_by_name.get(number)
        return () if inside is None else inside.get(name, ())

    def find_object_members(self, number: int, name: str) -> tuple[int, ...]:
        """Find the functions of a name in the object literals of a definition, or at top level.

        Those that the initializer of a variable gives to a call belong to what is around the variable.
        """
        while True:
            self._note((_INSIDE, self.symbol_of(number), name))
            found = self._object_members.get((number, name), ())
            is_variable = number != TOP_LEVEL and (
                self.facts.definitions[number].kind is DefinitionKind.VARIABLE
            )
            if found or not is_variable:
                return found
            number = self.facts.definitions[number].parent

    @cached_property
    def _object_members(self) -> Mapping[tuple[int, str], tuple[int, ...]]:
        found: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        for number, each in enumerate(self.facts.definitions):
            if each.is_object_member:
                found[each.parent, each.own_name or each.name].append(number)
        return {key: tuple(numbers) for key, numbers in found.items()}

    def all_children(self, number: int) -> tuple[int, ...]:
        """Return all direct children of a definition; the caller records which of them it uses."""
        return tuple(each for numbers in self.children_by_name.get(number, {}).values() for each in numbers)

    def has_children(self, number: int) -> bool:
        """Whether a definition has any children."""
        self._query_trace.record((QueryKind.HAS_CHILDREN.value, self.symbol_of(number)))
        return number in self.children_by_name

    def opens_scope(self, number: int) -> bool:
        """Whether a name may resolve to something else inside of a definition than around it."""
        definition = self.facts.definitions[number]
        around = "" if definition.parent == TOP_LEVEL else self.facts.definitions[definition.parent].namespace
        return (
            self.has_children(number)
            or definition.kind is DefinitionKind.TYPE
            or definition.owner is not None
            or definition.namespace != around
            or definition.visible_span is not None
            or bool(definition.all_type_parameters)
        )

    def has_implicit_conversions(self, number: int) -> bool:
        """Whether a type declares implicit conversions, from or to other types."""
        self._query_trace.record((_INSIDE, self.symbol_of(number), CONVERSION_PREFIX))
        return any(name.startswith(CONVERSION_PREFIX) for name in self.children_by_name.get(number, {}))

    def adds_members_to(self, name: str) -> bool:
        """Whether the file defines members of something of this name, out of its body (`function A.run()` in Lua)."""
        self._query_trace.record((QueryKind.MEMBER_NAMES.value, member_symbol(self.path, name)))
        return name in self._extended_names

    @cached_property
    def _extended_names(self) -> frozenset[str]:
        return frozenset(each.owner.name for each in self.facts.definitions if each.owner is not None)

    def symbol_of(self, number: int) -> str:
        """Return the symbol id of a definition, or of the file for its top level."""
        return self.path if number == TOP_LEVEL else self.symbols[number]

    @cached_property
    def imports_by_name(self) -> Mapping[str, tuple[BoundImport, ...]]:
        """The imports by the names that they bind, implicit aliases included; not recorded."""
        found: defaultdict[str, list[BoundImport]] = defaultdict(list)
        for each in self.untraced_imports:
            binding = each.binding
            if binding is not None and binding.alias and not binding.is_only_reexported:
                found[binding.alias].append(each)
        for binding in self.implicit_aliases:
            found[binding.alias].append(BoundImport(_IMPLICIT, binding, -1))
        return {alias: tuple(imports) for alias, imports in found.items()}

    @property
    def implicit_aliases(self) -> tuple[Binding, ...]:
        """Implicit imports that bind an alias; not recorded."""
        return tuple(each for each in self._implicit_imports if each.alias)

    @cached_property
    def untraced_wildcard_imports(self) -> tuple[WildcardImport, ...]:
        """The wildcard imports of the file, implicit ones included; not recorded."""
        bound = [
            *(
                WildcardImport(each.binding, each.statement.namespace, each.statement.definition)
                for each in self.untraced_imports
                if each.binding is not None
            ),
            *map(WildcardImport, self._implicit_imports),
        ]
        extra_wildcards = (
            replace(
                each, binding=Binding(targets=(NamespaceTarget(each.binding.also_all_of),), is_wildcard=True)
            )
            for each in bound
            if each.binding.also_all_of
        )
        wildcards = (
            each for each in bound if each.binding.is_wildcard and not each.binding.is_only_reexported
        )
        return (*wildcards, *extra_wildcards)

    @cached_property
    def children_by_name(self) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
        """The direct children of each definition by name, without members of other types; not recorded."""
        found: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, definition in enumerate(self.facts.definitions):
            if definition.owner is None and not definition.is_unnameable:
                found[definition.parent][definition.name].append(number)
        return {
            parent: {name: tuple(numbers) for name, numbers in by_name.items()}
            for parent, by_name in found.items()
        }

    def namespace_of(self, definition: CodeDefinition | CodeImport) -> str:
        """Return the namespace of a definition or import of the file; one with a colon is a whole key already."""
        if ":" in definition.namespace:
            return definition.namespace
        return f"{self.namespace}.{definition.namespace}" if definition.namespace else self.namespace


def symbol_ids_of(path: str, definitions: tuple[CodeDefinition, ...]) -> tuple[str, ...]:
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
    """Return the symbol id that the id of a definition starts with: of its parent, or of its written qualifier."""
    if definition.is_qualified:
        return member_symbol(path, definition.namespace) if definition.namespace else path
    return path if definition.parent == TOP_LEVEL else symbols[definition.parent]
