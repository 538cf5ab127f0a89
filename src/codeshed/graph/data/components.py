"""Strongly connected components, numbered so that everything a component reaches comes before it."""

import msgspec
import numpy as np
import rustworkx as rx

from codeshed.graph.data.arrays import Longs


class Condensation(msgspec.Struct, frozen=True, kw_only=True):
    """The components of a graph and the edges between them.

    `component_of` numbers each vertex's component so that edges lead from higher numbers to lower ones.
    `sources` and `targets` are the distinct edges between different components, by source and target.
    """

    n_components: int
    component_of: Longs
    sources: Longs
    targets: Longs


def condense(n_vertices: int, sources: Longs, targets: Longs) -> Condensation:
    """Find the strongly connected components of a directed graph and the edges between them."""
    graph: rx.PyDiGraph[None, None] = rx.PyDiGraph()
    graph.add_nodes_from([None] * n_vertices)
    graph.extend_from_edge_list(list(zip(sources.tolist(), targets.tolist(), strict=True)))
    components = rx.strongly_connected_components(graph)
    component_of = np.zeros(n_vertices, dtype=np.int64)
    lengths = [len(component) for component in components]
    members = np.fromiter((vertex for component in components for vertex in component), np.int64, n_vertices)
    component_of[members] = np.repeat(np.arange(len(components)), lengths)
    n_components = len(components)
    crossing = component_of[sources] != component_of[targets]
    keys = np.unique(component_of[sources[crossing]] * n_components + component_of[targets[crossing]])
    condensed_sources, condensed_targets = np.divmod(keys, max(n_components, 1))
    if np.any(condensed_sources < condensed_targets):
        raise RuntimeError("components are not in reverse topological order")
    return Condensation(
        n_components=n_components,
        component_of=component_of,
        sources=condensed_sources,
        targets=condensed_targets,
    )
