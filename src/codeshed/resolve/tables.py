"""What all files of a project look things up in: definitions, names, classes. No values are followed here.

Turns: FileInterfaces by path → Tables. Nothing in them depends on the code within functions.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from codeshed.model.interface import FileInterface
from codeshed.resolve.class_traits import characterise
from codeshed.resolve.entry_points.fixtures import FixtureUse, fixture_providers
from codeshed.resolve.flow.fields import FieldNames, find_field_names
from codeshed.resolve.flow.functions import FunctionShapes
from codeshed.resolve.hierarchy import Hierarchy, build_hierarchy
from codeshed.resolve.names import Names
from codeshed.resolve.program import Program, build_program
from codeshed.resolve.static import StaticNames


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The interfaces of all files, joined."""

    program: Program
    names: Names
    static: StaticNames
    hierarchy: Hierarchy
    shapes: FunctionShapes
    fields: FieldNames
    bound_by_class: list[frozenset[str]]
    """By number of a class: the names that its body binds."""
    assigned: dict[int, frozenset[str]]
    """By scope of a module or class: its names that something else than a definition or an import gives a value."""
    special_methods: frozenset[str]
    """Names with two underscores that some class of the project defines as methods."""
    methods_by_name: dict[str, list[int]]
    fixtures_by_file: dict[int, list[FixtureUse]]
    """By file of a test or fixture: which fixtures give its parameters their values."""

    def assigned_names(self, scope: int) -> frozenset[str]:
        """Return the names of a module or class that something else than a definition or an import gives a value."""
        self.program.tracker.current.places.add(self.program.scope_file[scope])
        return self.assigned.get(scope, frozenset())

    def is_stored_anywhere(self, name: str) -> bool:
        """Whether any code stores a name on an object."""
        self.program.tracker.current.fields.add(name)
        return name in self.fields.anywhere

    def has_special_method(self, methods: tuple[str, ...]) -> bool:
        """Whether any class of the project has one of some special methods."""
        self.program.tracker.current.specials.add(methods)
        return not self.special_methods.isdisjoint(methods)

    def fixtures_of(self, file: int) -> list[FixtureUse]:
        """Return which fixtures give the parameters of a file's tests and fixtures their values."""
        self.program.tracker.current.fixtures.add(file)
        return self.fixtures_by_file.get(file, [])

    def find_methods(self, name: str) -> list[int]:
        """Return the methods of all classes that have a name."""
        self.program.tracker.current.methods.add(name)
        return self.methods_by_name.get(name, [])


def build_tables(interface_by_path: Mapping[str, FileInterface], package_name: str = "") -> Tables:
    """Join the interfaces of all files; `package_name` is that of the project's folder, if it is a package."""
    program = build_program(interface_by_path, package_name)
    names = Names(program)
    static = StaticNames(program, names)
    hierarchy = build_hierarchy(program, static)
    characterise(hierarchy)
    shapes = FunctionShapes(program, static)
    methods_by_name = _methods_by_name(program)
    return Tables(
        program=program,
        names=names,
        static=static,
        hierarchy=hierarchy,
        shapes=shapes,
        fields=find_field_names(program, lambda number: shapes[number].is_static),
        bound_by_class=[names.bound_names(each.scope) for each in program.classes],
        assigned={
            module.first_scope + scope: frozenset(assigned)
            for module in program.files
            for scope, assigned in module.interface.assigned_names
        },
        special_methods=frozenset(name for name in methods_by_name if name.startswith("__")),
        methods_by_name=methods_by_name,
        fixtures_by_file=_fixtures_by_file(program, static),
    )


def _methods_by_name(program: Program) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, function in enumerate(program.functions):
        if function.owner is not None:
            found.setdefault(function.name, []).append(number)
    return found


def _fixtures_by_file(program: Program, static: StaticNames) -> dict[int, list[FixtureUse]]:
    found: dict[int, list[FixtureUse]] = {}
    for use in fixture_providers(program, static):
        found.setdefault(program.functions[use.consumer].file, []).append(use)
    return found
