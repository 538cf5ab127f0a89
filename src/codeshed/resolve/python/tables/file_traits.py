"""What the interfaces of all files together say of one file.

Turns: Tables and a file → FileTraits, in two steps: which protocols there are, and who inherits from whom, must be known
of all files before the second.
"""

import msgspec

from codeshed.resolve.python.names.class_traits import implemented_by, wanted_of
from codeshed.resolve.python.names.file_outline import FileTraits
from codeshed.resolve.python.names.module_resolution import Folder
from codeshed.resolve.python.tables.symbol_tables import Tables


def find_own_traits(tables: Tables, path: str) -> FileTraits:
    """Return what a file's imports mean, what its classes inherit from, and which of them are protocols."""
    program, hierarchy = tables.program, tables.hierarchy
    file = program.modules.index_by_path[path]
    classes = program.classes_of(file)
    wanted = {program.classes[number].symbol: wanted_of(hierarchy, number) for number in classes}
    return FileTraits(
        imports=find_imports(tables, path),
        ancestors={
            program.classes[number].symbol: tuple(
                each if isinstance(each, str) else program.classes[each].symbol for each in order[1:]
            )
            for number in classes
            if len(order := hierarchy.trait(number).order) > 1
        },
        protocols={symbol: methods for symbol, methods in wanted.items() if methods},
    )


def complete_traits(tables: Tables, path: str, own: FileTraits) -> FileTraits:
    """Add the protocols that the classes of a file fit, and the fixtures that its tests are given."""
    program = tables.program
    file = program.modules.index_by_path[path]
    protocols = tables.joined.protocols
    fitted = {
        program.classes[number].symbol: implemented_by(tables.hierarchy, number, protocols)
        for number in (program.classes_of(file) if protocols else ())
    }
    return msgspec.structs.replace(
        own,
        implemented={
            symbol: tuple(program.classes[program.read_class(each)].symbol for each in numbers)
            for symbol, numbers in fitted.items()
            if numbers
        },
        fixtures=tuple(
            (program.function_key(use.consumer), use.parameter, program.function_key(use.provider))
            for use in tables.fixtures.uses_in(file)
        ),
    )


def find_imports(tables: Tables, path: str) -> tuple[str, ...]:
    """Return what each import of a file means: a path, a folder, or nothing."""
    return tuple(_target(tables, path, *each) for each in tables.joined[path].imports)


def _target(tables: Tables, importer: str, module: str, level: int) -> str:
    found = tables.program.modules.find(importer, module, level)
    if found is None:
        return ""
    return f"{found.path}/" if isinstance(found, Folder) else tables.program.modules.paths[found]
