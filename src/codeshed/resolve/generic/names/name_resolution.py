"""Names across files.

Turns: a name at a place → Meanings: what lies around it, what the file defines and imports, what its spaces hold.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.language import is_test_path
from codeshed.model.semantic import DefinitionKind, Visibility
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.file_context import LookedAt
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.names.enclosing_namespaces import SpacesAround, blocks_seen, outward
from codeshed.resolve.generic.names.file_scope import BoundImport, BoundStar, FileView
from codeshed.resolve.generic.names.import_targets import Leading
from codeshed.resolve.generic.names.macro_aliases import OtherNames
from codeshed.resolve.generic.names.namespace_names import FindMembers, SpaceNames
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
    """Looks names up, the nearest meaning first."""

    def __init__(
        self, program: Program, file: LookedAt, find_members: FindMembers, recall: Recall[Meanings]
    ) -> None:
        self._program = program
        self._file = file
        leading = Leading(program)
        self.spaces = SpaceNames(program, find_members, recall, leading)
        self._stars = Stars(program, find_members, self.spaces, leading=leading, recall=recall)
        self.seen = SeenSpaces(program, self.spaces)
        self._other_names = OtherNames(program)
        self._imports = ImportsAround(program, file)
        self._around = SpacesAround(program, self._imports.enclosing)

    def around(self, place: Place, name: str) -> Meanings:
        """Return what a name means among the definitions that lie around a place, types' members left out.

        What lies in a block of code in a type is none.
        """
        view = self._program.files[place.path]
        definitions = view.facts.definitions
        for number in self.enclosing(place):
            around = definitions[number]
            has_members = around.kind is DefinitionKind.TYPE and not around.is_namespace
            inside = [
                each
                for each in view.inside(number, name)
                if _is_name(definitions[each]) and not (has_members and definitions[each].seen_in is None)
            ]
            found = self._in_nearest_block(place, number, inside) if inside else ()
            if not found and around.is_namespace:
                found = _in_other_blocks(view, number, name)
            if found:
                return tuple(Defined(Entity(place.path, each)) for each in found)
        return NOTHING

    def _in_nearest_block(self, place: Place, around: int, inside: Iterable[int]) -> tuple[int, ...]:
        """Return those of what lies in a definition that are names at a place: of the innermost block that has any.

        Where a place has no offset, what lies in a block itself may see what lies in others, the last before it.
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
        """Return the namespace around a place."""
        return self._around.namespace(self._program.files[place.path], place)

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the definitions around a place, the innermost first."""
        return self._imports.enclosing(place)

    def scope(self, place: Place, name: str) -> Place:
        """Return the widest place around another in which a name means the same: what brings in no names adds nothing."""
        view = self._program.files[place.path]
        are_local = self._program.customs_at(place.path).are_imports_local
        if place.head != TOP_LEVEL or any(
            each.written.definition != TOP_LEVEL for each in view.imported(name)
        ):
            return place
        if are_local and any(each.definition != TOP_LEVEL for each in view.stars):
            return place
        number = place.definition
        while number != TOP_LEVEL and not view.has_names(number):
            number = view.facts.definitions[number].parent
        return Place(place.path, number, place.offset, space=place.space)

    def in_file(self, place: Place, name: str) -> Meanings:
        """Return what a name means on the top level of a file: its own, imported, of its spaces, of all it imports.

        What the file defines in the block of another namespace comes last. Of what several files define only that counts
        which can be built together with the file, if there is any.
        """
        customs = self._program.customs_at(place.path)
        if name and name == customs.root_name:
            return (Space(customs.root),)
        found = self._in_file(place, name)
        if len(found) == 1:
            return found
        paths = (each.entity.path for each in found if isinstance(each, Defined))
        built = self._program.built_with(place.path, paths)
        return tuple(each for each in found if not isinstance(each, Defined) or each.entity.path in built)

    def _in_file(self, place: Place, name: str) -> Meanings:
        view = self._program.files[place.path]
        named = [
            each for each in view.inside(TOP_LEVEL, name) if not view.facts.definitions[each].is_of_module
        ]
        own = self._in_nearest_block(place, TOP_LEVEL, named)
        if self._program.customs_at(place.path).are_spaces_closed:
            return self._imported_within(view, place, name) or self._in_blocks(view, place, name, own)
        near = self._near(view, place, name, own)
        return (
            self._imported_within(view, place, name)
            or (NOTHING if self._other_names.is_of_some_builds(near) else near)
            or self._imported(view, place, name)
            or self._seen(view, place, name)
            or self._stars.brought_in(view, self._imports.stars(view, place), name)
            or _defined(view, own)
        )

    def _near(self, view: FileView, place: Place, name: str, own: tuple[int, ...]) -> Meanings:
        """Return what a file defines around a place; what it sees in a namespace within that comes first."""
        definitions = view.facts.definitions
        whole = tuple(number for number in own if not definitions[number].applied_to)
        customs = self._program.customs_at(view.path)
        linked, is_nested = customs.linked_space, bool(customs.linked_space) or customs.are_blocks_nested
        inner = self._around.spaces(view, place) if whole and is_nested else []
        for space in takewhile(lambda each: each not in {linked, view.space}, inner):
            here = tuple(number for number in whole if view.space_of(definitions[number]) == space)
            found = _defined(view, here)
            seen = () if found else self.seen.in_space(view.path, space, name)
            if found or any(isinstance(each, Defined) and each.sureness < Sureness.INFERRED for each in seen):
                return found or seen
        return _defined(view, tuple(each for each in whole if self._around.is_around(view, each, place)))

    def _imported_within(self, view: FileView, place: Place, name: str) -> Meanings:
        """Return what the imports of a name mean that stand in functions around a place."""
        if place.definition == TOP_LEVEL or not view.imported(name):
            return NOTHING
        definitions = view.facts.definitions
        around = [each for each in self.enclosing(place) if definitions[each].kind is DefinitionKind.FUNCTION]
        for function in around:
            found = [each for each in view.imported(name) if each.written.definition == function]
            meant = self._of_imports(self._imports.of_nearest_block(place, found))
            if meant:
                return meant
        return NOTHING

    def _of_imports(self, imports: Iterable[BoundImport]) -> Meanings:
        return self.spaces.of_bindings((each.binding for each in imports if each.binding is not None), 0)

    def _in_blocks(self, view: FileView, place: Place, name: str, own: tuple[int, ...]) -> Meanings:
        """Return what a name means in the block of a namespace around a place, which sees nothing around it.

        What such a block has itself, or imports by its name, comes before what it imports with all else, whether or not
        it is known what the import leads to. All names of a block around it are those, too, that this imports so.
        """
        enclosing = {TOP_LEVEL, *self.enclosing(place)}
        named = [each for each in view.imported(name) if each.written.definition in enclosing]
        for space in blocks_seen(view, self._around.block(view, place)):
            imported = [each for each in named if each.written.space == space]
            found = (
                _defined(view, tuple(each for each in own if view.facts.definitions[each].space == space))
                or self._of_imports(imported)
                or self.seen.in_space(view.path, f"{view.space}.{space}" if space else view.space, name)
            )
            if found or any(map(_is_of_block, imported)):
                return found
            found = self._stars.brought_in(view, view.stars, name, space)
            if found:
                return found
        return self._around_blocks(view, place, name, own)

    def _around_blocks(self, view: FileView, place: Place, name: str, own: tuple[int, ...]) -> Meanings:
        """Return what a name means in all blocks of a file; what stands in no definition may stand in any block."""
        everywhere = (each.binding for each in view.imported(name) if not _is_of_block(each))
        shared = (self.seen.in_space(view.path, each, name) for each in view.seen_spaces[1:])
        found = self.spaces.of_bindings(filter(None, everywhere), 0) or next(filter(None, shared), NOTHING)
        if found or place.definition != TOP_LEVEL:
            return found
        return (
            self._of_imports(view.imported(name))
            or self._stars.brought_in(view, view.stars, name)
            or _defined(view, own)
        )

    def is_imported(self, place: Place, name: str) -> bool:
        """Whether an import of a name may hold at a place."""
        view = self._program.files[place.path]
        found = view.imported(name)
        if not found or not self._program.customs_at(place.path).are_spaces_closed:
            return bool(found)
        around = outward(self._around.block(view, place))
        enclosing = {TOP_LEVEL, place.head, *self.enclosing(place)}
        return any(each.written.definition in enclosing and each.written.space in around for each in found)

    def _imported(self, view: FileView, place: Place, name: str) -> Meanings:
        """Return what imports of a name mean; of several those count that stand nearest around the place."""
        found = view.imported(name)
        if found and self._program.customs_at(view.path).are_imports_local:
            found = tuple(self._imports.holding(place, found))
        if len(found) > 1:
            around = (*self.enclosing(place), TOP_LEVEL)
            space = "" if place.definition == TOP_LEVEL else view.facts.definitions[place.definition].space
            near = [
                each
                for each in found
                if each.written.definition in around
                and f"{space}.".startswith(f"{each.written.space}." * bool(each.written.space))
            ]
            near.sort(key=lambda each: (around.index(each.written.definition), -len(each.written.space)))
            found = tuple(near) or found
        return self._of_imports(found)

    def _seen(self, view: FileView, place: Place, name: str) -> Meanings:
        """Look through the spaces that a file sees by itself: those of blocks around the place first.

        Behind another name that only some builds have, what it stands for in others is looked for.
        """
        customs = self._program.customs_at(view.path)
        outside: Meanings = NOTHING
        renamed: Meanings = NOTHING
        for space in dict.fromkeys((*self._around.spaces(view, place), *view.seen_spaces)):
            is_of_library = space == customs.linked_space and name in customs.library_functions
            found = self.seen.in_space(view.path, space, name, is_of_library=is_of_library)
            if found and customs.linked_space and place.offset != NOWHERE:
                found = tuple(each for each in found if self._is_name_at(place, each))
            if found and space == customs.untested_space and not is_test_path(view.path):
                found = _outside_of_tests(found)
            if found and customs.are_types_apart:
                found = self._of_namespace(view, place, space, found)
                missing = Outside(f"{self._around.namespace(view, place)}.{name}".partition(".")[2])
                outside = outside or (() if found else (missing,))
            if found and customs.linked_space and all(isinstance(each, Outside) for each in found):
                # A `using` of what is not found may only lack the namespace that a macro opens.
                outside = outside or found
            elif self._other_names.is_of_some_builds(found):
                renamed = renamed or found
            elif found:
                return tuple(less_sure(each, Sureness.INFERRED) for each in found) if renamed else found
        if renamed and name in customs.library_functions:
            return (Outside(customs.outer(name), Sureness.INFERRED),)
        return outside or renamed

    def _of_namespace(self, view: FileView, place: Place, space: str, found: Meanings) -> Meanings:
        """Return what is found in a space without the types and spaces, unless that is the namespace around a place."""
        in_any = place.definition == TOP_LEVEL and any(each.space for each in view.facts.definitions)
        if in_any or space == self._around.namespace(view, place):
            return found
        return tuple(
            each
            for each in found
            if not isinstance(each, Space)
            and not (isinstance(each, Defined) and self._program.is_type(each.entity))
        )

    def _is_name_at(self, place: Place, meaning: Meaning) -> bool:
        """Whether something is still a name at a place: a macro of the same file may have been undefined before."""
        block = self._file.block(meaning.entity) if isinstance(meaning, Defined) else None
        return block is None or block[0] <= place.offset < block[1]

    def outside_star(self, place: Place, name: str, *, is_called: bool = False) -> Meanings:
        """Return what a name means that only imports of all names from outside can bring in."""
        view = self._program.files[place.path]
        customs = self._program.customs_at(place.path)
        is_member = is_called and customs.are_functions_members
        passed_on = (each for space in view.seen_spaces for each in self._program.passed_on_all(space))
        stars = (*self._stars_around(view, place), *passed_on)
        return self._stars.from_outside(stars, name, customs, is_member=is_member)

    def _stars_around(self, view: FileView, place: Place) -> list[Binding]:
        """Return the imports of all names that a place may see."""
        is_open = place.definition == TOP_LEVEL or not self._program.customs_at(view.path).are_spaces_closed
        around = outward(self._around.block(view, place))
        return [each.binding for each in view.stars if is_open or each.space in around]

    def own_module(self, path: str, name: str) -> Meanings:
        """Return what a file gives to others, where it has a name for that: one thing, and all that it passes on."""
        view = self._program.files[path]
        if name not in self._program.customs_at(path).own_module:
            return NOTHING
        targets = (NameTarget(view.space, _DEFAULT), SpaceTarget(view.space))
        return self.spaces.of_binding(Binding(targets=targets))

    def sees(self, path: str, entity: Entity | None) -> bool:
        """Whether a file defines or imports something on its top level, under whatever name."""
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
    """Tells which imports of a file hold where."""

    def __init__(self, program: Program, file: LookedAt) -> None:
        self._program = program
        self._file = file
        self._stars: dict[tuple[str, frozenset[int]], tuple[BoundStar, ...]] = {}

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the definitions around a place, the innermost first."""
        definitions = self._program.files[place.path].facts.definitions
        number = place.definition
        while number != TOP_LEVEL:
            yield number
            number = definitions[number].parent

    def of_nearest_block(self, place: Place, imports: list[BoundImport]) -> list[BoundImport]:
        """Return those of a function's imports that hold at a place, of the innermost block that has any.

        Where a place has no offset, those count that hold in all of the function, if there are any.
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
        """Yield those imports that stand in something around a place, and in no other block of it."""
        around = {TOP_LEVEL, *self.enclosing(place)}
        for each in imports:
            block = None if place.offset == NOWHERE else self._file.block_of_import(place.path, each.number)
            begin, end = block or (0, sys.maxsize)
            is_here = place.offset == NOWHERE or begin <= place.offset < end
            if is_here and each.written.definition in around:
                yield each

    def stars(self, view: FileView, place: Place) -> tuple[BoundStar, ...]:
        """Return the imports of all names that hold at a place; the same ones are the same object."""
        stars = view.stars
        inner = {each.definition for each in stars if each.definition != TOP_LEVEL}
        if not inner or not self._program.customs_at(view.path).are_imports_local:
            return stars
        around = inner.intersection(self.enclosing(place))
        return self._stars.setdefault(
            (view.path, frozenset(around)),
            tuple(each for each in stars if each.definition == TOP_LEVEL or each.definition in around),
        )


def _is_name(definition: CodeDefinition) -> bool:
    """Whether something can be called by its name alone in what it lies in."""
    return not (definition.is_member or definition.is_of_module)


def _outside_of_tests(found: Meanings) -> Meanings:
    """Return what files that hold no tests define: what only tests set is something else in all other code."""
    return tuple(
        each for each in found if not isinstance(each, Defined) or not is_test_path(each.entity.path)
    )


def _in_other_blocks(view: FileView, number: int, name: str) -> tuple[int, ...]:
    """Return what the other blocks of a namespace in its file export under a name: all of them are one namespace."""
    definitions = view.facts.definitions
    namespace = definitions[number]
    others = [
        each
        for each in view.inside(namespace.parent, namespace.name)
        if each != number and definitions[each].is_namespace
    ]
    inside = (each for other in others for each in view.inside(other, name))
    return tuple(each for each in inside if definitions[each].visibility is not Visibility.PRIVATE)


def _defined(view: FileView, numbers: tuple[int, ...]) -> Meanings:
    conditional = {each for each in numbers if view.facts.definitions[each].is_conditional}
    return tuple(
        Defined(Entity(view.path, number), Sureness.INFERRED if number in conditional else Sureness.DECLARED)
        for number in numbers
    )


def _is_of_block(each: BoundImport) -> bool:
    """Whether an import holds in the block that it stands in, and not in all of its file."""
    return each.binding is not None and not each.binding.is_everywhere
