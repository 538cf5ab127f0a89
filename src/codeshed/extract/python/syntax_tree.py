"""The syntax tree of a Python file.

Turns: bytes → a tree-sitter tree, with error nodes where the source is broken.
"""

from functools import cache

import tree_sitter
import tree_sitter_python


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))


def parse_python(content: bytes) -> tree_sitter.Tree:
    """Parse a file."""
    return _parser().parse(content)
