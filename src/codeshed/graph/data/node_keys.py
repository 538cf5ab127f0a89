"""Keys of nodes: the identity of a row in answers, and the order of rows by it.

Turns: rows → NodeRefs and ranks. Keys of files sort before those of symbols; rows are in symbol order.
"""

import numpy as np

from codeshed.graph.data.arrays import Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.answers.node_references import ChunkRef, FileRef, NodeRef, SymbolRef
from codeshed.model.symbol_ids import symbol_of_chunk

_MODULE = int(NodeKind.MODULE)


def ref_of(graph: CodeGraph, row: int) -> NodeRef:
    """Return the canonical identity of a node."""
    symbol = graph.nodes.symbols[row]
    return FileRef(path=symbol) if graph.nodes.kinds[row] == _MODULE else SymbolRef(symbol_id=symbol)


def row_of(graph: CodeGraph, ref: NodeRef) -> int | None:
    """Return the row of a node, or None if there is no such node."""
    match ref:
        case ChunkRef():
            return graph.find_row(symbol_of_chunk(ref.chunk_uid))
        case SymbolRef():
            return graph.find_row(ref.symbol_id)
        case FileRef():
            return graph.find_row(ref.path)


def key_ranks(graph: CodeGraph, rows: Ints) -> Longs:
    """Return distinct numbers that sort as the keys of the nodes do."""
    is_symbol = graph.nodes.kinds[rows] != NodeKind.MODULE
    return np.asarray(rows + is_symbol.astype(np.int64) * len(graph.nodes))


def in_key_order(graph: CodeGraph, rows: Ints) -> Ints:
    """Sort rows by the keys of their nodes."""
    return rows[np.argsort(key_ranks(graph, rows), kind="stable")]
