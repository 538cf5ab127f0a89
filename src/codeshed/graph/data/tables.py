"""The graph's columns: one array per attribute, one row per node, edge or site."""

import msgspec

from codeshed.graph.data.arrays import Bytes, Ints, Longs, Offsets
from codeshed.graph.data.columns import StringColumn
from codeshed.graph.data.details_column import DetailsColumn
from codeshed.graph.data.names_column import NamesColumn
from codeshed.graph.data.statements import StatementTable


class NodeTable(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes, sorted by symbol, so that row order is symbol order.

    Documentation scores are in hundredths: `documentation_score` of the text, `documentation_best` the maximum that
    the signature allows, and `abstract_return_score` of the best documented abstract type that the function returns
    (-1 if it returns none). `complexity` is cyclomatic, 0 where it is not known.
    """

    symbols: StringColumn
    names: NamesColumn
    details: DetailsColumn
    kinds: Bytes
    flags: Ints
    sizes: Longs
    documentation_score: Ints
    documentation_best: Ints
    abstract_return_score: Ints
    complexity: Ints
    mutability: Bytes
    variable_kind: Bytes
    n_unresolved_calls: Ints
    n_dangling_references: Ints
    enclosing: Ints
    files: Ints
    spans: Ints

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.symbols)


class SiteTable(msgspec.Struct, frozen=True, kw_only=True):
    """Where edges come from: file row and span. The sites of edge `e` are `starts[e]` to `starts[e + 1]`.

    `ordinals` are the ordinals of calls within their function, from 1; 0 for other sites, and where it is not
    known.
    """

    starts: Offsets
    files: Ints
    spans: Ints
    ordinals: Ints


class EdgeTable(msgspec.Struct, frozen=True, kw_only=True):
    """Edges, sorted by source, target and kind; no two rows have the same three.

    `confidence` is in hundredths, that of the best evidence; `stated_confidence` leaves recovered calls aside.
    `through` is the method that a call names where another one runs in its place by dynamic dispatch, else NO_ROW.
    `n_sites` counts all sites of an edge, also those beyond the cap on kept ones. The CSR adjacency:
    `out_starts[n]` to `out_starts[n + 1]` are the edges from node `n`; `in_order[in_starts[n]:in_starts[n + 1]]`
    are the rows of the edges to it, by source and kind.
    """

    sources: Ints
    targets: Ints
    kinds: Bytes
    confidence: Bytes
    stated_confidence: Bytes
    provenance: Bytes
    flags: Bytes
    through: Ints
    n_sites: Ints
    sites: SiteTable
    statements: StatementTable
    out_starts: Offsets
    in_starts: Offsets
    in_order: Ints

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.sources)
