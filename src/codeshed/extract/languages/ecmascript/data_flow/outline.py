"""What the summaries of a file need before its code is read: its functions, its branches, and what inner functions assign.

Turns: the tree of a file → FileOutline, by one query.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import tree_sitter

from codeshed.extract.data_flow.reaching_definitions import Block
from codeshed.extract.engine.deep_trees import find_matches

HOISTED_FUNCTIONS = frozenset({"function_declaration", "generator_function_declaration"})
"""Functions that are statements; their names have their value from the beginning of the block."""

FUNCTION_TYPES = HOISTED_FUNCTIONS | {
    "arrow_function",
    "function_expression",
    "generator_function",
    "method_definition",
}

_QUERY = f"""
[{" ".join(f"({each})" for each in sorted(FUNCTION_TYPES))}] @function
(if_statement consequence: (_) @branch)
[(else_clause) (catch_clause) (switch_case) (switch_default)] @branch
(for_statement body: (_) @branch)
(for_in_statement body: (_) @branch)
(while_statement body: (_) @branch)
(try_statement body: (_) @branch)
(assignment_expression left: (identifier) @assigned)
(augmented_assignment_expression left: (identifier) @assigned)
"""


class FileOutline(NamedTuple):
    """The functions of a file by number, the file itself as the first; and where its branches are."""

    functions: tuple[tree_sitter.Node, ...]
    parents: tuple[int, ...]
    number_by_node: dict[int, int]
    """The number of a function by the id of its node."""
    assigned_inside: tuple[frozenset[str], ...]
    """For each function, the names to which functions within it assign."""
    branches: tuple[Block, ...]
    """The blocks that may not run, in the order of the source, outer ones first."""

    def branches_within(self, node: tree_sitter.Node) -> tuple[Block, ...]:
        """Return the branches in a function."""
        begin, end = node.start_byte, node.end_byte
        return self.branches[bisect_left(self.branches, (begin, 0)) : bisect_left(self.branches, (end, 0))]


@cache
def _query(language: tree_sitter.Language) -> tree_sitter.Query:
    return tree_sitter.Query(language, _QUERY)


def outline_file(
    root: tree_sitter.Node, tops: tuple[tree_sitter.Node, ...], language: tree_sitter.Language
) -> FileOutline:
    """Number the functions of a file in the order of the source, outer ones first."""
    functions: list[tree_sitter.Node] = []
    branches: list[Block] = []
    assigned: list[tree_sitter.Node] = []
    for _, captures in find_matches(tops, _query(language)):
        functions += captures.get("function", ())
        branches += [(node.start_byte, node.end_byte) for node in captures.get("branch", ())]
        assigned += captures.get("assigned", ())
    functions.sort(key=lambda node: (node.start_byte, -node.end_byte))
    functions.insert(0, root)
    parents = tuple(_iter_parents(functions))
    return FileOutline(
        functions=tuple(functions),
        parents=parents,
        number_by_node={node.id: number for number, node in enumerate(functions)},
        assigned_inside=_find_assigned_inside(functions, parents, assigned),
        branches=tuple(sorted(branches, key=lambda block: (block[0], -block[1]))),
    )


def _iter_parents(functions: list[tree_sitter.Node]) -> Iterator[int]:
    """Yield the number of the function around each, -1 for the file."""
    around: list[int] = []
    for number, node in enumerate(functions):
        while around[1:] and functions[around[-1]].end_byte <= node.start_byte:
            around.pop()
        yield around[-1] if around else -1
        around.append(number)


def _find_assigned_inside(
    functions: list[tree_sitter.Node], parents: tuple[int, ...], assigned: list[tree_sitter.Node]
) -> tuple[frozenset[str], ...]:
    """Return for each function the names that functions within it assign to."""
    own: list[set[str]] = [set() for _ in functions]
    inside: list[set[str]] = [set() for _ in functions]
    begins = [node.start_byte for node in functions[1:]]
    for node in assigned:
        number = bisect_left(begins, node.start_byte + 1)
        while number and functions[number].end_byte <= node.start_byte:
            number = parents[number]
        own[number].add((node.text or b"").decode("utf-8", "replace"))
    for number in range(len(functions) - 1, 0, -1):
        inside[parents[number]] |= own[number] | inside[number]
    return tuple(map(frozenset, inside))
