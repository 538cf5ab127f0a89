"""Which code must be read to understand a symbol, and how large is it?

Turns: CodeGraph + starts + options → FootprintResult, with symbols instead of rows.
"""

from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.footprint.solver import FootprintSolver, SolvedFootprint
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import VARIABLE_KINDS, CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord, without_heuristic_edge_warnings
from codeshed.model.semantic import VariableKind

_LOCAL = VARIABLE_KINDS.index(VariableKind.LOCAL)


class TraversalStep(msgspec.Struct, frozen=True, kw_only=True):
    """One arrival: at which node, from where, along which kind of edge, and whether the node is a boundary."""

    node: str
    incoming_edge_kind: str | None
    decision: str | None
    source: str | None
    depth: int
    context_size: int


class FootprintResult(msgspec.Struct, frozen=True, kw_only=True):
    """The footprint of one set of starts, with the policy and measures it was computed with."""

    start: tuple[str, ...]
    policy: str
    mode: str
    doc_threshold: float
    size_function: str
    documentation_scorer: str
    source_reader: str
    total_context_size: int
    forward_context_size: int
    missing_contract_context_size: int
    reachable_set: tuple[str, ...]
    reachable_nodes_ordered: tuple[str, ...]
    reachable_nodes_by_layer: tuple[tuple[str, ...], ...]
    traversal_steps: tuple[TraversalStep, ...]
    missing_contract_nodes: tuple[str, ...]
    lower_bound: bool
    lower_bound_causes: tuple[str, ...]
    n_unresolved_calls: int
    n_dangling_references: int
    n_partial_files: int
    n_low_confidence_edges: int
    truncation: tuple[TruncationRecord, ...]


class FootprintReport(msgspec.Struct, frozen=True, kw_only=True):
    """Footprints with everything that they depend on."""

    policy: str
    mode: str
    doc_threshold: float
    min_confidence: float
    max_tokens: int | None
    size_function: str
    documentation_scorer: str
    source_reader: str
    warnings: tuple[WarningRecord, ...]
    results: tuple[FootprintResult, ...]


def footprint_of(
    graph: CodeGraph, start: str | tuple[str, ...], options: FootprintOptions
) -> FootprintResult:
    """Return the footprint of one start, or of several together: `footprint_of(graph, "Cart.total", options)`.

    A start is any text that names one symbol; a type is replaced by its methods.
    """
    texts = (start,) if isinstance(start, str) else start
    if not texts:
        raise InvalidOptionError("a footprint needs a start", hint="name at least one symbol")
    index = SeedIndex(graph)
    rows = tuple(dict.fromkeys(row for text in texts for row in _start_rows(graph, index, text, options)))
    # A footprint contains each symbol several times; it is decoded once.
    return _result(graph, rows, FootprintSolver(graph, options), cache(graph.nodes.symbols.__getitem__))


def iter_all_footprints(
    graph: CodeGraph, options: FootprintOptions, *, top: int | None = None
) -> Iterator[FootprintResult]:
    """Yield the footprint of every function and method of the repository, by symbol.

    With `top`, only of the `top` largest footprints, the largest first.
    """
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    solver = FootprintSolver(graph, options)
    rows = is_own.nonzero()[0].tolist()
    if top is not None:
        ranked = sorted(zip(solver.totals(rows), rows, strict=True), key=lambda each: (-each[0], each[1]))
        rows = [row for _, row in ranked[: max(0, top)]]
    symbol_of = list(graph.nodes.symbols).__getitem__
    for row in rows:
        yield _result(graph, (row,), solver, symbol_of)


def empty_report(graph: CodeGraph, options: FootprintOptions) -> FootprintReport:
    """Return a report without results yet: what the footprints of this graph depend on."""
    return FootprintReport(
        policy=options.policy.value,
        mode=options.mode.value,
        doc_threshold=options.threshold,
        min_confidence=options.min_confidence,
        max_tokens=options.max_tokens,
        size_function=graph.size_function,
        documentation_scorer=graph.documentation_scorer,
        source_reader=graph.source_reader,
        warnings=without_heuristic_edge_warnings(graph.warnings),
        results=(),
    )


def _start_rows(graph: CodeGraph, index: SeedIndex, text: str, options: FootprintOptions) -> tuple[int, ...]:
    row = index.get_row(text)
    nodes = graph.nodes
    if nodes.kinds[row] == NodeKind.TYPE:
        methods = _methods(graph, row)
        if not methods:
            raise InvalidOptionError(
                f"{nodes.symbols[row]} is a type without methods", hint="name a function or a variable"
            )
        return methods
    is_local = nodes.kinds[row] == NodeKind.VARIABLE and nodes.variable_kind[row] == _LOCAL
    if is_local and options.policy is Policy.CLOSURE and nodes.enclosing[row] != NO_ROW:
        return (int(nodes.enclosing[row]),)
    return (row,)


def _methods(graph: CodeGraph, type_row: int) -> tuple[int, ...]:
    edges = graph.edges
    begin, end = edges.out_starts[type_row], edges.out_starts[type_row + 1]
    return tuple(
        int(edges.targets[edge])
        for edge in range(begin, end)
        if edges.kinds[edge] == EdgeKind.CONTAINS
        and graph.nodes.kinds[edges.targets[edge]] == NodeKind.FUNCTION
    )


def _result(
    graph: CodeGraph, rows: tuple[int, ...], solver: FootprintSolver, symbol_of: Callable[[int], str]
) -> FootprintResult:
    solved = solver.solve(rows)
    reach = solved.reach
    sizes = solver.view.size_list
    truncation = _truncation(solved, solver.options)
    causes = _lower_bound_causes(solved, has_cut=bool(truncation))
    return FootprintResult(
        start=tuple(symbol_of(row) for row in rows),
        policy=solver.options.policy.value,
        mode=solver.options.mode.value,
        doc_threshold=solver.options.threshold,
        size_function=graph.size_function,
        documentation_scorer=graph.documentation_scorer,
        source_reader=graph.source_reader,
        total_context_size=reach.total_size,
        forward_context_size=solved.forward_size,
        missing_contract_context_size=reach.total_size - solved.forward_size,
        reachable_set=tuple(symbol_of(row) for row in sorted(reach.rows)),
        reachable_nodes_ordered=tuple(symbol_of(row) for row in reach.rows),
        reachable_nodes_by_layer=tuple(tuple(symbol_of(row) for row in layer) for layer in reach.layers),
        traversal_steps=tuple(
            TraversalStep(
                node=symbol_of(step.row),
                incoming_edge_kind=None if step.source is None else step.arrival.label,
                decision=None if step.decision is None else step.decision.value,
                source=None if step.source is None else symbol_of(step.source),
                depth=step.depth,
                context_size=sizes[step.row],
            )
            for step in reach.steps
        ),
        missing_contract_nodes=tuple(
            symbol_of(row) for row in sorted(reach.rows) if row not in solved.forward_rows
        ),
        lower_bound=bool(causes),
        lower_bound_causes=causes,
        n_unresolved_calls=solved.n_unresolved_calls,
        n_dangling_references=solved.n_dangling_references,
        n_partial_files=solved.n_partial_files,
        n_low_confidence_edges=solved.n_left_out_edges,
        truncation=truncation,
    )


def _truncation(solved: SolvedFootprint, options: FootprintOptions) -> tuple[TruncationRecord, ...]:
    if options.max_tokens is None or not solved.n_cut_nodes:
        return ()
    return (
        TruncationRecord(
            scope="footprint",
            cap="maxTokens",
            limit=options.max_tokens,
            observed=solved.uncut_size,
            omitted=solved.n_cut_nodes,
            note=f"all of it fits at --max-tokens {solved.uncut_size}",
        ),
    )


def _lower_bound_causes(solved: SolvedFootprint, *, has_cut: bool) -> tuple[str, ...]:
    causes = {
        "max_tokens": has_cut,
        "unresolved_calls": solved.n_unresolved_calls,
        "dangling_references": solved.n_dangling_references,
        "partial_files": solved.n_partial_files,
        "low_confidence_edges": solved.n_left_out_edges,
    }
    return tuple(cause for cause, is_given in causes.items() if is_given)
