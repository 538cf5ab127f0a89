"""A random graph of any size, as the builder would have made it.

Turns: CodeGraphRecipe → CodeGraph. The same recipe always gives the same graph. Names and edges are random; details,
types and entry points are few, since opening a graph does not look at them.
"""

from dataclasses import dataclass

import numpy as np

from codeshed.build.link.edge_drafts import EdgeDrafts, SiteColumns, merge_drafts
from codeshed.build.link.name_index_from_hashes import index_hashed_names
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.part.document_part import n_rows
from codeshed.build.part.string_table import StringTable
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn, StringColumn, offsets_of_lengths
from codeshed.graph.data.details_column import DetailsColumn
from codeshed.graph.data.file_index import index_files
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.data.names_column import NamesColumn
from codeshed.graph.data.tables import NodeTable
from codeshed.graph.data.type_registry import TypeParameters, TypeRegistry
from codeshed.graph.data.unresolved_members import no_unresolved_members
from codeshed.model.semantic import DefinitionDetails, EntryPoint, Modifiers, ParamDef
from codeshed.model.symbol_ids import last_name

_N_NODES_BY_FILE = 50
_N_DIFFERENT_NAMES_SHARE = 0.3
_KINDS = (EdgeKind.CALL, EdgeKind.CALL, EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.USAGE)
_CERTAIN = 100


def random_code_graph(recipe: "CodeGraphRecipe") -> CodeGraph:
    """Make the graph of a recipe."""
    random = np.random.default_rng(recipe.seed)
    n_files = max(1, recipe.n_nodes // _N_NODES_BY_FILE)
    paths = [f"package_{number // 100:04d}/module_{number:06d}.py" for number in range(n_files)]
    file_of = np.sort(random.integers(0, n_files, recipe.n_nodes))
    name_of = random.integers(0, max(1, int(recipe.n_nodes * _N_DIFFERENT_NAMES_SHARE)), recipe.n_nodes)
    symbols = sorted(
        f"{paths[file]}::Class{number % 9}.method_{name}_{number:07d}"
        if number % 3
        else f"{paths[file]}::Class{number % 9}_{number:07d}.run_{name}"
        for number, (file, name) in enumerate(zip(file_of.tolist(), name_of.tolist(), strict=True))
    )
    files = np.array([int(symbol[20:26]) for symbol in symbols], dtype=np.int32)
    nodes = _nodes(random, symbols, files)
    strings = StringTable()
    names = np.array([strings.number(last_name(symbol)) for symbol in symbols], dtype=np.int32)
    columns = strings.columns()
    table = InternedStrings([columns], np.array([n_rows(columns.lengths)], dtype=np.int32))
    numbers = table.numbers_at_positions(table.global_positions(names, np.zeros_like(names)))
    return CodeGraph(
        nodes=nodes,
        edges=merge_drafts(
            [_drafts(random, recipe)],
            SiteColumns(
                files=np.sort(random.integers(0, n_files, recipe.n_edges)).astype(np.int32),
                spans=_spans(random, recipe.n_edges),
                ordinals=np.zeros(recipe.n_edges, dtype=np.int32),
                statements=_statements(random, recipe.n_edges),
            ),
            recipe.n_nodes,
        ),
        types=_no_types(),
        name_index=index_hashed_names(numbers, numbers, nodes, table),
        files=StringColumn.of(paths),
        file_index=index_files(files, n_files),
        size_function="cl100k_base",
        documentation_scorer="signature-coverage",
        source_reader="folder",
        calls=CallShares(),
        unresolved_members=no_unresolved_members(),
        entry_points=RecordColumn.of([], EntryPoint),
        warnings=(),
    )


def _nodes(random: np.random.Generator, symbols: list[str], files: Ints) -> NodeTable:
    n_nodes = len(symbols)
    details = DefinitionDetails(parameters=(ParamDef(name="self"),), modifiers=Modifiers(has_body=True))
    nothing = np.zeros(n_nodes, dtype=np.int32)
    column = StringColumn.of(symbols)
    return NodeTable(
        symbols=column,
        names=NamesColumn(symbols=column, other_rows=nothing[:0], others=StringColumn.of([])),
        details=DetailsColumn(
            records=RecordColumn.of([details], DefinitionDetails),
            record_rows=nothing,
            types=StringColumn.of([]),
            type_rows=np.full(n_nodes, NO_ROW, dtype=np.int32),
            type_sources=np.zeros(n_nodes, dtype=np.uint8),
        ),
        kinds=np.full(n_nodes, NodeKind.FUNCTION, dtype=np.uint8),
        flags=np.full(n_nodes, NodeFlag.PLAIN_COMPLETE, dtype=np.int32),
        sizes=random.integers(1, 400, n_nodes),
        documentation_score=nothing,
        documentation_best=np.full(n_nodes, _CERTAIN, dtype=np.int32),
        abstract_return_score=np.full(n_nodes, -1, dtype=np.int32),
        complexity=np.ones(n_nodes, dtype=np.int32),
        mutability=np.zeros(n_nodes, dtype=np.uint8),
        variable_kind=np.zeros(n_nodes, dtype=np.uint8),
        n_unresolved_calls=nothing,
        n_dangling_references=nothing,
        enclosing=np.full(n_nodes, NO_ROW, dtype=np.int32),
        files=files,
        spans=_spans(random, n_nodes),
    )


def _statements(random: np.random.Generator, n_edges: int) -> Ints:
    """Return a statement of a few lines and tokens for each edge."""
    first = random.integers(1, 2000, n_edges)
    columns = (first, first + random.integers(0, 3, n_edges), random.integers(1, 60, n_edges))
    return np.stack(columns, axis=1).astype(np.int32)


def _spans(random: np.random.Generator, n_spans: int) -> Ints:
    lines = random.integers(1, 2000, n_spans)
    columns = random.integers(0, 80, n_spans)
    return np.stack((lines, columns, lines, columns + 10), axis=1).astype(np.int32)


def _drafts(random: np.random.Generator, recipe: "CodeGraphRecipe") -> EdgeDrafts:
    """Draw edges with ends anywhere; the few that are drawn twice become one."""
    n_edges = recipe.n_edges
    return EdgeDrafts(
        sources=random.integers(0, recipe.n_nodes, n_edges).astype(np.int32),
        targets=random.integers(0, recipe.n_nodes, n_edges).astype(np.int32),
        kinds=random.choice(np.array(_KINDS, dtype=np.uint8), n_edges),
        confidences=np.full(n_edges, _CERTAIN, dtype=np.uint8),
        provenances=np.full(n_edges, ProvenanceCode.DECLARED, dtype=np.uint8),
        flags=np.full(n_edges, EdgeFlag.IN_CLOSURE, dtype=np.uint8),
        sites=np.arange(n_edges, dtype=np.int32),
    )


def _no_types() -> TypeRegistry:
    no_rows, no_bytes = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
    no_starts = offsets_of_lengths(no_rows)
    return TypeRegistry(
        symbols=StringColumn.of([]),
        kinds=no_bytes,
        is_abstract=no_bytes,
        is_external=no_bytes,
        sizes=np.zeros(0, dtype=np.int64),
        documentation_score=no_rows,
        parameters=RecordColumn.of([], TypeParameters),
        parameter_rows=no_rows,
        base_names=StringColumn.of([]),
        base_starts=no_starts,
        base_rows=no_rows,
        child_starts=no_starts,
        child_rows=no_rows,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeGraphRecipe:
    """What a random graph is made from."""

    n_nodes: int = 1_000_000
    n_edges: int = 5_000_000
    seed: int = 20_240_917
