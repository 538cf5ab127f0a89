"""Syntax errors of a file.

Turns: a tree → Problems, up to a limit.
"""

from collections.abc import Iterator
from itertools import islice

import tree_sitter

from codeshed.model.semantic import Problem
from codeshed.model.span import Span

MAX_PROBLEMS = 20
MAX_COUNTED = 5000


def find_problems(tree: tree_sitter.Tree) -> tuple[Problem, ...]:
    """Return the first syntax errors as problems."""
    return tuple(_problem(node) for node in islice(_iter_broken(tree), MAX_PROBLEMS))


def count_broken_lines(tree: tree_sitter.Tree) -> int:
    """Return how many lines the syntax errors span, at least one each; up to MAX_COUNTED errors."""
    broken = islice(_iter_broken(tree), MAX_COUNTED)
    return sum(node.end_point[0] - node.start_point[0] + 1 for node in broken)


def _iter_broken(tree: tree_sitter.Tree) -> Iterator[tree_sitter.Node]:
    """Yield error and missing nodes in source order."""
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
    """Go to the next sibling of the nearest ancestor that has one."""
    while cursor.goto_parent():
        if cursor.goto_next_sibling():
            return True
    return False


def _problem(node: tree_sitter.Node) -> Problem:
    (start_line, start_column), (end_line, end_column) = node.start_point, node.end_point
    return Problem(
        code="syntax_error",
        message=f"syntax error: missing {node.type}" if node.is_missing else "syntax error",
        span=Span(start_line + 1, start_column, end_line + 1, end_column),
    )
