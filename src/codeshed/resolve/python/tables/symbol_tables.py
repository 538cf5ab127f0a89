"""The symbol tables of a project: definitions, names, classes and function shapes. No values are followed here.

Turns: FileOutlines, and FileInterfaces on demand → SymbolTables. Nothing in them depends on the code within
functions. Every lookup is recorded in the trace of the current file, for invalidation.
"""

from collections.abc import Mapping

import msgspec

from codeshed.resolve.python.fixtures.fixture_lookup import Fixtures, FixtureUse
from codeshed.resolve.python.names.class_hierarchy import Hierarchy
from codeshed.resolve.python.names.class_traits import characterise
from codeshed.resolve.python.names.file_outline import FileOutline
from codeshed.resolve.python.names.program import Program, ReadInterface, build_program
from codeshed.resolve.python.names.project_outlines import JoinedOutlines
from codeshed.resolve.python.names.scopes import Names
from codeshed.resolve.python.names.static_names import StaticNames
from codeshed.resolve.python.tables.function_shapes import FunctionShapes
from codeshed.resolve.python.tables.stored_fields import FieldNames


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """The interfaces of all files, joined."""

    program: Program
    joined: JoinedOutlines
    names: Names
    static: StaticNames
    hierarchy: Hierarchy
    shapes: FunctionShapes
    fields: FieldNames
    fixtures: Fixtures

    def is_assigned(self, scope: int, name: str) -> bool:
        """Whether a name of a module or class is bound by anything but a definition or an import."""
        self.program.tracker.current.places.add(self.program.place_of(scope, name))
        return name in self.program.assigned.get(scope, ())

    def is_stored_anywhere(self, name: str) -> bool:
        """Whether any code assigns an attribute of this name."""
        self.program.tracker.current.fields.add(name)
        return self.joined.is_stored(name)

    def has_special_method(self, methods: tuple[str, ...]) -> bool:
        """Whether any class of the project defines one of some special methods."""
        self.program.tracker.current.specials.add(methods)
        return any(map(self.joined.has_method, methods))

    def fixtures_of(self, file: int) -> tuple[FixtureUse, ...]:
        """Return the pytest fixtures that a file's tests and fixtures use."""
        self.program.tracker.current.fixtures.add(file)
        with self.program.tracker.collect() as ignored:
            found = self.fixtures.uses_in(file)
            ignored.places.clear()
        return found

    def find_methods(self, name: str, at_most: int) -> tuple[int, ...]:
        """Return the methods with a name in all classes; none if there are too many."""
        self.program.tracker.current.methods.add(name)
        found = self.joined.methods_named(name)
        return tuple(map(self.program.read_function, found)) if len(found) <= at_most else ()


def open_tables(
    outline_by_path: Mapping[str, FileOutline], read_interface: ReadInterface, package_name: str = ""
) -> Tables:
    """Open the symbol tables of a project; `package_name` is that of its root folder, if it is a package.

    Traits may be added to the outlines later, but before subclasses of any class are looked up.
    """
    program = build_program(outline_by_path, read_interface, package_name)
    joined = JoinedOutlines(program, outline_by_path)
    names = Names(program)
    static = StaticNames(program, names)
    hierarchy = Hierarchy(program, static, characterise)
    hierarchy.find_descendants = joined.descendants
    shapes = FunctionShapes(program, static)
    return Tables(
        program=program,
        joined=joined,
        names=names,
        static=static,
        hierarchy=hierarchy,
        shapes=shapes,
        fields=FieldNames(program, shapes),
        fixtures=Fixtures(program, static, hierarchy, joined),
    )
