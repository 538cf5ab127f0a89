"""The symbol table of all files in languages other than Python.

Turns: CodeFacts by path + RepositoryLayout → SymbolTable: hash tables from names to definitions, by namespace, type and
language. Every lookup is recorded in the query trace, which says after an edit which files must be resolved again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import QueryKind, QueryTrace
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget
from codeshed.resolve.generic.names.reexports import Reexports
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.generic.symbol_kinds import (
    is_block_local,
    is_file_private,
    is_member,
    is_top_level_type,
    is_visible_in_namespace,
)
from codeshed.resolve.generic.types.open_types import OpenTypes

_NAMESPACE = QueryKind.NAMESPACE_MEMBER.value
_REEXPORTS = QueryKind.WILDCARD_REEXPORTS.value
_REACHABLE = QueryKind.REEXPORTED_NAME.value
_NAMESPACE_EXISTS = QueryKind.NAMESPACE_EXISTS.value
_METHODS = QueryKind.METHODS.value
_MEMBER = QueryKind.MEMBER_EXISTS.value
_TYPE = QueryKind.TYPE_EXISTS.value


class SymbolTable:
    """The scopes of all files, and tables of their definitions by name."""

    def __init__(
        self,
        facts_by_path: Mapping[str, CodeFacts],
        rules_by_language: Mapping[str, LanguageRules],
        layout: RepositoryLayout,
        *,
        known_scopes: Mapping[str, FileScope] | None = None,
    ) -> None:
        self.rules_by_language = rules_by_language
        self.query_trace = QueryTrace()
        """Records the lookups of the current file: its dependencies."""
        self._record = self.query_trace.record
        self._paths_by_namespace: dict[str, frozenset[str]] = {}
        self._reexport_rank: dict[str, Mapping[str, int]] = {}
        known_scopes = {} if known_scopes is None else known_scopes
        self.files = {
            path: known_scopes.get(path)
            or FileScope(path, facts, rules_by_language[facts.language], layout, self.query_trace)
            for path, facts in sorted(facts_by_path.items())
        }
        self.open_types = OpenTypes(self.files, self._record)
        self.reexports = Reexports(self.files)
        """What namespaces re-export; lookups in it are not recorded."""

    def definition(self, entity: DefinitionKey) -> CodeDefinition:
        """Return the definition of a key."""
        return self.files[entity.path].facts.definitions[entity.number]

    def rules_at(self, path: str) -> LanguageRules:
        """Return the rules of the language of a file."""
        return self.rules_by_language[self.files[path].language]

    def is_made_up(self, external: str) -> bool:
        """Whether an external name is of the library of a language, and that is known to lack it."""
        return any(rules.library_names.is_made_up(external) for rules in self.rules_by_language.values())

    def keep_built_together(self, path: str, others: Iterable[str]) -> frozenset[str]:
        """Keep the files that some build includes together with a file (build tags, `cfg`); all of them if none."""
        paths = frozenset(others)
        are_never_built_together = self.rules_at(path).are_never_built_together
        if len(paths) <= 1 or are_never_built_together is None:
            return paths
        return frozenset(each for each in paths if not are_never_built_together(path, each)) or paths

    def is_type(self, entity: DefinitionKey) -> bool:
        """Whether a definition is a type."""
        return self.definition(entity).kind is DefinitionKind.TYPE

    def is_function(self, entity: DefinitionKey) -> bool:
        """Whether a definition is a function or method."""
        return self.definition(entity).kind is DefinitionKind.FUNCTION

    def is_constructor(self, entity: DefinitionKey) -> bool:
        """Whether a definition is a constructor, static ones included."""
        modifiers = self.definition(entity).modifiers
        return modifiers is not None and modifiers.is_constructor

    def is_instance_constructor(self, entity: DefinitionKey) -> bool:
        """Whether a definition is a constructor that code can call; a static one runs once, by itself."""
        modifiers = self.definition(entity).modifiers
        return self.is_constructor(entity) and not (modifiers is not None and modifiers.is_static)

    def is_variable(self, entity: DefinitionKey) -> bool:
        """Whether a definition is a variable or field."""
        return self.definition(entity).kind is DefinitionKind.VARIABLE

    def enum_of(self, entity: DefinitionKey) -> DefinitionKey | None:
        """Return the enum that a definition is a constant of; None if it is none."""
        definition = self.definition(entity)
        if definition.kind is not DefinitionKind.VARIABLE or definition.parent == TOP_LEVEL:
            return None
        parent = DefinitionKey(entity.path, definition.parent)
        is_constant = definition.type is None and definition.mutability is Mutability.IMMUTABLE
        is_of_enum = self.definition(parent).type_kind is TypeKind.ENUM
        return parent if is_constant and is_of_enum else None

    def symbol(self, entity: DefinitionKey) -> str:
        """Return the symbol id of a definition."""
        return self.files[entity.path].symbols[entity.number]

    @cached_property
    def _definitions_by_namespace(self) -> Mapping[str, Mapping[str, tuple[DefinitionKey, ...]]]:
        found: defaultdict[str, defaultdict[str, list[DefinitionKey]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for path, scope in self.files.items():
            for number, definition in enumerate(scope.facts.definitions):
                entity = DefinitionKey(path, number)
                if (
                    is_visible_in_namespace(definition)
                    and self.open_types.untraced_parts(entity)[0] == entity
                ):
                    found[scope.namespace_of(definition)][definition.name].append(entity)
        return {
            namespace: {name: tuple(entities) for name, entities in names.items()}
            for namespace, names in found.items()
        }

    def parts(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return all declarations of an open type, the first of which represents it; any other definition is its only one."""
        return self.open_types.parts(entity)

    def trace_definition(self, entity: DefinitionKey) -> None:
        """Record the use of a definition that was not found by a lookup."""
        definition = self.definition(entity)
        around = self.files[entity.path].symbol_of(definition.parent)
        self._record((QueryKind.CHILD.value, around, definition.name))

    def find_children(self, owner: DefinitionKey, name: str) -> tuple[DefinitionKey, ...]:
        """Find the direct children of a name in a definition, in all declarations of an open type.

        Locals of blocks in the body of a type are left out.
        """
        found = [each for each in self.open_types.find_children(owner, name) if not self.is_block_local(each)]
        definition = self.definition(owner)
        if definition.is_reopenable and definition.is_exported:
            namespace = f"{self.files[owner.path].namespace_of(definition)}.{definition.name}"
            found += self.find_definitions(namespace, name)
        if not found:
            return ()
        return tuple(dict.fromkeys(self.parts(each)[0] for each in found))

    def is_block_local(self, entity: DefinitionKey) -> bool:
        """Whether a definition is local to a block in the body of a type."""
        return is_block_local(self.files[entity.path], self.definition(entity))

    def wildcard_reexports(self, namespace: str) -> tuple[Binding, ...]:
        """Return the wildcard imports that a namespace re-exports."""
        self._record((_REEXPORTS, namespace))
        return self.reexports.wildcards.get(namespace, ())

    def type_reexports(self, namespace: str) -> tuple[Binding, ...]:
        """Return re-exported wildcard imports of what may be a type (`import static T.*`).

        Recorded by `find_reexporting_namespaces`, which callers call first.
        """
        return self.reexports.types.get(namespace, ())

    @cached_property
    def all_namespaces(self) -> frozenset[str]:
        """All namespaces that define or re-export anything, and their outer namespaces."""
        found: set[str] = set()
        for namespace in (
            *self._definitions_by_namespace,
            *self.reexports.by_name,
            *self.reexports.namespaces,
            *self.reexports.types,
        ):
            outer = namespace
            while outer and outer not in found:
                found.add(outer)
                outer = outer.rpartition(".")[0]
        return frozenset(found)

    def n_methods(self, language: str, name: str) -> int:
        """Return how many methods of a name a language has, to choose the rarest of several names; not recorded."""
        return len(self._methods_by_name.get((language, name), ()))

    def is_namespace(self, namespace: str) -> bool:
        """Whether a namespace exists, or one nested in it."""
        self._record((_NAMESPACE_EXISTS, namespace))
        return namespace in self.all_namespaces

    def nested_namespace(self, namespace: str, name: str) -> str:
        """Return the key of a nested namespace, "" if there is none; recorded by `find_definitions`, which comes first."""
        inner = f"{namespace}.{name}"
        return inner if inner in self.all_namespaces else ""

    def files_of_namespace(self, namespace: str) -> frozenset[str]:
        """Return the files that define anything in a namespace."""
        self._record((QueryKind.NAMESPACE_FILES.value, namespace))
        known = self._paths_by_namespace.get(namespace)
        if known is None:
            names = self._definitions_by_namespace.get(namespace, {}).values()
            known = frozenset(entity.path for entities in names for entity in entities)
            self._paths_by_namespace[namespace] = known
        return known

    def files_of_nested_namespaces(self, namespace: str) -> frozenset[str]:
        """Return the files that define anything in the nested namespaces of a namespace."""
        self._record((QueryKind.NAMESPACE_FILES.value, f"{namespace}."))
        inner = (
            names
            for each, names in self._definitions_by_namespace.items()
            if each.startswith(f"{namespace}.")
        )
        return frozenset(entity.path for names in inner for entities in names.values() for entity in entities)

    def find_definitions(self, namespace: str, name: str) -> tuple[DefinitionKey, ...]:
        """Find what a namespace itself defines under a name: no re-exports."""
        self._record((_NAMESPACE, namespace, name))
        return self._definitions_by_namespace.get(namespace, {}).get(name, ())

    @cached_property
    def _file_private_definitions(self) -> Mapping[tuple[str, str], tuple[DefinitionKey, ...]]:
        found: defaultdict[tuple[str, str], list[DefinitionKey]] = defaultdict(list)
        for path, scope in self.files.items():
            for number, definition in enumerate(scope.facts.definitions):
                if is_file_private(definition):
                    found[scope.namespace_of(definition), definition.name].append(DefinitionKey(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def find_file_private_definitions(self, namespace: str, name: str) -> tuple[DefinitionKey, ...]:
        """Find file-private definitions in a namespace; recorded by `find_definitions`, which comes first."""
        return self._file_private_definitions.get((namespace, name), ())

    def includes(self, scope: FileScope, path: str) -> bool:
        """Whether a file includes another one, directly or transitively (`#include`)."""
        self._record((_REEXPORTS, scope.namespace))
        return self.files[path].namespace in self._transitive_reexports(scope.namespace)

    def named_reexports(self, namespace: str, name: str) -> tuple[Binding, ...]:
        """Return the re-exports of a name in a namespace; recorded by `find_definitions`, which comes first."""
        return self.reexports.by_name.get(namespace, {}).get(name, ())

    def reexported_namespaces(self, namespace: str) -> tuple[str, ...]:
        """Return the namespaces that a namespace re-exports as a whole (`export * from`)."""
        self._record((_REEXPORTS, namespace))
        return self.reexports.namespaces.get(namespace, ())

    @cached_property
    def _external_reexports(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for scope in self.files.values():
            bindings = [each.binding for each in scope.untraced_imports if each.binding is not None]
            modules = {
                each.targets[0].name
                for each in bindings
                if each.is_only_reexported and each.is_wildcard and each.targets
                if isinstance(each.targets[0], ExternalTarget)
            }
            if modules:
                found[scope.namespace] = tuple(sorted(modules))
        return found

    def external_reexports(self, namespace: str) -> tuple[str, ...]:
        """Return the external modules that a file re-exports as a whole: `export * from "package"`."""
        self._record((_REEXPORTS, namespace))
        return self._external_reexports.get(namespace, ())

    @cached_property
    def _namespaces_by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The namespaces that define a name, re-export it, or have a nested namespace of that name."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for table in (self._definitions_by_namespace, self.reexports.by_name):
            for namespace, names in table.items():
                for name in names:
                    found[name][namespace] = None
        for namespace in sorted(self.all_namespaces):
            outer, _, name = namespace.rpartition(".")
            found[name][outer] = None
        return {name: tuple(namespaces) for name, namespaces in found.items()}

    def find_reexporting_namespaces(self, namespace: str, name: str) -> list[str]:
        """Find the namespaces with a name among those that a namespace re-exports transitively; the nearest first."""
        self._record((_REEXPORTS, namespace))
        if namespace not in self.reexports.namespaces or name in self.reexports.excluded_names.get(
            namespace, ()
        ):
            return []
        self._record((_REACHABLE, name))
        rank = self._transitive_reexports(namespace)
        found = [each for each in self._namespaces_by_name.get(name, ()) if each in rank]
        return sorted(found, key=rank.__getitem__)

    def _transitive_reexports(self, namespace: str) -> Mapping[str, int]:
        """Return the namespaces that a namespace re-exports transitively, each with its rank in breadth-first order."""
        known = self._reexport_rank.get(namespace)
        if known is None:
            found: dict[str, None] = {namespace: None}
            pending = [namespace]
            for each in pending:
                inner = [other for other in self.reexports.namespaces.get(each, ()) if other not in found]
                found.update(dict.fromkeys(inner))
                pending += dict.fromkeys(inner)
            known = self._reexport_rank[namespace] = {each: rank for rank, each in enumerate(found) if rank}
        return known

    @cached_property
    def _methods_by_name(self) -> Mapping[tuple[str, str], tuple[DefinitionKey, ...]]:
        found: defaultdict[tuple[str, str], list[DefinitionKey]] = defaultdict(list)
        for path, scope in self.files.items():
            for number, definition in enumerate(scope.facts.definitions):
                is_method = definition.owner is not None or (
                    definition.parent != TOP_LEVEL
                    and scope.facts.definitions[definition.parent].kind is not DefinitionKind.FUNCTION
                    and not is_block_local(scope, definition)
                )
                if definition.kind is DefinitionKind.FUNCTION and is_method:
                    found[scope.language, definition.name].append(DefinitionKey(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    @cached_property
    def _member_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (scope.language, definition.name)
            for scope in self.files.values()
            for definition in scope.facts.definitions
            if is_member(scope, definition)
        )

    def is_member_name(self, language: str, name: str) -> bool:
        """Whether any type of a language has a member of this name."""
        self._record((_MEMBER, language, name))
        return (language, name) in self._member_names

    @cached_property
    def names_after_conversion(self) -> Mapping[str, frozenset[str]]:
        """The names of members that values can have after an implicit conversion, by language."""
        conversions = [
            (scope, number, definition)
            for scope in self.files.values()
            for number, definition in enumerate(scope.facts.definitions)
            if definition.is_implicit_conversion
        ]
        return_values = {
            (scope.language, definition.returns.name.rpartition(".")[2])
            for scope, _, definition in conversions
            if definition.returns is not None
        }
        types = [
            (scope, number)
            for scope in self.files.values()
            for number, each in enumerate(scope.facts.definitions)
            if each.kind is DefinitionKind.TYPE
            and (each.is_implicit_conversion or (scope.language, each.name) in return_values)
        ]
        found: defaultdict[str, set[str]] = defaultdict(set)
        for scope, number in types:
            found[scope.language].update(scope.children_by_name.get(number, {}))
        return {language: frozenset(names) for language, names in found.items()}

    def is_member_after_conversion(self, language: str, name: str) -> bool:
        """Whether an implicit conversion to a repository type may give a value a member of this name."""
        self._record((QueryKind.CONVERTED_MEMBER.value, language, name))
        return name in self.names_after_conversion.get(language, ())

    def find_open_types(self, language: str, name: str) -> tuple[DefinitionKey, ...]:
        """Find open types by name that are neither nested nor in a namespace of their own."""
        self._record((QueryKind.OPEN_TYPES.value, language, name))
        return tuple(
            each for each in self._open_types_by_name.get((language, name), ()) if self.parts(each)[0] == each
        )

    @cached_property
    def _open_types_by_name(self) -> Mapping[tuple[str, str], tuple[DefinitionKey, ...]]:
        found: defaultdict[tuple[str, str], list[DefinitionKey]] = defaultdict(list)
        for path, scope in self.files.items():
            for number, definition in enumerate(scope.facts.definitions):
                is_outermost = definition.parent == TOP_LEVEL or definition.is_qualified
                if definition.is_reopenable and is_outermost and not definition.namespace:
                    found[scope.language, definition.name].append(DefinitionKey(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    @cached_property
    def written_names(self) -> frozenset[str]:
        """The names of all that any file writes, changes through a method, or gives the address of."""
        return frozenset(name for scope in self.files.values() for name in scope.facts.written_names)

    def is_written_name(self, name: str) -> bool:
        """Whether anything of a name is written anywhere, in whatever language."""
        self._record((QueryKind.WRITTEN_NAME.value, name))
        return name in self.written_names

    @cached_property
    def _globals_by_name(self) -> Mapping[str, tuple[DefinitionKey, ...]]:
        found: defaultdict[str, list[DefinitionKey]] = defaultdict(list)
        for path, scope in self.files.items():
            for number, definition in enumerate(scope.facts.definitions):
                if definition.is_global:
                    found[definition.name].append(DefinitionKey(path, number))
        return {name: tuple(entities) for name, entities in found.items()}

    def find_globals(self, name: str) -> tuple[DefinitionKey, ...]:
        """Find the definitions of a name that all files see, those of the first file first."""
        self._record((QueryKind.GLOBALS.value, name))
        return self._globals_by_name.get(name, ())

    def find_methods(self, language: str, name: str) -> tuple[DefinitionKey, ...]:
        """Find the methods of a name in all types of a language."""
        self._record((_METHODS, language, name))
        return self._methods_by_name.get((language, name), ())

    @cached_property
    def _extension_methods_by_name(self) -> Mapping[tuple[str, str], tuple[DefinitionKey, ...]]:
        found: defaultdict[tuple[str, str], list[DefinitionKey]] = defaultdict(list)
        for path, scope in self.files.items():
            for number, definition in enumerate(scope.facts.definitions):
                if definition.extended_type is not None:
                    found[scope.language, definition.name].append(DefinitionKey(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def find_extension_methods(self, language: str, name: str) -> tuple[DefinitionKey, ...]:
        """Find the extension methods of a name in a language."""
        self._record((QueryKind.EXTENSION_METHODS.value, language, name))
        return self._extension_methods_by_name.get((language, name), ())

    @cached_property
    def _type_names(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (scope.language, definition.name)
            for scope in self.files.values()
            for definition in scope.facts.definitions
            if is_top_level_type(definition)
        )

    def is_type_name(self, language: str, name: str) -> bool:
        """Whether a language has a top-level type of this name."""
        self._record((_TYPE, language, name))
        return (language, name) in self._type_names
