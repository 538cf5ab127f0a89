"""Everything that a file defines.

Turns: Flow + what references showed → Definitions, in the order of the source.
"""

from codeshed.model.semantic import Definition
from codeshed.resolve.define.functions import define_functions
from codeshed.resolve.define.page import Page
from codeshed.resolve.define.types import define_types
from codeshed.resolve.define.variables import VariableDefinitions
from codeshed.resolve.flow.run import Flow
from codeshed.resolve.meaning.writer import Collected
from codeshed.resolve.variables import Variables


def define_files(flow: Flow, variables: Variables, collected: Collected) -> list[tuple[Definition, ...]]:
    """Return what each file defines."""
    program = flow.state.program
    functions: list[list[int]] = [[] for _ in program.files]
    classes: list[list[int]] = [[] for _ in program.files]
    for number, function in enumerate(program.functions):
        functions[function.file].append(number)
    for number, each in enumerate(program.classes):
        classes[each.file].append(number)
    found = []
    for file in range(len(program.files)):
        page = Page(flow.state, file)
        own = VariableDefinitions(page, variables, collected, flow.sites[file])
        numbers = tuple(classes[file])
        found.append(
            _unique(
                [
                    *define_functions(page, tuple(functions[file])),
                    *define_types(page, numbers),
                    *own.of_scopes(),
                    *own.of_fields(numbers),
                    *own.of_locals(),
                ]
            )
        )
    return found


def _unique(definitions: list[Definition]) -> tuple[Definition, ...]:
    """Return definitions by place; of two with one symbol, the first counts."""
    unique: dict[str, Definition] = {}
    for definition in sorted(definitions, key=lambda each: (each.span.sort_key(), each.symbol_id)):
        unique.setdefault(definition.symbol_id, definition)
    return tuple(unique.values())
