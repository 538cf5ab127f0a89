"""Cross-file traits: facts about one file that depend on the interfaces of other files.

Turns: SymbolTables and a file → FileTraits, in two steps. The second needs the first of all files: which protocols
there are, and which classes inherit from which.
"""

import msgspec

from codeshed.resolve.python.names.class_traits import find_implemented_protocols, required_protocol_methods
from codeshed.resolve.python.names.file_outline import FileTraits
from codeshed.resolve.python.names.module_resolution import MissingModule, NamespacePackage
from codeshed.resolve.python.tables.symbol_tables import SymbolTables


def find_own_traits(tables: SymbolTables, path: str) -> FileTraits:
    """Return the targets of a file's imports, the MROs of its classes, and its protocols."""
    program, hierarchy = tables.program, tables.hierarchy
    file = program.modules.index_by_path[path]
    classes = program.classes_of(file)
    required_methods = {
        program.classes[number].symbol: required_protocol_methods(hierarchy, number) for number in classes
    }
    return FileTraits(
        imports=find_imports(tables, path),
        ancestors={
            program.classes[number].symbol: tuple(
                each if isinstance(each, str) else program.classes[each].symbol for each in order[1:]
            )
            for number in classes
            if len(order := hierarchy.traits_of(number).mro) > 1
        },
        protocols={symbol: methods for symbol, methods in required_methods.items() if methods},
    )


def complete_traits(tables: SymbolTables, path: str, own: FileTraits) -> FileTraits:
    """Add the protocols that a file's classes implement structurally, and the fixtures of its tests."""
    program = tables.program
    file = program.modules.index_by_path[path]
    protocols = tables.outlines.protocols
    implemented = {
        program.classes[number].symbol: find_implemented_protocols(tables.hierarchy, number, protocols)
        for number in (program.classes_of(file) if protocols else ())
    }
    return msgspec.structs.replace(
        own,
        implemented={
            symbol: tuple(program.classes[program.read_class(each)].symbol for each in numbers)
            for symbol, numbers in implemented.items()
            if numbers
        },
        fixtures=tuple(
            (program.function_key(use.consumer), use.parameter, program.function_key(use.provider))
            for use in tables.fixtures.find_uses(file)
        ),
    )


def find_imports(tables: SymbolTables, path: str) -> tuple[str, ...]:
    """Return the target of each import of a file: a path, a folder with a trailing slash, "?" if missing, "" for an external."""
    return tuple(_target(tables, path, *each) for each in tables.outlines[path].imports)


def _target(tables: SymbolTables, importer: str, module: str, level: int) -> str:
    found = tables.program.modules.find_module(importer, module, level)
    if found is None:
        return ""
    if isinstance(found, MissingModule):
        return "?"
    return f"{found.path}/" if isinstance(found, NamespacePackage) else tables.program.modules.paths[found]
