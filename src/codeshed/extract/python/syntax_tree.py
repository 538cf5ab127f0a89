"""The syntax tree of a Python file.

Turns: bytes → a tree-sitter tree, with error nodes where the source is broken.
"""

from dataclasses import dataclass
from functools import cache

import tree_sitter
import tree_sitter_python

from codeshed.extract.broken_syntax import count_broken_lines
from codeshed.extract.python.grammar_gaps import NO_GAPS, GrammarGaps, find_gaps, without_gaps
from codeshed.extract.statement_lines import statement_query

_BLOCKS = frozenset({"block", "module"})


@cache
def _language() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_python.language())


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(_language())


@cache
def python_statement_query() -> tree_sitter.Query:
    """Return the query that finds blocks, whose children are statements."""
    return statement_query(_language(), _BLOCKS, frozenset())


@dataclass(frozen=True, slots=True)
class PythonTree:
    """A tree, and what is not in it because the grammar cannot read it."""

    tree: tree_sitter.Tree
    gaps: GrammarGaps

    @property
    def root(self) -> tree_sitter.Node:
        """The module."""
        return self.tree.root_node


def parse_python(content: bytes) -> PythonTree:
    """Parse a file."""
    tree = _parser().parse(content)
    if not tree.root_node.has_error:
        return PythonTree(tree, NO_GAPS)
    gaps = find_gaps(content)
    if gaps == NO_GAPS:
        return PythonTree(tree, NO_GAPS)
    repaired = _parser().parse(without_gaps(content, gaps))
    if repaired.root_node.has_error and count_broken_lines(repaired) >= count_broken_lines(tree):
        return PythonTree(tree, NO_GAPS)
    return PythonTree(repaired, gaps)


def parse_annotation(content: bytes, arrow: int, colon: int) -> tree_sitter.Node | None:
    """Parse a return annotation by itself; its offsets are those in the file."""
    written = b"_:" + content[arrow + len(b"->") : colon]  # It has the same type node as `-> A`.
    place = tree_sitter.Range((0, arrow), (0, colon), arrow, colon)
    parser = tree_sitter.Parser(_language(), included_ranges=[place])
    tree = parser.parse(lambda offset, _: written[offset - arrow :])
    statements = (each for statement in tree.root_node.named_children for each in statement.named_children)
    return next((each.child_by_field_name("type") for each in statements if each.type == "assignment"), None)
