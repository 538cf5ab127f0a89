"""One Python file.

Turns: bytes → FileFacts, whatever the bytes are.
"""

from codeshed.extract.python.outline import Outline
from codeshed.extract.python.statements import Statements
from codeshed.extract.python.syntax import find_problems, parse
from codeshed.model.facts import FileFacts, ScopeKind
from codeshed.model.source import line_starts


def extract_python(content: bytes) -> FileFacts:
    """Read a Python file: its scopes, definitions, statements and expressions, and what is wrong with it."""
    tree = parse(content)
    starts = line_starts(content)
    outline = Outline(content, starts)
    module = outline.open_scope(ScopeKind.MODULE, None, 0, len(content))
    statements = Statements(outline)
    statements.read_block(tree.root_node, module)
    outline.close_scope(module)
    return FileFacts(
        language="python",
        documentation=statements.docstring(tree.root_node),
        line_starts=starts,
        scopes=outline.scopes,
        definitions=outline.definitions,
        problems=(*find_problems(tree), *outline.problems),
    )
