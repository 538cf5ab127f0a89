"""Which edges does the graph have?

Turns: CodeGraph + edge kinds → ExportedEdges, one after another, by source, target and kind.
"""

from collections.abc import Iterable, Iterator

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph, Edge, Site
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.frontier import is_dependency

KIND_BY_LABEL = {kind.label: kind for kind in EdgeKind}
"""The edge kinds by their names."""


class ExportedSite(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One place in the source where an edge comes from: lines from 1, columns from 0 in bytes; the end is exclusive."""

    path: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


class ExportedEdge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One edge: `source` uses `target`. `n_sites` counts all sites, `sites` lists the first of them.

    A call edge names the method that is found on the type of the receiver. Methods that override it may run in its
    place, unless `is_exact` says that none can: calls of these have that method as `through`. `is_type_only` is an import for
    types alone.
    """

    source: str
    target: str
    kind: str
    confidence: float
    provenance: str
    sites: tuple[ExportedSite, ...]
    n_sites: int
    is_exact: bool
    is_type_only: bool = False
    through: str | None = None


def edge_kinds(labels: Iterable[str]) -> frozenset[EdgeKind]:
    """Return the edge kinds with these labels; all kinds if there are none."""
    wanted = tuple(label.strip() for label in labels if label.strip())
    unknown = [label for label in wanted if label not in KIND_BY_LABEL]
    if unknown:
        raise InvalidOptionError(
            f"there is no kind of edge called {unknown[0]!r}",
            hint=f"the kinds are {', '.join(KIND_BY_LABEL)}",
        )
    return frozenset(KIND_BY_LABEL[label] for label in wanted) or frozenset(EdgeKind)


def iter_exported_edges(graph: CodeGraph, kinds: frozenset[EdgeKind]) -> Iterator[ExportedEdge]:
    """Yield the edges of some kinds, without those that only the published listings (policies v1 and v2) have."""
    rows = np.flatnonzero(np.isin(graph.edges.kinds, list(kinds)))
    for row in rows[is_dependency(graph, rows)].tolist():
        yield _exported(graph.edge(row))


def _exported(edge: Edge) -> ExportedEdge:
    return ExportedEdge(
        source=edge.source,
        target=edge.target,
        kind=edge.kind.label,
        confidence=edge.confidence,
        provenance=edge.provenance.label,
        sites=tuple(_site(site) for site in edge.sites),
        n_sites=edge.n_sites,
        is_exact=edge.is_exact,
        is_type_only=edge.is_type_only,
        through=edge.through,
    )


def _site(site: Site) -> ExportedSite:
    span = site.span
    if span is None:
        return ExportedSite(path=site.file_path)
    return ExportedSite(
        path=site.file_path,
        line=span.start_line,
        column=span.start_column,
        end_line=span.end_line,
        end_column=span.end_column,
    )
