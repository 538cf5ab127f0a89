"""Ids of call sites: the calling symbol and the ordinal of the call in it. Without lines, they survive edits elsewhere.

Turns: an edge → the ids of its calls.
"""

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.symbol_ids import call_site_id


def call_site_ids(graph: CodeGraph, edge: int, max_sites: int) -> tuple[str, ...]:
    """Return the ids of the first call sites of an edge, in order."""
    sites = graph.edges.sites
    begin, end = int(sites.starts[edge]), int(sites.starts[edge + 1])
    ordinals = [ordinal for ordinal in sites.ordinals[begin:end].tolist() if ordinal]
    source = graph.nodes.symbols[int(graph.edges.sources[edge])]
    return tuple(call_site_id(source, ordinal) for ordinal in ordinals[:max_sites])
