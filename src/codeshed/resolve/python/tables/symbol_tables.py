"""The symbol tables of a project: definitions, names, classes and function shapes. No values are followed here.

Turns: FileOutlines, and FileInterfaces on demand → SymbolTables. Nothing in them depends on the code within
functions. Every lookup is recorded in the trace of the current file, for invalidation.
"""

from collections.abc import Mapping

import msgspec

from codeshed.resolve.python.fixtures.fixture_lookup import FixtureLookup, FixtureUse
from codeshed.resolve.python.names.class_hierarchy import ClassHierarchy
from codeshed.resolve.python.names.class_traits import derive_traits
from codeshed.resolve.python.names.file_outline import FileOutline
from codeshed.resolve.python.names.program import Program, ReadInterface, build_program
from codeshed.resolve.python.names.project_outlines import ProjectOutlines
from codeshed.resolve.python.names.scopes import ScopeLookup
from codeshed.resolve.python.names.static_names import StaticNames
from codeshed.resolve.python.tables.function_shapes import FunctionShapes
from codeshed.resolve.python.tables.stored_fields import StoredFields

MAX_NAMED_ALIKE = 100
"""If more methods have a name, objects that lack it are not searched for in subclasses."""


class SymbolTables(msgspec.Struct, frozen=True, kw_only=True):
    """The interfaces of all files, joined."""

    program: Program
    outlines: ProjectOutlines
    names: ScopeLookup
    static: StaticNames
    hierarchy: ClassHierarchy
    shapes: FunctionShapes
    fields: StoredFields
    fixtures: FixtureLookup

    def is_assigned(self, scope: int, name: str) -> bool:
        """Whether a name of a module or class is bound by anything but a definition or an import."""
        self.program.tracker.current.keys.add(self.program.interface_key_of(scope, name))
        return name in self.program.assigned_names.get(scope, ())

    def is_stored_anywhere(self, name: str) -> bool:
        """Whether any code assigns an attribute of this name."""
        self.program.tracker.current.fields.add(name)
        return self.outlines.is_stored(name)

    def has_special_method(self, methods: tuple[str, ...]) -> bool:
        """Whether any class of the project defines one of some special methods."""
        self.program.tracker.current.special_methods.add(methods)
        return any(map(self.outlines.has_method, methods))

    def fixtures_of(self, file: int) -> tuple[FixtureUse, ...]:
        """Return the pytest fixtures that a file's tests and fixtures use."""
        self.program.tracker.current.fixtures.add(file)
        with self.program.tracker.collect() as ignored:
            found = self.fixtures.find_uses(file)
            ignored.keys.clear()
        return found

    def find_methods(self, name: str, at_most: int) -> tuple[int, ...]:
        """Return the methods with a name in all classes; none if there are too many."""
        self.program.tracker.current.methods.add(name)
        found = self.outlines.find_methods(name)
        return tuple(map(self.program.read_function, found)) if len(found) <= at_most else ()

    def find_methods_below(self, number: int, name: str) -> list[int]:
        """Return the methods with a name in all subclasses of a class; none if too many classes have such a method."""
        self.program.tracker.current.methods_below.add((number, name))
        is_common = len(self.outlines.find_methods(name)) > MAX_NAMED_ALIKE
        return [] if is_common else self.outlines.find_methods_below(number, name)


def open_tables(
    outline_by_path: Mapping[str, FileOutline], read_interface: ReadInterface, package_name: str = ""
) -> SymbolTables:
    """Open the symbol tables of a project; `package_name` is that of its root folder, if it is a package.

    Traits may be added to the outlines later, but before subclasses of any class are looked up.
    """
    program = build_program(outline_by_path, read_interface, package_name)
    joined = ProjectOutlines(program, outline_by_path)
    names = ScopeLookup(program)
    static = StaticNames(program, names)
    hierarchy = ClassHierarchy(program, static, derive_traits)
    hierarchy.find_subclasses = joined.find_subclasses
    shapes = FunctionShapes(program, static)
    return SymbolTables(
        program=program,
        outlines=joined,
        names=names,
        static=static,
        hierarchy=hierarchy,
        shapes=shapes,
        fields=StoredFields(program, shapes),
        fixtures=FixtureLookup(program, static, hierarchy, joined),
    )
