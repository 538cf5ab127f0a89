"""The change for which tests are selected.

Turns: seeds, paths or a ChangeSet, and the texts of both sides → ChangedCode: changed rows, files, lines, and the words in them.
"""

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.symbol_ids import last_name


class ChangedLine(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of a file that changed, both ends included."""

    path: str
    first: int
    last: int


class ChangedCode(msgspec.Struct, frozen=True, kw_only=True):
    """What changed: files, symbols by row, lines, and the words of these lines on both sides.

    Without known lines, `lines` and `line_words` are empty: then whole symbols changed. `body_words` are those of all
    changed symbols, `removed_symbols` the ids of symbols that are no longer in the graph.
    """

    paths: tuple[str, ...]
    rows: tuple[int, ...] = ()
    lines: tuple[ChangedLine, ...] = ()
    line_words: frozenset[str] = frozenset()
    body_words: frozenset[str] = frozenset()
    removed_symbols: frozenset[str] = frozenset()
    is_whole_files: bool = False


def changed_names(graph: CodeGraph, changed: ChangedCode) -> dict[str, float]:
    """Return the names of changed functions, types and variables with weights; the types around them count half."""
    nodes = graph.nodes
    found: dict[str, float] = dict.fromkeys(map(last_name, sorted(changed.removed_symbols)), 1.0)
    for row in changed.rows:
        if nodes.kinds[row] == NodeKind.MODULE:
            continue
        found[nodes.names[row]] = 1.0
        owner = int(nodes.enclosing[row])
        if owner >= 0 and nodes.kinds[owner] == NodeKind.TYPE:
            found.setdefault(nodes.names[owner], 0.5)
    return {name: weight for name, weight in sorted(found.items()) if not name.startswith("__")}
