"""Everything that a file defines.

Turns: a Region at rest and what references showed → Definitions, in the order of the source.
"""

import msgspec

from codeshed.model.semantic import Definition, Mutability
from codeshed.resolve.python.definitions.definition_context import Page
from codeshed.resolve.python.definitions.function_definitions import define_functions
from codeshed.resolve.python.definitions.type_definitions import define_types
from codeshed.resolve.python.definitions.variable_definitions import VariableDefinitions
from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.variable_symbols import Variables
from codeshed.resolve.python.references.reference_writer import FileReferences


class FileDefinitions(msgspec.Struct, frozen=True):
    """What a file defines; `rewritable` are the variables that can change if several places, in any file, write them."""

    definitions: tuple[Definition, ...]
    rewritable: frozenset[str]


def define_file(region: Region, variables: Variables, references: FileReferences) -> FileDefinitions:
    """Return what a file defines, as if no variable were written more than once."""
    state = region.state
    page = Page(state, state.file)
    own = VariableDefinitions(page, variables, references, region.sites)
    numbers = tuple(state.program.classes_of(state.file))
    definitions = _unique(
        [
            *define_functions(page, tuple(state.program.functions_of(state.file))),
            *define_types(page, numbers),
            *own.of_scopes(),
            *own.of_fields(numbers),
            *own.of_locals(),
        ]
    )
    rewritable = frozenset(
        each.symbol_id for each in definitions if (each.symbol_id, each.span.sort_key()) in own.rewritable
    )
    return FileDefinitions(definitions, rewritable)


def count_writes(definitions: tuple[Definition, ...], rewritten: frozenset[str]) -> tuple[Definition, ...]:
    """Return definitions of which some can change, because several places write them."""
    return tuple(
        msgspec.structs.replace(
            each, details=msgspec.structs.replace(each.details, mutability=Mutability.MUTABLE)
        )
        if each.symbol_id in rewritten
        else each
        for each in definitions
    )


def _unique(definitions: list[Definition]) -> tuple[Definition, ...]:
    """Return definitions by place; of two with one symbol, the first counts."""
    unique: dict[str, Definition] = {}
    for definition in sorted(definitions, key=lambda each: (each.span.sort_key(), each.symbol_id)):
        unique.setdefault(definition.symbol_id, definition)
    return tuple(unique.values())
