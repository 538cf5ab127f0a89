"""Names that mean something of the function in which they stand.

Turns: a line and a name in it → whether that is a parameter of a function around it.
"""

import re

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.seed_lookup import SeedIndex

_MAX_AROUND = 100
_HEAD = re.compile(rb"\s*(?:(@)|(?:async\s+)?def\b)")


class Shadows:
    """What the functions of a graph call their parameters, each looked at once."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._index = SeedIndex(graph)
        self._parameters: dict[int, frozenset[bytes]] = {}

    def is_parameter(self, file: str, line: int, written: bytes, name: bytes) -> bool:
        """Whether a name means a parameter where it stands in a line.

        Decorators and defaults, as in `def total(rate=rate)`, stand outside of the function.
        """
        row = self._index.find_scope(file, line)
        if row is None or name not in self._parameters_around(row):
            return False
        head = _HEAD.match(written)
        is_default = head is not None and re.search(rb"=\s{0,20}" + re.escape(name) + rb"(?!\w)", written)
        return head is None or (head[1] is None and not is_default)

    def _parameters_around(self, row: int) -> frozenset[bytes]:
        """Return the parameters of a function and of those around it."""
        if row not in self._parameters:
            nodes = self._graph.nodes
            found: set[bytes] = set()
            at = row
            for _ in range(_MAX_AROUND):
                if at == NO_ROW:
                    break
                if nodes.kinds[at] == NodeKind.FUNCTION:
                    details = nodes.details[at]
                    parameters = () if details is None else details.parameters or ()
                    found.update(each.name.encode("utf-8", "surrogateescape") for each in parameters)
                at = int(nodes.enclosing[at])
            self._parameters[row] = frozenset(found)
        return self._parameters[row]
