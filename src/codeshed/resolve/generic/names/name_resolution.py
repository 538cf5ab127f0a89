"""Name resolution: lexical scopes, then the file, its imports and its namespaces.

Turns: a name at a place → Values. Locals and members of types come from elsewhere (`unqualified_names.py`); here are enclosing
definitions, the top level of the file, imports, the namespaces that the file sees, and wildcard imports, in this order.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.languages.language import is_test_path
from codeshed.model.semantic import DefinitionKind, Visibility
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.file_context import FileContext
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.names.enclosing_namespaces import (
    EnclosingNamespaces,
    enclosing_blocks,
    visible_blocks,
)
from codeshed.resolve.generic.names.file_scope import BoundImport, FileScope, WildcardImport
from codeshed.resolve.generic.names.import_targets import ImportTargets
from codeshed.resolve.generic.names.macro_aliases import MacroAliases
from codeshed.resolve.generic.names.namespace_lookup import FindMembers, NamespaceLookup
from codeshed.resolve.generic.names.namespaces import Binding, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.names.visible_namespaces import VisibleNamespaces
from codeshed.resolve.generic.names.wildcard_imports import WildcardImports
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Namespace,
    Place,
    Value,
    Values,
    limit_certainty,
)

_DEFAULT = "default"
_EXTERNAL_HEADERS = "external headers"


class NameResolution:
    """Resolves names, the innermost scope first."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        file: FileContext,
        find_members: FindMembers,
        cache: QueryCache[Values],
    ) -> None:
        self._symbol_table = symbol_table
        self._file = file
        self._cache = cache
        import_targets = ImportTargets(symbol_table)
        self.namespaces = NamespaceLookup(symbol_table, find_members, cache, import_targets)
        self._wildcards = WildcardImports(
            symbol_table, find_members, self.namespaces, import_targets=import_targets, cache=cache
        )
        self.visible_namespaces = VisibleNamespaces(symbol_table, self.namespaces)
        self._macro_aliases = MacroAliases(symbol_table)
        self._imports = ImportsInScope(symbol_table, file)
        self._enclosing_namespaces = EnclosingNamespaces(symbol_table, self._imports.iter_enclosing)

    def resolve_in_enclosing(self, place: Place, name: str) -> Values:
        """Resolve a name in the enclosing definitions of a place, without the members of types.

        A local of a block in the body of a type is no member and counts.
        """
        scope = self._symbol_table.files[place.path]
        definitions = scope.facts.definitions
        for number in self.enclosing(place):
            around = definitions[number]
            has_members = around.kind is DefinitionKind.TYPE and not around.is_namespace
            inside = [
                each
                for each in scope.find_children(number, name)
                if _is_unqualified_name(definitions[each])
                and not (has_members and definitions[each].visible_span is None)
            ]
            found = self._in_innermost_block(place, number, inside) if inside else ()
            if not found and around.is_namespace:
                found = _find_in_other_blocks(scope, number, name)
            if found:
                return tuple(DefinitionValue(DefinitionKey(place.path, each)) for each in found)
        return NO_VALUES

    def _in_innermost_block(self, place: Place, around: int, inside: Iterable[int]) -> tuple[int, ...]:
        """Keep the children of a definition that are visible at a place: of the innermost block that has any.

        If the place has no offset (in interfaces), a definition in a block sees the last one in a block before it.
        """
        definitions = self._symbol_table.files[place.path].facts.definitions
        if place.offset == NO_OFFSET:
            heads = () if place.head == TOP_LEVEL else (place.head,)
            within = [
                each
                for each in (*heads, *self.enclosing(place))
                if definitions[each].visible_span is not None and definitions[each].parent == around
            ]
            seen = tuple(each for each in inside if within or definitions[each].visible_span is None)
            is_of_blocks = all(definitions[each].visible_span is not None for each in seen)
            before = [each for each in seen if each < within[0]] if is_of_blocks and within else []
            return (before[-1],) if before else seen
        sizes: dict[int, int] = {}
        for number in inside:
            begin, end = self._file.scope_of(DefinitionKey(place.path, number)) or (0, sys.maxsize)
            is_in_all = definitions[number].visible_span is None
            if is_in_all or begin <= place.offset < end:
                sizes[number] = end - begin
        nearest = min(sizes.values(), default=0)
        return tuple(number for number, size in sizes.items() if size == nearest)

    def namespace_at(self, place: Place) -> str:
        """Return the namespace of a place."""
        return self._enclosing_namespaces.namespace(self._symbol_table.files[place.path], place)

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the enclosing definitions of a place, the innermost first."""
        return self._imports.iter_enclosing(place)

    def widest_scope(self, place: Place, name: str) -> Place:
        """Return the outermost scope in which a name resolves as at a place, to share cached results between places."""
        scope = self._symbol_table.files[place.path]
        are_local = self._symbol_table.rules_at(place.path).has_scoped_imports
        if place.head != TOP_LEVEL or any(
            each.statement.definition != TOP_LEVEL for each in scope.find_imports(name)
        ):
            return place
        if are_local and any(each.definition != TOP_LEVEL for each in scope.wildcard_imports):
            return place
        number = place.definition
        while number != TOP_LEVEL and not scope.opens_scope(number):
            number = scope.facts.definitions[number].parent
        return Place(place.path, number, place.offset, namespace=place.namespace)

    def resolve_at_top_level(self, place: Place, name: str) -> Values:
        """Resolve a name at the top level of a file: definitions, imports, visible namespaces, wildcard imports.

        Definitions of the file in a block of another namespace come last. Definitions in files that no build includes
        together with this one are dropped, unless there are no others.
        """
        rules = self._symbol_table.rules_at(place.path)
        if name and name == rules.root_namespace_name:
            return (Namespace(rules.root_namespace),)
        found = self._first_at_top_level(place, name)
        if len(found) == 1:
            return found
        paths = (each.entity.path for each in found if isinstance(each, DefinitionValue))
        built = self._symbol_table.keep_built_together(place.path, paths)
        return tuple(
            each for each in found if not isinstance(each, DefinitionValue) or each.entity.path in built
        )

    def _first_at_top_level(self, place: Place, name: str) -> Values:
        scope = self._symbol_table.files[place.path]
        named = [
            each
            for each in scope.find_children(TOP_LEVEL, name)
            if not scope.facts.definitions[each].is_module_property
        ]
        declared = self._in_innermost_block(place, TOP_LEVEL, named)
        if self._symbol_table.rules_at(place.path).has_isolated_modules:
            return self._imported_in_functions(scope, place, name) or self._resolve_in_blocks(
                scope, place, name, declared
            )
        near = self._definitions_in_scope(scope, place, name, declared)
        return (
            self._imported_in_functions(scope, place, name)
            or (NO_VALUES if self._macro_aliases.is_conditional_alias(near) else near)
            or self._resolve_imported(scope, place, name)
            or self._resolve_in_visible_namespaces(scope, place, name)
            or self._wildcards.resolve(scope, self._imports.wildcards_in_scope(scope, place), name)
            or _defined_values(scope, declared)
        )

    def _definitions_in_scope(
        self, scope: FileScope, place: Place, name: str, declared: tuple[int, ...]
    ) -> Values:
        """Return the definitions of the file in scope at a place; those in inner namespaces, of any file, come first."""
        definitions = scope.facts.definitions
        whole = tuple(number for number in declared if not definitions[number].specialization_arguments)
        rules = self._symbol_table.rules_at(scope.path)
        linked, is_nested = (
            rules.linkage_namespace,
            bool(rules.linkage_namespace) or rules.has_nested_namespace_scopes,
        )
        inner = self._enclosing_namespaces.scope_chain(scope, place) if whole and is_nested else []
        for namespace in takewhile(lambda each: each not in {linked, scope.namespace}, inner):
            here = tuple(number for number in whole if scope.namespace_of(definitions[number]) == namespace)
            found = _defined_values(scope, here)
            seen = () if found else self.visible_namespaces.resolve(scope.path, namespace, name)
            if found or any(
                isinstance(each, DefinitionValue) and each.certainty < Certainty.INFERRED for each in seen
            ):
                return found or seen
        return _defined_values(
            scope, tuple(each for each in whole if self._enclosing_namespaces.is_in_scope(scope, each, place))
        )

    def _imported_in_functions(self, scope: FileScope, place: Place, name: str) -> Values:
        """Resolve the imports of a name in enclosing functions."""
        if place.definition == TOP_LEVEL or not scope.find_imports(name):
            return NO_VALUES
        definitions = scope.facts.definitions
        around = [each for each in self.enclosing(place) if definitions[each].kind is DefinitionKind.FUNCTION]
        for function in around:
            found = [each for each in scope.find_imports(name) if each.statement.definition == function]
            resolved = self._resolve_imports(self._imports.filter_innermost_block(place, found))
            if resolved:
                return resolved
        return NO_VALUES

    def _resolve_imports(self, imports: Iterable[BoundImport]) -> Values:
        return self.namespaces.resolve_bindings(
            (each.binding for each in imports if each.binding is not None), 0
        )

    def _resolve_in_blocks(
        self, scope: FileScope, place: Place, name: str, declared: tuple[int, ...]
    ) -> Values:
        """Resolve a name in an isolated module, which does not see the names of enclosing modules (Rust).

        Definitions and named imports come before wildcard imports, even a named import that resolves to nothing. A wildcard
        import of an enclosing module brings in the names that this one imports by wildcards itself.
        """
        enclosing = {TOP_LEVEL, *self.enclosing(place)}
        named = [each for each in scope.find_imports(name) if each.statement.definition in enclosing]
        for namespace in visible_blocks(scope, self._enclosing_namespaces.block(scope, place)):
            imported = [each for each in named if each.statement.namespace == namespace]
            found = (
                _defined_values(
                    scope,
                    tuple(each for each in declared if scope.facts.definitions[each].namespace == namespace),
                )
                or self._resolve_imports(imported)
                or self.visible_namespaces.resolve(
                    scope.path, f"{scope.namespace}.{namespace}" if namespace else scope.namespace, name
                )
            )
            if found or any(map(_is_block_scoped, imported)):
                return found
            found = self._wildcards.resolve(scope, scope.wildcard_imports, name, namespace)
            if found:
                return found
        return self._resolve_in_all_blocks(scope, place, name, declared)

    def _resolve_in_all_blocks(
        self, scope: FileScope, place: Place, name: str, declared: tuple[int, ...]
    ) -> Values:
        """Resolve a name that holds in all blocks of a file; code outside of definitions may be in any block."""
        everywhere = (each.binding for each in scope.find_imports(name) if not _is_block_scoped(each))
        shared = (
            self.visible_namespaces.resolve(scope.path, each, name) for each in scope.visible_namespaces[1:]
        )
        found = self.namespaces.resolve_bindings(filter(None, everywhere), 0) or next(
            filter(None, shared), NO_VALUES
        )
        if found or place.definition != TOP_LEVEL:
            return found
        return (
            self._resolve_imports(scope.find_imports(name))
            or self._wildcards.resolve(scope, scope.wildcard_imports, name)
            or _defined_values(scope, declared)
        )

    def is_imported(self, place: Place, name: str) -> bool:
        """Whether an import of a name may be in scope at a place."""
        scope = self._symbol_table.files[place.path]
        found = scope.find_imports(name)
        if not found or not self._symbol_table.rules_at(place.path).has_isolated_modules:
            return bool(found)
        around = enclosing_blocks(self._enclosing_namespaces.block(scope, place))
        enclosing = {TOP_LEVEL, place.head, *self.enclosing(place)}
        return any(
            each.statement.definition in enclosing and each.statement.namespace in around for each in found
        )

    def is_missing(self, place: Place, name: str) -> bool:
        """Whether a name that resolves to nothing is imported from a module that the repository should have, and has not."""
        scope = self._symbol_table.files[place.path]
        if name not in scope.imports_by_name:
            rules = self._symbol_table.rules_at(place.path)
            return scope.misses_wildcard_import and not rules.is_of_language(name)
        bindings = (each.binding for each in scope.find_imports(name))
        return any(each is not None and each.is_expected for each in bindings)

    def _resolve_imported(self, scope: FileScope, place: Place, name: str) -> Values:
        """Resolve the imports of a name, those in the innermost scope around the place first."""
        found = scope.find_imports(name)
        if found and self._symbol_table.rules_at(scope.path).has_scoped_imports:
            found = tuple(self._imports.iter_in_scope(place, found))
        if len(found) > 1:
            around = (*self.enclosing(place), TOP_LEVEL)
            namespace = (
                "" if place.definition == TOP_LEVEL else scope.facts.definitions[place.definition].namespace
            )
            near = [
                each
                for each in found
                if each.statement.definition in around
                and f"{namespace}.".startswith(
                    f"{each.statement.namespace}." * bool(each.statement.namespace)
                )
            ]
            near.sort(
                key=lambda each: (around.index(each.statement.definition), -len(each.statement.namespace))
            )
            found = tuple(near) or found
        return self._resolve_imports(found)

    def _resolve_in_visible_namespaces(self, scope: FileScope, place: Place, name: str) -> Values:
        """Resolve a name in the namespaces that a file sees without imports: those of enclosing blocks first.

        A macro alias that only some builds have does not end the search: other builds see what follows.
        """
        rules = self._symbol_table.rules_at(scope.path)
        external: Values = NO_VALUES
        aliased: Values = NO_VALUES
        for namespace in dict.fromkeys(
            (*self._enclosing_namespaces.scope_chain(scope, place), *scope.visible_namespaces)
        ):
            is_of_library = namespace == rules.linkage_namespace and name in rules.standard_functions
            found = self.visible_namespaces.resolve(scope.path, namespace, name, is_of_library=is_of_library)
            if found and rules.linkage_namespace and place.offset != NO_OFFSET:
                found = tuple(each for each in found if self._is_in_scope(place, each))
            if found and namespace == rules.globals_namespace and not is_test_path(scope.path):
                found = _without_tests(found)
            if found and rules.has_global_function_fallback:
                found = self._without_types_of_outer_namespaces(scope, place, namespace, found)
                missing = External(
                    f"{self._enclosing_namespaces.namespace(scope, place)}.{name}".partition(".")[2]
                )
                external = external or (() if found else (missing,))
            if found and rules.linkage_namespace and all(isinstance(each, External) for each in found):
                # A `using` of an unknown name may be in a namespace that a macro opens: go on.
                external = external or found
            elif self._macro_aliases.is_conditional_alias(found):
                aliased = aliased or found
            elif found:
                return (
                    tuple(limit_certainty(each, Certainty.INFERRED) for each in found) if aliased else found
                )
        if aliased and name in rules.standard_functions:
            return (External(rules.qualify_builtin(name), Certainty.INFERRED),)
        return external or aliased

    def _without_types_of_outer_namespaces(
        self, scope: FileScope, place: Place, namespace: str, found: Values
    ) -> Values:
        """Drop types and namespaces, which are never found in an outer namespace (PHP), unless this is the one of the place."""
        in_any = place.definition == TOP_LEVEL and any(each.namespace for each in scope.facts.definitions)
        if in_any or namespace == self._enclosing_namespaces.namespace(scope, place):
            return found
        return tuple(
            each
            for each in found
            if not isinstance(each, Namespace)
            and not (isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity))
        )

    def _is_in_scope(self, place: Place, value: Value) -> bool:
        """Whether a definition is in scope at a place: a macro of the file may have been undefined before."""
        block = self._file.scope_of(value.entity) if isinstance(value, DefinitionValue) else None
        return block is None or block[0] <= place.offset < block[1]

    def resolve_by_external_wildcard(self, place: Place, name: str, *, is_called: bool = False) -> Values:
        """Return the external symbol that only a wildcard import of something external can bring in."""
        scope = self._symbol_table.files[place.path]
        rules = self._symbol_table.rules_at(place.path)
        is_member = is_called and rules.are_all_functions_methods
        reexports = (
            each
            for namespace in scope.visible_namespaces
            for each in self._symbol_table.wildcard_reexports(namespace)
        )
        wildcards = (*self._wildcards_in_scope(scope, place), *reexports)
        return self._wildcards.resolve_external(wildcards, name, rules, is_member=is_member)

    def external_headers(self, path: str) -> Values:
        """Return the files of other libraries that a file includes, itself or through others; a function may come from any."""
        return self._cache.memoize((_EXTERNAL_HEADERS, path), lambda: self._find_external_headers(path))

    def _find_external_headers(self, path: str) -> Values:
        scope = self._symbol_table.files[path]
        pending = [each.binding for each in scope.wildcard_imports]
        found: dict[Value, None] = {}
        seen: set[str] = set()
        for binding in pending:
            if binding.is_of_other_library:
                found.update(dict.fromkeys(self.namespaces.resolve_binding(binding)))
            for target in binding.targets:
                if isinstance(target, NamespaceTarget) and target.namespace not in seen:
                    seen.add(target.namespace)
                    pending += self._symbol_table.wildcard_reexports(target.namespace)
        return tuple(found)

    def _wildcards_in_scope(self, scope: FileScope, place: Place) -> list[Binding]:
        """Return the wildcard imports that may be in scope at a place."""
        is_open = (
            place.definition == TOP_LEVEL or not self._symbol_table.rules_at(scope.path).has_isolated_modules
        )
        around = enclosing_blocks(self._enclosing_namespaces.block(scope, place))
        return [each.binding for each in scope.wildcard_imports if is_open or each.namespace in around]

    def resolve_exports_name(self, path: str, name: str) -> Values:
        """Resolve a name for the exports of the file (`exports` in CommonJS): the default export and the namespace."""
        scope = self._symbol_table.files[path]
        if name not in self._symbol_table.rules_at(path).exports_names:
            return NO_VALUES
        targets = (NameTarget(scope.namespace, _DEFAULT), NamespaceTarget(scope.namespace))
        return self.namespaces.resolve_binding(Binding(targets=targets))

    def is_visible(self, path: str, entity: DefinitionKey | None) -> bool:
        """Whether a definition is visible at the top level of a file, under whatever name."""
        if entity is None:
            return False
        if entity.path == path:
            return True
        name = self._symbol_table.definition(entity).name
        found = self.resolve_at_top_level(Place(path, TOP_LEVEL, 0), name)
        bindings = (each.binding for each in self._symbol_table.files[path].imports)
        return DefinitionValue(entity) in found or any(
            DefinitionValue(entity) in self.namespaces.resolve_binding(each)
            for each in bindings
            if each is not None and not each.is_only_reexported
            if any(isinstance(target, NameTarget) and target.name == name for target in each.targets)
        )


class ImportsInScope:
    """Finds the imports that are in scope at a place."""

    def __init__(self, symbol_table: SymbolTable, file: FileContext) -> None:
        self._symbol_table = symbol_table
        self._file = file
        self._wildcards: dict[tuple[str, frozenset[int]], tuple[WildcardImport, ...]] = {}

    def iter_enclosing(self, place: Place) -> Iterator[int]:
        """Yield the enclosing definitions of a place, the innermost first."""
        definitions = self._symbol_table.files[place.path].facts.definitions
        number = place.definition
        while number != TOP_LEVEL:
            yield number
            number = definitions[number].parent

    def filter_innermost_block(self, place: Place, imports: list[BoundImport]) -> list[BoundImport]:
        """Keep the imports of a function that are in scope at a place, of the innermost block that has any.

        If the place has no offset, keep those that hold in all of the function, if there are any.
        """
        if place.offset == NO_OFFSET:
            return [each for each in imports if each.statement.visible_span is None] or imports
        sizes: dict[BoundImport, int] = {}
        for each in imports:
            begin, end = self._file.scope_of_import(place.path, each.number) or (0, sys.maxsize)
            if begin <= place.offset < end:
                sizes[each] = end - begin
        nearest = min(sizes.values(), default=0)
        return [each for each, size in sizes.items() if size == nearest]

    def iter_in_scope(self, place: Place, imports: Iterable[BoundImport]) -> Iterator[BoundImport]:
        """Yield the imports in enclosing definitions of a place, except those of other blocks."""
        around = {TOP_LEVEL, *self.iter_enclosing(place)}
        for each in imports:
            block = None if place.offset == NO_OFFSET else self._file.scope_of_import(place.path, each.number)
            begin, end = block or (0, sys.maxsize)
            is_here = place.offset == NO_OFFSET or begin <= place.offset < end
            if is_here and each.statement.definition in around:
                yield each

    def wildcards_in_scope(self, scope: FileScope, place: Place) -> tuple[WildcardImport, ...]:
        """Return the wildcard imports in scope at a place; equal results are one object, by whose id others cache."""
        wildcards = scope.wildcard_imports
        inner = {each.definition for each in wildcards if each.definition != TOP_LEVEL}
        if not inner or not self._symbol_table.rules_at(scope.path).has_scoped_imports:
            return wildcards
        around = inner.intersection(self.iter_enclosing(place))
        return self._wildcards.setdefault(
            (scope.path, frozenset(around)),
            tuple(each for each in wildcards if each.definition == TOP_LEVEL or each.definition in around),
        )


def _is_unqualified_name(definition: CodeDefinition) -> bool:
    """Whether a definition is an unqualified name in its scope."""
    return not (definition.is_object_member or definition.is_module_property)


def _without_tests(found: Values) -> Values:
    """Drop definitions in tests: a global that only tests set is another one in other code."""
    return tuple(
        each for each in found if not isinstance(each, DefinitionValue) or not is_test_path(each.entity.path)
    )


def _find_in_other_blocks(scope: FileScope, number: int, name: str) -> tuple[int, ...]:
    """Find exported names in the other blocks of a namespace in the file: all of them are one namespace."""
    definitions = scope.facts.definitions
    namespace = definitions[number]
    others = [
        each
        for each in scope.find_children(namespace.parent, namespace.name)
        if each != number and definitions[each].is_namespace
    ]
    inside = (each for other in others for each in scope.find_children(other, name))
    return tuple(each for each in inside if definitions[each].visibility is not Visibility.PRIVATE)


def _defined_values(scope: FileScope, numbers: tuple[int, ...]) -> Values:
    conditional = {each for each in numbers if scope.facts.definitions[each].is_conditional}
    return tuple(
        DefinitionValue(
            DefinitionKey(scope.path, number),
            Certainty.INFERRED if number in conditional else Certainty.DECLARED,
        )
        for number in numbers
    )


def _is_block_scoped(each: BoundImport) -> bool:
    """Whether an import holds in its block only, and not in all of its file."""
    return each.binding is not None and not each.binding.is_file_wide
