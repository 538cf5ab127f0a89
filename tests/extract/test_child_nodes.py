"""Children by position, with every version of tree-sitter that is allowed."""

import pytest
import tree_sitter
import tree_sitter_python

from codeshed.extract.engine.child_nodes import nth_child, nth_named_child


def _root(source: bytes) -> tree_sitter.Node:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language())).parse(source).root_node


def test_a_child_at_a_position() -> None:
    statement = _root(b"x = 1\n").children[0].children[0]

    assert (child := nth_child(statement, 1)) is not None
    assert child.type == "="
    assert (named := nth_named_child(statement, 1)) is not None
    assert named.type == "integer"


@pytest.mark.parametrize("index", [-1, 0, 5])
def test_a_child_that_is_not_there_is_none(index: int) -> None:
    root = _root(b"")

    assert nth_child(root, index) is None
    assert nth_named_child(root, index) is None
