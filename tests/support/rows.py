"""Rows of a graph by symbol, for tests that know that there is one."""

from codeshed.graph.data.code_graph import CodeGraph


def row_of(graph: CodeGraph, symbol: str) -> int:
    """Return the row of a symbol."""
    row = graph.find_row(symbol)
    assert row is not None, symbol
    return row
