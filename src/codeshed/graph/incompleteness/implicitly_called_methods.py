"""Methods that a language or its library calls implicitly: `__str__`, `String()`, `toString`.

Turns: rows → those that are such methods. Operators, loops, conversions and library functions run them without naming
them, and not all of these uses are seen.
"""

import re
from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of


def find_implicitly_called(graph: CodeGraph, rows: Sequence[int]) -> list[int]:
    """Return the rows of methods that run without being named; constructors are excluded, since their type is named."""
    nodes = graph.nodes
    wanted = np.array(rows, dtype=np.int64)
    owners = nodes.enclosing[wanted]
    is_method = (
        (nodes.kinds[wanted] == NodeKind.FUNCTION) & (owners != NO_ROW) & (nodes.files[wanted] != NO_ROW)
    )
    is_method &= nodes.kinds[owners] == NodeKind.TYPE
    is_method &= (nodes.flags[wanted] & int(NodeFlag.CONSTRUCTOR | NodeFlag.EXTERNAL)) == 0
    methods = wanted[is_method]
    patterns = {file: _pattern(graph.files[file]) for file in np.unique(nodes.files[methods]).tolist()}
    return [
        row
        for row, file in zip(methods.tolist(), nodes.files[methods].tolist(), strict=True)
        if (pattern := patterns[file]) is not None and pattern.fullmatch(nodes.names[row])
    ]


def _pattern(path: str) -> re.Pattern[str] | None:
    names = traits_of(language_of_path(path)).special_methods
    return re.compile(names) if names else None
