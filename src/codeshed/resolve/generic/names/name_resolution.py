"""Name resolution: lexical scopes, then the file, its imports and its namespaces.

Turns: a name at a place → Values. Locals and members of types come from elsewhere (`unqualified_names.py`); here are enclosing
definitions, the top level of the file, imports, the namespaces that the file sees, and wildcard imports, in this order.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.language import is_test_path
from codeshed.model.semantic import DefinitionKind, Visibility
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.file_context import LookedAt
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.names.enclosing_namespaces import SpacesAround, blocks_seen, outward
from codeshed.resolve.generic.names.file_scope import BoundImport, BoundStar, FileView
from codeshed.resolve.generic.names.import_targets import Leading
from codeshed.resolve.generic.names.macro_aliases import OtherNames
from codeshed.resolve.generic.names.namespace_lookup import FindMembers, SpaceNames
from codeshed.resolve.generic.names.namespaces import Binding, NameTarget, SpaceTarget
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.names.visible_namespaces import SeenSpaces
from codeshed.resolve.generic.names.wildcard_imports import Stars
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Meaning,
    Meanings,
    Outside,
    Place,
    Space,
    Sureness,
    less_sure,
)

_DEFAULT = "default"


class Names:
    """Resolves names, the innermost scope first."""

    def __init__(
        self, program: Program, file: LookedAt, find_members: FindMembers, recall: Recall[Meanings]
    ) -> None:
        self._program = program
        self._file = file
        import_targets = Leading(program)
        self.spaces = SpaceNames(program, find_members, recall, import_targets)
        self._wildcards = Stars(
            program, find_members, self.spaces, import_targets=import_targets, recall=recall
        )
        self.seen = SeenSpaces(program, self.spaces)
        self._macro_aliases = OtherNames(program)
        self._imports = ImportsAround(program, file)
        self._enclosing_namespaces = SpacesAround(program, self._imports.enclosing)

    def around(self, place: Place, name: str) -> Meanings:
        """Resolve a name in the enclosing definitions of a place, without the members of types.

        A local of a block in the body of a type is no member and counts.
        """
        scope = self._program.files[place.path]
        definitions = scope.facts.definitions
        for number in self.enclosing(place):
            around = definitions[number]
            has_members = around.kind is DefinitionKind.TYPE and not around.is_namespace
            inside = [
                each
                for each in scope.inside(number, name)
                if _is_unqualified_name(definitions[each])
                and not (has_members and definitions[each].seen_in is None)
            ]
            found = self._in_innermost_block(place, number, inside) if inside else ()
            if not found and around.is_namespace:
                found = _find_in_other_blocks(scope, number, name)
            if found:
                return tuple(Defined(Entity(place.path, each)) for each in found)
        return NOTHING

    def _in_innermost_block(self, place: Place, around: int, inside: Iterable[int]) -> tuple[int, ...]:
        """Keep the children of a definition that are visible at a place: of the innermost block that has any.

        If the place has no offset (in interfaces), a definition in a block sees the last one in a block before it.
        """
        definitions = self._program.files[place.path].facts.definitions
        if place.offset == NOWHERE:
            heads = () if place.head == TOP_LEVEL else (place.head,)
            within = [
                each
                for each in (*heads, *self.enclosing(place))
                if definitions[each].seen_in is not None and definitions[each].parent == around
            ]
            seen = tuple(each for each in inside if within or definitions[each].seen_in is None)
            is_of_blocks = all(definitions[each].seen_in is not None for each in seen)
            before = [each for each in seen if each < within[0]] if is_of_blocks and within else []
            return (before[-1],) if before else seen
        sizes: dict[int, int] = {}
        for number in inside:
            begin, end = self._file.block(Entity(place.path, number)) or (0, sys.maxsize)
            is_in_all = definitions[number].seen_in is None
            if is_in_all or begin <= place.offset < end:
                sizes[number] = end - begin
        nearest = min(sizes.values(), default=0)
        return tuple(number for number, size in sizes.items() if size == nearest)

    def namespace(self, place: Place) -> str:
        """Return the namespace of a place."""
        return self._enclosing_namespaces.namespace(self._program.files[place.path], place)

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the enclosing definitions of a place, the innermost first."""
        return self._imports.enclosing(place)

    def scope(self, place: Place, name: str) -> Place:
        """Return the outermost scope in which a name resolves as at a place, to share cached results between places."""
        scope = self._program.files[place.path]
        are_local = self._program.customs_at(place.path).are_imports_local
        if place.head != TOP_LEVEL or any(
            each.written.definition != TOP_LEVEL for each in scope.imported(name)
        ):
            return place
        if are_local and any(each.definition != TOP_LEVEL for each in scope.stars):
            return place
        number = place.definition
        while number != TOP_LEVEL and not scope.has_names(number):
            number = scope.facts.definitions[number].parent
        return Place(place.path, number, place.offset, space=place.space)

    def in_file(self, place: Place, name: str) -> Meanings:
        """Resolve a name at the top level of a file: definitions, imports, visible namespaces, wildcard imports.

        Definitions of the file in a block of another namespace come last. Definitions in files that no build includes
        together with this one are dropped, unless there are no others.
        """
        rules = self._program.customs_at(place.path)
        if name and name == rules.root_name:
            return (Space(rules.root),)
        found = self._first_at_top_level(place, name)
        if len(found) == 1:
            return found
        paths = (each.entity.path for each in found if isinstance(each, Defined))
        built = self._program.built_with(place.path, paths)
        return tuple(each for each in found if not isinstance(each, Defined) or each.entity.path in built)

    def _first_at_top_level(self, place: Place, name: str) -> Meanings:
        scope = self._program.files[place.path]
        named = [
            each for each in scope.inside(TOP_LEVEL, name) if not scope.facts.definitions[each].is_of_module
        ]
        declared = self._in_innermost_block(place, TOP_LEVEL, named)
        if self._program.customs_at(place.path).are_spaces_closed:
            return self._imported_in_functions(scope, place, name) or self._resolve_in_blocks(
                scope, place, name, declared
            )
        near = self._definitions_in_scope(scope, place, name, declared)
        return (
            self._imported_in_functions(scope, place, name)
            or (NOTHING if self._macro_aliases.is_of_some_builds(near) else near)
            or self._resolve_imported(scope, place, name)
            or self._resolve_in_visible_namespaces(scope, place, name)
            or self._wildcards.brought_in(scope, self._imports.stars(scope, place), name)
            or _defined_values(scope, declared)
        )

    def _definitions_in_scope(
        self, scope: FileView, place: Place, name: str, declared: tuple[int, ...]
    ) -> Meanings:
        """Return the definitions of the file in scope at a place; those in inner namespaces, of any file, come first."""
        definitions = scope.facts.definitions
        whole = tuple(number for number in declared if not definitions[number].applied_to)
        rules = self._program.customs_at(scope.path)
        linked, is_nested = rules.linked_space, bool(rules.linked_space) or rules.are_blocks_nested
        inner = self._enclosing_namespaces.spaces(scope, place) if whole and is_nested else []
        for namespace in takewhile(lambda each: each not in {linked, scope.space}, inner):
            here = tuple(number for number in whole if scope.space_of(definitions[number]) == namespace)
            found = _defined_values(scope, here)
            seen = () if found else self.seen.in_space(scope.path, namespace, name)
            if found or any(isinstance(each, Defined) and each.sureness < Sureness.INFERRED for each in seen):
                return found or seen
        return _defined_values(
            scope, tuple(each for each in whole if self._enclosing_namespaces.is_around(scope, each, place))
        )

    def _imported_in_functions(self, scope: FileView, place: Place, name: str) -> Meanings:
        """Resolve the imports of a name in enclosing functions."""
        if place.definition == TOP_LEVEL or not scope.imported(name):
            return NOTHING
        definitions = scope.facts.definitions
        around = [each for each in self.enclosing(place) if definitions[each].kind is DefinitionKind.FUNCTION]
        for function in around:
            found = [each for each in scope.imported(name) if each.written.definition == function]
            resolved = self._resolve_imports(self._imports.of_nearest_block(place, found))
            if resolved:
                return resolved
        return NOTHING

    def _resolve_imports(self, imports: Iterable[BoundImport]) -> Meanings:
        return self.spaces.of_bindings((each.binding for each in imports if each.binding is not None), 0)

    def _resolve_in_blocks(
        self, scope: FileView, place: Place, name: str, declared: tuple[int, ...]
    ) -> Meanings:
        """Resolve a name in an isolated module, which does not see the names of enclosing modules (Rust).

        Definitions and named imports come before wildcard imports, even a named import that resolves to nothing. A wildcard
        import of an enclosing module brings in the names that this one imports by wildcards itself.
        """
        enclosing = {TOP_LEVEL, *self.enclosing(place)}
        named = [each for each in scope.imported(name) if each.written.definition in enclosing]
        for namespace in blocks_seen(scope, self._enclosing_namespaces.block(scope, place)):
            imported = [each for each in named if each.written.space == namespace]
            found = (
                _defined_values(
                    scope,
                    tuple(each for each in declared if scope.facts.definitions[each].space == namespace),
                )
                or self._resolve_imports(imported)
                or self.seen.in_space(
                    scope.path, f"{scope.space}.{namespace}" if namespace else scope.space, name
                )
            )
            if found or any(map(_is_block_scoped, imported)):
                return found
            found = self._wildcards.brought_in(scope, scope.stars, name, namespace)
            if found:
                return found
        return self._resolve_in_all_blocks(scope, place, name, declared)

    def _resolve_in_all_blocks(
        self, scope: FileView, place: Place, name: str, declared: tuple[int, ...]
    ) -> Meanings:
        """Resolve a name that holds in all blocks of a file; code outside of definitions may be in any block."""
        everywhere = (each.binding for each in scope.imported(name) if not _is_block_scoped(each))
        shared = (self.seen.in_space(scope.path, each, name) for each in scope.seen_spaces[1:])
        found = self.spaces.of_bindings(filter(None, everywhere), 0) or next(filter(None, shared), NOTHING)
        if found or place.definition != TOP_LEVEL:
            return found
        return (
            self._resolve_imports(scope.imported(name))
            or self._wildcards.brought_in(scope, scope.stars, name)
            or _defined_values(scope, declared)
        )

    def is_imported(self, place: Place, name: str) -> bool:
        """Whether an import of a name may be in scope at a place."""
        scope = self._program.files[place.path]
        found = scope.imported(name)
        if not found or not self._program.customs_at(place.path).are_spaces_closed:
            return bool(found)
        around = outward(self._enclosing_namespaces.block(scope, place))
        enclosing = {TOP_LEVEL, place.head, *self.enclosing(place)}
        return any(each.written.definition in enclosing and each.written.space in around for each in found)

    def _resolve_imported(self, scope: FileView, place: Place, name: str) -> Meanings:
        """Resolve the imports of a name, those in the innermost scope around the place first."""
        found = scope.imported(name)
        if found and self._program.customs_at(scope.path).are_imports_local:
            found = tuple(self._imports.holding(place, found))
        if len(found) > 1:
            around = (*self.enclosing(place), TOP_LEVEL)
            namespace = (
                "" if place.definition == TOP_LEVEL else scope.facts.definitions[place.definition].space
            )
            near = [
                each
                for each in found
                if each.written.definition in around
                and f"{namespace}.".startswith(f"{each.written.space}." * bool(each.written.space))
            ]
            near.sort(key=lambda each: (around.index(each.written.definition), -len(each.written.space)))
            found = tuple(near) or found
        return self._resolve_imports(found)

    def _resolve_in_visible_namespaces(self, scope: FileView, place: Place, name: str) -> Meanings:
        """Resolve a name in the namespaces that a file sees without imports: those of enclosing blocks first.

        A macro alias that only some builds have does not end the search: other builds see what follows.
        """
        rules = self._program.customs_at(scope.path)
        external: Meanings = NOTHING
        aliased: Meanings = NOTHING
        for namespace in dict.fromkeys(
            (*self._enclosing_namespaces.spaces(scope, place), *scope.seen_spaces)
        ):
            is_of_library = namespace == rules.linked_space and name in rules.library_functions
            found = self.seen.in_space(scope.path, namespace, name, is_of_library=is_of_library)
            if found and rules.linked_space and place.offset != NOWHERE:
                found = tuple(each for each in found if self._is_in_scope(place, each))
            if found and namespace == rules.untested_space and not is_test_path(scope.path):
                found = _without_tests(found)
            if found and rules.are_types_apart:
                found = self._without_types_of_outer_namespaces(scope, place, namespace, found)
                missing = Outside(
                    f"{self._enclosing_namespaces.namespace(scope, place)}.{name}".partition(".")[2]
                )
                external = external or (() if found else (missing,))
            if found and rules.linked_space and all(isinstance(each, Outside) for each in found):
                # A `using` of an unknown name may be in a namespace that a macro opens: go on.
                external = external or found
            elif self._macro_aliases.is_of_some_builds(found):
                aliased = aliased or found
            elif found:
                return tuple(less_sure(each, Sureness.INFERRED) for each in found) if aliased else found
        if aliased and name in rules.library_functions:
            return (Outside(rules.outer(name), Sureness.INFERRED),)
        return external or aliased

    def _without_types_of_outer_namespaces(
        self, scope: FileView, place: Place, namespace: str, found: Meanings
    ) -> Meanings:
        """Drop types and namespaces, which are never found in an outer namespace (PHP), unless this is the one of the place."""
        in_any = place.definition == TOP_LEVEL and any(each.space for each in scope.facts.definitions)
        if in_any or namespace == self._enclosing_namespaces.namespace(scope, place):
            return found
        return tuple(
            each
            for each in found
            if not isinstance(each, Space)
            and not (isinstance(each, Defined) and self._program.is_type(each.entity))
        )

    def _is_in_scope(self, place: Place, value: Meaning) -> bool:
        """Whether a definition is in scope at a place: a macro of the file may have been undefined before."""
        block = self._file.block(value.entity) if isinstance(value, Defined) else None
        return block is None or block[0] <= place.offset < block[1]

    def outside_star(self, place: Place, name: str, *, is_called: bool = False) -> Meanings:
        """Return the external symbol that only a wildcard import of something external can bring in."""
        scope = self._program.files[place.path]
        rules = self._program.customs_at(place.path)
        is_member = is_called and rules.are_functions_members
        passed_on = (
            each for namespace in scope.seen_spaces for each in self._program.passed_on_all(namespace)
        )
        wildcards = (*self._wildcards_in_scope(scope, place), *passed_on)
        return self._wildcards.from_outside(wildcards, name, rules, is_member=is_member)

    def _wildcards_in_scope(self, scope: FileView, place: Place) -> list[Binding]:
        """Return the wildcard imports that may be in scope at a place."""
        is_open = place.definition == TOP_LEVEL or not self._program.customs_at(scope.path).are_spaces_closed
        around = outward(self._enclosing_namespaces.block(scope, place))
        return [each.binding for each in scope.stars if is_open or each.space in around]

    def own_module(self, path: str, name: str) -> Meanings:
        """Resolve a name for the exports of the file (`exports` in CommonJS): the default export and the namespace."""
        scope = self._program.files[path]
        if name not in self._program.customs_at(path).own_module:
            return NOTHING
        targets = (NameTarget(scope.space, _DEFAULT), SpaceTarget(scope.space))
        return self.spaces.of_binding(Binding(targets=targets))

    def sees(self, path: str, entity: Entity | None) -> bool:
        """Whether a definition is visible at the top level of a file, under whatever name."""
        if entity is None:
            return False
        if entity.path == path:
            return True
        name = self._program.definition(entity).name
        found = self.in_file(Place(path, TOP_LEVEL, 0), name)
        bindings = (each.binding for each in self._program.files[path].imports)
        return Defined(entity) in found or any(
            Defined(entity) in self.spaces.of_binding(each)
            for each in bindings
            if each is not None and not each.is_only_passed_on
            if any(isinstance(target, NameTarget) and target.name == name for target in each.targets)
        )


class ImportsAround:
    """Finds the imports that are in scope at a place."""

    def __init__(self, program: Program, file: LookedAt) -> None:
        self._program = program
        self._file = file
        self._wildcards: dict[tuple[str, frozenset[int]], tuple[BoundStar, ...]] = {}

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the enclosing definitions of a place, the innermost first."""
        definitions = self._program.files[place.path].facts.definitions
        number = place.definition
        while number != TOP_LEVEL:
            yield number
            number = definitions[number].parent

    def of_nearest_block(self, place: Place, imports: list[BoundImport]) -> list[BoundImport]:
        """Keep the imports of a function that are in scope at a place, of the innermost block that has any.

        If the place has no offset, keep those that hold in all of the function, if there are any.
        """
        if place.offset == NOWHERE:
            return [each for each in imports if each.written.seen_in is None] or imports
        sizes: dict[BoundImport, int] = {}
        for each in imports:
            begin, end = self._file.block_of_import(place.path, each.number) or (0, sys.maxsize)
            if begin <= place.offset < end:
                sizes[each] = end - begin
        nearest = min(sizes.values(), default=0)
        return [each for each, size in sizes.items() if size == nearest]

    def holding(self, place: Place, imports: Iterable[BoundImport]) -> Iterator[BoundImport]:
        """Yield the imports in enclosing definitions of a place, except those of other blocks."""
        around = {TOP_LEVEL, *self.enclosing(place)}
        for each in imports:
            block = None if place.offset == NOWHERE else self._file.block_of_import(place.path, each.number)
            begin, end = block or (0, sys.maxsize)
            is_here = place.offset == NOWHERE or begin <= place.offset < end
            if is_here and each.written.definition in around:
                yield each

    def stars(self, scope: FileView, place: Place) -> tuple[BoundStar, ...]:
        """Return the wildcard imports in scope at a place; equal results are one object, by whose id others cache."""
        wildcards = scope.stars
        inner = {each.definition for each in wildcards if each.definition != TOP_LEVEL}
        if not inner or not self._program.customs_at(scope.path).are_imports_local:
            return wildcards
        around = inner.intersection(self.enclosing(place))
        return self._wildcards.setdefault(
            (scope.path, frozenset(around)),
            tuple(each for each in wildcards if each.definition == TOP_LEVEL or each.definition in around),
        )


def _is_unqualified_name(definition: CodeDefinition) -> bool:
    """Whether a definition is an unqualified name in its scope."""
    return not (definition.is_member or definition.is_of_module)


def _without_tests(found: Meanings) -> Meanings:
    """Drop definitions in tests: a global that only tests set is another one in other code."""
    return tuple(
        each for each in found if not isinstance(each, Defined) or not is_test_path(each.entity.path)
    )


def _find_in_other_blocks(scope: FileView, number: int, name: str) -> tuple[int, ...]:
    """Find exported names in the other blocks of a namespace in the file: all of them are one namespace."""
    definitions = scope.facts.definitions
    namespace = definitions[number]
    others = [
        each
        for each in scope.inside(namespace.parent, namespace.name)
        if each != number and definitions[each].is_namespace
    ]
    inside = (each for other in others for each in scope.inside(other, name))
    return tuple(each for each in inside if definitions[each].visibility is not Visibility.PRIVATE)


def _defined_values(scope: FileView, numbers: tuple[int, ...]) -> Meanings:
    conditional = {each for each in numbers if scope.facts.definitions[each].is_conditional}
    return tuple(
        Defined(Entity(scope.path, number), Sureness.INFERRED if number in conditional else Sureness.DECLARED)
        for number in numbers
    )


def _is_block_scoped(each: BoundImport) -> bool:
    """Whether an import holds in its block only, and not in all of its file."""
    return each.binding is not None and not each.binding.is_everywhere
