"""All definitions of a file.

Turns: a FileFlow at its fixpoint, and its references → Definitions in source order.
"""

import msgspec

from codeshed.model.semantic import Definition, Mutability, VariableKind
from codeshed.resolve.python.definitions.definition_context import DefinitionContext
from codeshed.resolve.python.definitions.function_definitions import define_functions
from codeshed.resolve.python.definitions.type_definitions import define_types
from codeshed.resolve.python.definitions.variable_definitions import VariableDefinitions
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.references.reference_writer import FileReferences


class FileDefinitions(msgspec.Struct, frozen=True):
    """The definitions of a file; a variable in `n_first_writes` is mutable if more places than that write it."""

    definitions: tuple[Definition, ...]
    n_first_writes: dict[str, int]
    rewritable_fields: tuple[str, ...]
    """The names of fields in `n_first_writes` that are not mutable yet."""


def define_file(
    file_flow: FileFlow, variables: VariableSymbols, references: FileReferences
) -> FileDefinitions:
    """Return the definitions of a file, on the assumption that no variable is written again."""
    state = file_flow.state
    context = DefinitionContext(state, state.file, file_flow.types)
    variable_definitions = VariableDefinitions(context, variables, references, file_flow.sites)
    numbers = tuple(state.program.classes_of(state.file))
    definitions = _unique(
        [
            *define_functions(context, tuple(state.program.functions_of(state.file))),
            *define_types(context, numbers),
            *variable_definitions.define_scope_variables(),
            *variable_definitions.define_fields(numbers),
            *variable_definitions.define_locals(),
        ]
    )
    n_first_writes = {
        symbol: variable_definitions.n_first_writes[symbol, position]
        for symbol, position in ((each.symbol_id, each.span.sort_key()) for each in definitions)
        if (symbol, position) in variable_definitions.n_first_writes
    }
    fields = {
        each.name
        for each in definitions
        if each.details.variable_kind is VariableKind.CLASS_FIELD
        and each.details.mutability is not Mutability.MUTABLE
        and each.symbol_id in n_first_writes
    }
    return FileDefinitions(definitions, n_first_writes, tuple(sorted(fields)))


def mark_rewritten(definitions: tuple[Definition, ...], rewritten: frozenset[str]) -> tuple[Definition, ...]:
    """Mark definitions as mutable that are written again."""
    return tuple(
        msgspec.structs.replace(
            each, details=msgspec.structs.replace(each.details, mutability=Mutability.MUTABLE)
        )
        if each.symbol_id in rewritten
        else each
        for each in definitions
    )


def _unique(definitions: list[Definition]) -> tuple[Definition, ...]:
    """Sort definitions by position; of several with one symbol, keep the first."""
    unique: dict[str, Definition] = {}
    for definition in sorted(definitions, key=lambda each: (each.span.sort_key(), each.symbol_id)):
        unique.setdefault(definition.symbol_id, definition)
    return tuple(unique.values())
