"""The syntax tree of a Python file.

Turns: bytes → a tree-sitter tree, with error nodes where the source is broken.
"""

from functools import cache

import tree_sitter
import tree_sitter_python

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


def parse_python(content: bytes) -> tree_sitter.Tree:
    """Parse a file."""
    return _parser().parse(content)
