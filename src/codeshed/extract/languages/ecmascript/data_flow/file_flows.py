"""The data-flow summaries of one JavaScript or TypeScript file.

Turns: the tree of a file → FunctionFlows of the file's own code and of each function, by their numbers.
"""

import tree_sitter

from codeshed.extract.data_flow.function_draft import FunctionDraft
from codeshed.extract.data_flow.reaching_definitions import ReachingDefinitions
from codeshed.extract.data_flow.values import value_of
from codeshed.extract.languages.ecmascript.data_flow.function_code import FunctionCode, SharedState
from codeshed.extract.languages.ecmascript.data_flow.outline import outline_file
from codeshed.extract.languages.ecmascript.data_flow.parameters import read_parameters
from codeshed.extract.languages.ecmascript.data_flow.scopes import Scope
from codeshed.model.facts.data_flow import MODULE_FUNCTION, THIS, FunctionFlows, Place, PlaceKind


def summarize_file(
    root: tree_sitter.Node, tops: tuple[tree_sitter.Node, ...], language: tree_sitter.Language
) -> tuple[FunctionFlows, ...]:
    """Return the summaries of a file; what is too deep to be read is left out, and its function is cut."""
    outline = outline_file(root, tops, language)
    shared = SharedState(outline, Scope(MODULE_FUNCTION, None))
    codes: list[FunctionCode] = []
    for number, node in enumerate(outline.functions):
        parameters = read_parameters(node)
        is_file = number == MODULE_FUNCTION
        draft = FunctionDraft(
            0 if is_file else node.start_byte,
            node.end_byte,
            outline.parents[number],
            tuple(each.name for each in parameters),
        )
        definitions = ReachingDefinitions((node.start_byte, node.end_byte), outline.branches_within(node))
        code = FunctionCode(number, draft, definitions, shared)
        code.read(node, parameters)
        codes.append(code)
    for number, key in sorted(shared.captured):
        codes[number].publish(key)
    for number in sorted(shared.captured_receivers):
        codes[number].draft.add_flows(
            value_of(Place(PlaceKind.PARAMETER, THIS), codes[number].begin, codes[number].begin),
            PlaceKind.NAME,
            number,
            "this",
        )
    return tuple(code.finish() for code in codes)
