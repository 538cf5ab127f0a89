"""The ids of calls: who calls, and which of its calls it is. No line is in them, so that edits elsewhere leave them.

Turns: an edge → the ids of the calls that it stands for.
"""

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.identity import call_site_id


def call_site_ids(graph: CodeGraph, edge: int, max_sites: int) -> tuple[str, ...]:
    """Return the ids of the first calls of an edge, in their order."""
    sites = graph.edges.sites
    begin, end = int(sites.starts[edge]), int(sites.starts[edge + 1])
    ordinals = [ordinal for ordinal in sites.ordinals[begin:end].tolist() if ordinal]
    source = graph.nodes.symbols[int(graph.edges.sources[edge])]
    return tuple(call_site_id(source, ordinal) for ordinal in ordinals[:max_sites])
