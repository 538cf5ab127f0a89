"""Entry points of a symbol.

Turns: a symbol → how it is called from outside. They are kept by symbol, so that one is found without reading all.
"""

from bisect import bisect_left

from codeshed.graph.data.code_graph import CodeGraph


def entry_kinds(graph: CodeGraph, symbol: str) -> tuple[str, ...]:
    """Return the kinds of entry point that a symbol is, each once, in order, such as `route`, `command` and `test`."""
    records = graph.entry_points
    first = bisect_left(range(len(records)), symbol, key=lambda place: records[place].symbol)
    kinds: dict[str, None] = {}
    for place in range(first, len(records)):
        record = records[place]
        if record.symbol != symbol:
            break
        kinds[record.kind] = None
    return tuple(kinds)
