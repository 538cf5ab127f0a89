"""Who imports a file, and the lines of files in which code stands.

Turns: CodeGraph + a path → edges of imports; a file's bytes → its lines without comments.
"""

from collections.abc import Iterator

import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.language import is_python, language_of_path
from codeshed.model.language_traits import traits_of
from codeshed.project.diff.import_lines import without_long_strings

_IMPORTING = (int(EdgeKind.IMPORT), int(EdgeKind.EXPORT))


def importing_edges(graph: CodeGraph, path: str) -> list[int]:
    """Return the edges by which files import a file, or pass on what is in it."""
    module = graph.find_row(path)
    if module is None:
        return []
    table = graph.edges
    edges = table.in_order[int(table.in_starts[module]) : int(table.in_starts[module + 1])]
    found: list[int] = edges[np.isin(table.kinds[edges], _IMPORTING)].tolist()
    return found


def without_texts(path: str, content: bytes) -> bytes:
    """Return a file without texts over several lines, where these are no code."""
    return without_long_strings(content) if is_python(path) else content


def iter_code_lines(path: str, text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file that are no comments, with their numbers."""
    comments = (traits_of(language_of_path(path)).line_comment.encode(), b"*", b"/*")
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.lstrip().startswith(comments):
            yield number, line
