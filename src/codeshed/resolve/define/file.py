"""Everything that a file defines.

Turns: a Region at rest and what references showed → Definitions, in the order of the source.
"""

from collections.abc import Mapping

from codeshed.model.semantic import Definition
from codeshed.resolve.define.functions import define_functions
from codeshed.resolve.define.page import Page
from codeshed.resolve.define.types import define_types
from codeshed.resolve.define.variables import VariableDefinitions
from codeshed.resolve.flow.region import Region
from codeshed.resolve.meaning.writer import FileReferences
from codeshed.resolve.variables import Variables


def define_file(
    region: Region, variables: Variables, references: FileReferences, n_writes: Mapping[str, int]
) -> tuple[Definition, ...]:
    """Return what a file defines; `n_writes` says how often each variable is written, in all files."""
    state = region.state
    page = Page(state, state.file)
    own = VariableDefinitions(page, variables, references, n_writes, region.sites)
    numbers = tuple(state.program.classes_of(state.file))
    return _unique(
        [
            *define_functions(page, tuple(state.program.functions_of(state.file))),
            *define_types(page, numbers),
            *own.of_scopes(),
            *own.of_fields(numbers),
            *own.of_locals(),
        ]
    )


def _unique(definitions: list[Definition]) -> tuple[Definition, ...]:
    """Return definitions by place; of two with one symbol, the first counts."""
    unique: dict[str, Definition] = {}
    for definition in sorted(definitions, key=lambda each: (each.span.sort_key(), each.symbol_id)):
        unique.setdefault(definition.symbol_id, definition)
    return tuple(unique.values())
