"""Nodes and edges as a caller describes them, before they become a graph.

Turns: NodeDrafts + EdgeDrafts → CodeGraph. An end of an edge or an owner that is not among the nodes becomes a
placeholder: an empty external, which yields to the real node when graphs are combined.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.argument_checks import (
    MAX_NUMBER,
    are_flags,
    floor_to_hundredths,
    is_fraction,
    is_whole_number,
)
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import MUTABILITIES, VARIABLE_KINDS, CodeGraph, Site
from codeshed.graph.data.columns import RecordColumn, StringColumn, encoded, offsets_of_lengths
from codeshed.graph.data.details_column import TYPE_SOURCES, DetailsColumn
from codeshed.graph.data.file_index import index_files
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.data.name_index import index_names
from codeshed.graph.data.names_column import NamesColumn
from codeshed.graph.data.parallel_edges import MAX_SITES_PER_EDGE
from codeshed.graph.data.statements import HELD_KINDS, UNKNOWN_SIZE
from codeshed.graph.data.tables import EdgeTable, NodeTable
from codeshed.graph.data.type_registry import TypeInfo, TypeVarInfo, tabulate_type_infos
from codeshed.graph.data.unresolved_members import no_unresolved_members
from codeshed.graph.editing.edge_rows import EdgeRows, tabulate_edges
from codeshed.model.semantic import DefinitionDetails, EntryPoint, Mutability, TypeKind, VariableKind
from codeshed.model.span import Span
from codeshed.model.symbol_ids import last_name

_NO_SPAN = (0, 0, 0, 0)
_NO_SCORE = -1
_MUTABLE = MUTABILITIES.index(Mutability.MUTABLE)
_GLOBAL = VARIABLE_KINDS.index(VariableKind.GLOBAL)


class NodeDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A node to be added. `name` is the displayed name, None for the last name of the symbol; scores are from 0 to 1.

    Lookups by name use the last name of the symbol, as for every node.
    """

    symbol: str
    kind: NodeKind
    name: str | None = None
    flags: NodeFlag = NodeFlag(0)
    context_size: int = 0
    documentation_score: float = 0.0
    documentation_best: float = 1.0
    complexity: int | None = None
    scope: str | None = None
    file_path: str | None = None
    span: Span | None = None
    details: DefinitionDetails | None = None

    def __post_init__(self) -> None:
        """Reject invalid nodes."""
        if not self.symbol:
            raise InvalidOptionError("a node needs a symbol", hint="give an id such as path::name")
        if not isinstance(self.kind, NodeKind):
            raise InvalidOptionError(f"{self.kind!r} is no kind of node", hint="give a NodeKind")
        if not are_flags(self.flags, NodeFlag):
            raise InvalidOptionError(f"{self.flags!r} are no flags of a node", hint="join some of NodeFlag")
        if not is_whole_number(self.context_size, at_least=0, at_most=MAX_NUMBER):
            raise InvalidOptionError(
                f"{self.context_size!r} is no size of a node", hint=f"it is from 0 to {MAX_NUMBER}"
            )
        if self.complexity is not None and not is_whole_number(
            self.complexity, at_least=1, at_most=MAX_NUMBER
        ):
            raise InvalidOptionError(
                f"{self.complexity!r} is no complexity",
                hint=f"it is from 1 to {MAX_NUMBER}, and None if it is not known",
            )
        if not (is_fraction(self.documentation_score) and is_fraction(self.documentation_best)):
            raise InvalidOptionError(
                f"the documentation scores of {self.symbol!r} are not between 0 and 1",
                hint="0 is none, 1 the best",
            )


FLAGS_BY_KIND = {
    EdgeKind.CALL: EdgeFlag.IN_V1 | EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE,
    EdgeKind.READ: EdgeFlag.IN_V1 | EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE,
    EdgeKind.WRITE: EdgeFlag.IN_V1 | EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE,
    EdgeKind.OVERRIDDEN_BY: EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE,
    EdgeKind.ANNOTATES: EdgeFlag.IN_V1 | EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE | EdgeFlag.BEHAVIORAL,
}
"""Which footprint policies see an edge, by its kind; `v1` knows no overrides, and no policy sees any other kind."""


class EdgeDraft(msgspec.Struct, frozen=True, kw_only=True):
    """An edge to be added: `source` uses `target`. Confidence is from 0 to 1, and stored in whole hundredths.

    `flags` say which footprint policies see the edge; None is what an edge of its kind has in a graph that was built.
    `through` is the method that a call names where `target` runs in its place.
    """

    source: str
    target: str
    kind: EdgeKind
    confidence: float = 1.0
    provenance: ProvenanceCode = ProvenanceCode.DECLARED
    flags: EdgeFlag | None = None
    through: str | None = None
    sites: tuple[Site, ...] = ()

    def __post_init__(self) -> None:
        """Reject invalid edges."""
        if not is_fraction(self.confidence):
            raise InvalidOptionError(
                f"the confidence {self.confidence!r} of an edge is not between 0 and 1",
                hint="1 is certain; what is guessed has less",
            )
        if not isinstance(self.kind, EdgeKind):
            raise InvalidOptionError(f"{self.kind!r} is no kind of edge", hint="give an EdgeKind")
        if not isinstance(self.provenance, ProvenanceCode):
            raise InvalidOptionError(
                f"{self.provenance!r} does not say how an edge is known", hint="give a ProvenanceCode"
            )
        if self.flags is not None and not are_flags(self.flags, EdgeFlag):
            raise InvalidOptionError(f"{self.flags!r} are no flags of an edge", hint="join some of EdgeFlag")

    @property
    def edge_id(self) -> "EdgeId":
        """The id that parallel edges share."""
        return EdgeId(self.source, self.target, self.kind)

    @property
    def stated_flags(self) -> EdgeFlag:
        """The flags, or those that edges of this kind have."""
        return FLAGS_BY_KIND.get(self.kind, EdgeFlag(0)) if self.flags is None else self.flags


class EdgeId(NamedTuple):
    """The identity of an edge in every graph: there is one of each kind from one node to another."""

    source: str
    target: str
    kind: EdgeKind


def graph_of_drafts(
    nodes: Sequence[NodeDraft], edges: Sequence[EdgeDraft], *, measured_by: tuple[str, str, str]
) -> CodeGraph:
    """Make a graph of drafts; `measured_by` names what measured sizes, documentation and sources."""
    named = {draft.symbol for draft in nodes}
    ends = {end for edge in edges for end in (edge.source, edge.target, edge.through) if end is not None}
    scopes = {draft.scope for draft in nodes if draft.scope is not None}
    drafts = sorted(
        (*nodes, *map(_placeholder, (ends | scopes) - named)), key=lambda draft: encoded(draft.symbol)
    )
    symbols = StringColumn.of([draft.symbol for draft in drafts])
    row_by_symbol = {draft.symbol: row for row, draft in enumerate(drafts)}
    paths = sorted(_paths(drafts, edges), key=encoded)
    file_by_path = {path: file for file, path in enumerate(paths)}
    table = _node_table(drafts, symbols, row_by_symbol, file_by_path)
    size_function, documentation_scorer, source_reader = measured_by
    return CodeGraph(
        nodes=table,
        edges=_edge_table(edges, row_by_symbol, file_by_path),
        types=tabulate_type_infos([_type_info(draft) for draft in drafts if draft.kind is NodeKind.TYPE]),
        name_index=index_names(symbols, table.files),
        files=StringColumn.of(paths),
        file_index=index_files(table.files, len(paths)),
        size_function=size_function,
        documentation_scorer=documentation_scorer,
        source_reader=source_reader,
        calls=CallShares(),
        unresolved_members=no_unresolved_members(),
        entry_points=RecordColumn.of([], EntryPoint),
        warnings=(),
    )


def _placeholder(symbol: str) -> NodeDraft:
    return NodeDraft(symbol=symbol, kind=NodeKind.FUNCTION, flags=NodeFlag.EXTERNAL)


def _paths(drafts: Iterable[NodeDraft], edges: Iterable[EdgeDraft]) -> set[str]:
    of_nodes = {draft.file_path for draft in drafts if draft.file_path is not None}
    return of_nodes | {site.file_path for edge in edges for site in edge.sites}


def _node_table(
    drafts: Sequence[NodeDraft],
    symbols: StringColumn,
    row_by_symbol: dict[str, int],
    file_by_path: dict[str, int],
) -> NodeTable:
    others = [
        (row, draft.name)
        for row, draft in enumerate(drafts)
        if draft.name is not None and draft.name != last_name(draft.symbol)
    ]
    details = [draft.details for draft in drafts]
    nothing = np.zeros(len(drafts), dtype=np.int32)
    return NodeTable(
        symbols=symbols,
        names=NamesColumn(
            symbols=symbols,
            other_rows=_ints([row for row, _ in others]),
            others=StringColumn.of([name for _, name in others]),
        ),
        details=_details_column(drafts),
        kinds=np.array([draft.kind for draft in drafts], dtype=np.uint8),
        flags=_ints([draft.flags for draft in drafts]),
        sizes=np.array([draft.context_size for draft in drafts], dtype=np.int64),
        documentation_score=_ints([round(draft.documentation_score * 100) for draft in drafts]),
        documentation_best=_ints([round(draft.documentation_best * 100) for draft in drafts]),
        abstract_return_score=np.full(len(drafts), _NO_SCORE, dtype=np.int32),
        complexity=_ints([draft.complexity or 0 for draft in drafts]),
        mutability=np.array(
            [
                _MUTABLE if each is None or each.mutability is None else MUTABILITIES.index(each.mutability)
                for each in details
            ],
            dtype=np.uint8,
        ),
        variable_kind=np.array(
            [
                _GLOBAL
                if each is None or each.variable_kind is None
                else VARIABLE_KINDS.index(each.variable_kind)
                for each in details
            ],
            dtype=np.uint8,
        ),
        n_unresolved_calls=nothing,
        n_dangling_references=nothing,
        enclosing=_ints([NO_ROW if draft.scope is None else row_by_symbol[draft.scope] for draft in drafts]),
        files=_ints(
            [NO_ROW if draft.file_path is None else file_by_path[draft.file_path] for draft in drafts]
        ),
        spans=_spans([draft.span for draft in drafts]),
    )


def _details_column(drafts: Sequence[NodeDraft]) -> DetailsColumn:
    encode = msgspec.msgpack.Encoder().encode
    row_by_record: dict[bytes, int] = {}
    rows = [
        NO_ROW
        if draft.details is None
        else row_by_record.setdefault(encode(draft.details), len(row_by_record))
        for draft in drafts
    ]
    decode = msgspec.msgpack.Decoder(DefinitionDetails).decode
    sources = [
        0
        if draft.kind is not NodeKind.VARIABLE or draft.details is None or draft.details.type_source is None
        else TYPE_SOURCES.index(draft.details.type_source) + 1
        for draft in drafts
    ]
    return DetailsColumn(
        records=RecordColumn.of(map(decode, row_by_record), DefinitionDetails),
        record_rows=_ints(rows),
        types=StringColumn.of([]),
        type_rows=np.full(len(drafts), NO_ROW, dtype=np.int32),
        type_sources=np.array(sources, dtype=np.uint8),
    )


def _edge_table(
    edges: Sequence[EdgeDraft], row_by_symbol: dict[str, int], file_by_path: dict[str, int]
) -> EdgeTable:
    kept = [_sorted_sites(edge, file_by_path)[:MAX_SITES_PER_EDGE] for edge in edges]
    n_kept = np.array([len(sites) for sites in kept], dtype=np.int64)
    sites = [site for of_edge in kept for site in of_edge]
    # The sources of drafts are not known: the lines of a call or write stand for its statement.
    held_by_edge = [
        [(site, site.span) for site in edge.sites if site.span is not None] if edge.kind in HELD_KINDS else []
        for edge in edges
    ]
    n_statements = np.array([len(each) for each in held_by_edge], dtype=np.int64)
    held = [each for of_edge in held_by_edge for each in of_edge]
    confidence = [floor_to_hundredths(edge.confidence) for edge in edges]
    is_stated = [EdgeFlag.RECOVERED not in edge.stated_flags for edge in edges]
    stated = [each if one else 0 for each, one in zip(confidence, is_stated, strict=True)]
    rows = EdgeRows(
        sources=_ints([row_by_symbol[edge.source] for edge in edges]),
        targets=_ints([row_by_symbol[edge.target] for edge in edges]),
        kinds=np.array([edge.kind for edge in edges], dtype=np.uint8),
        confidence=np.array(confidence, dtype=np.uint8),
        stated_confidence=np.array(stated, dtype=np.uint8),
        provenance=np.array([edge.provenance for edge in edges], dtype=np.uint8),
        flags=np.array([edge.stated_flags for edge in edges], dtype=np.uint8),
        through=_ints([NO_ROW if edge.through is None else row_by_symbol[edge.through] for edge in edges]),
        n_sites=_ints([len(edge.sites) for edge in edges]),
        n_kept=n_kept,
        site_begins=offsets_of_lengths(n_kept)[:-1],
        site_files=_ints([file_by_path[site.file_path] for site in sites]),
        site_spans=_spans([site.span for site in sites]),
        site_ordinals=_ints([site.ordinal or 0 for site in sites]),
        n_statements=n_statements,
        statement_begins=offsets_of_lengths(n_statements)[:-1],
        statement_files=_ints([file_by_path[site.file_path] for site, _ in held]),
        statements=_ints([(span.start_line, span.end_line, UNKNOWN_SIZE) for _, span in held]).reshape(-1, 3),
    )
    return tabulate_edges(rows, len(row_by_symbol))


def _sorted_sites(edge: EdgeDraft, file_by_path: dict[str, int]) -> list[Site]:
    return sorted(
        edge.sites,
        key=lambda site: (
            file_by_path[site.file_path],
            _NO_SPAN if site.span is None else site.span.sort_key(),
        ),
    )


def _type_info(draft: NodeDraft) -> TypeInfo:
    details = draft.details or DefinitionDetails()
    kind = details.type_kind or TypeKind.CLASS
    is_variable = kind is TypeKind.TYPE_VAR
    return TypeInfo(
        symbol=draft.symbol,
        kind=kind,
        is_abstract=bool(details.is_abstract),
        is_external=NodeFlag.EXTERNAL in draft.flags,
        bases=(*(details.inherits or ()), *(details.implements or ())),
        type_params=details.type_params or (),
        type_var=TypeVarInfo(bound=details.bound, constraints=details.constraints or ())
        if is_variable
        else None,
        context_size=draft.context_size,
        documentation_score=draft.documentation_score,
    )


def _ints(numbers: Sequence[int] | Sequence[tuple[int, ...]]) -> Ints:
    return np.array(numbers, dtype=np.int32)


def _spans(spans: Sequence[Span | None]) -> Ints:
    rows = [_NO_SPAN if span is None else span.sort_key() for span in spans]
    return np.array(rows, dtype=np.int32).reshape(-1, 4)
