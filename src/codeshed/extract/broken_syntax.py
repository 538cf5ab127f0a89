"""What is wrong with the syntax of a file.

Turns: a tree → Problems: the places that could not be read, the first ones of many.
"""

from collections.abc import Iterator
from itertools import islice

import tree_sitter

from codeshed.model.semantic import Problem
from codeshed.model.span import Span

MAX_PROBLEMS = 20
MAX_COUNTED = 5000


def find_problems(tree: tree_sitter.Tree, language: str) -> tuple[Problem, ...]:
    """Return the places where the syntax is broken, the first ones of many."""
    return tuple(_problem(node, language) for node in islice(_iter_broken(tree), MAX_PROBLEMS))


def count_broken_lines(tree: tree_sitter.Tree) -> int:
    """Return how many lines the broken places have together, each at least one; of very many places the first ones count."""
    broken = islice(_iter_broken(tree), MAX_COUNTED)
    return sum(node.end_point[0] - node.start_point[0] + 1 for node in broken)


def _iter_broken(tree: tree_sitter.Tree) -> Iterator[tree_sitter.Node]:
    """Yield the places where the syntax is broken, in the order of the text."""
    cursor = tree.walk()
    is_down = tree.root_node.has_error
    while is_down or cursor.goto_next_sibling() or _climb(cursor):
        node = cursor.node
        is_down = False
        if node is None:
            break
        if node.is_error or node.is_missing:
            yield node
        elif node.has_error:
            is_down = cursor.goto_first_child()


def _climb(cursor: tree_sitter.TreeCursor) -> bool:
    """Go to the next sibling of the nearest node above that has one."""
    while cursor.goto_parent():
        if cursor.goto_next_sibling():
            return True
    return False


def _problem(node: tree_sitter.Node, language: str) -> Problem:
    (start_line, start_column), (end_line, end_column) = node.start_point, node.end_point
    return Problem(
        code="syntax_error",
        message=f"missing {node.type}" if node.is_missing else f"this part could not be read as {language}",
        span=Span(start_line + 1, start_column, end_line + 1, end_column),
    )
