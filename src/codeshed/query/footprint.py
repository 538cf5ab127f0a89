"""Which code must be read to understand a symbol, and how large is it?

Turns: CodeGraph + starts + options → FootprintResult, with symbols instead of rows; or for all functions a FootprintRow
each, which has the figures alone.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.footprint.own_code import methods_of_type, own_functions, size_of_code
from codeshed.footprint.solver import FootprintSolver, SolvedFootprint
from codeshed.footprint.working_set import LineGroup, WorkingSet
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import VARIABLE_KINDS, CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.statements import UNKNOWN_SIZE
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord, without_heuristic_edge_warnings
from codeshed.model.semantic import VariableKind

_SAMPLE = 8
_BYTES_PER_NODE = 400
"""About as much JSON as a result has for each of its nodes."""
_LARGE_ANSWER = 50_000_000
_LOCAL = VARIABLE_KINDS.index(VariableKind.LOCAL)


class TraversalStep(msgspec.Struct, frozen=True, kw_only=True):
    """One arrival: at which node, from where, along which kind of edge, and whether the node is a boundary."""

    node: str
    incoming_edge_kind: str | None
    decision: str | None
    source: str | None
    depth: int
    context_size: int


class StatementSite(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of one statement, and their size; null if the source was not there to be measured."""

    file_path: str
    start_line: int
    end_line: int
    context_size: int | None


class StatementGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The statements in which a source calls a start, or writes what it reads."""

    source: str
    edge_kind: str
    sites: tuple[StatementSite, ...]
    context_size: int


class TestCallers(msgspec.Struct, frozen=True, kw_only=True):
    """The functions of tests that call a start, and their lines; they are no part of its working set."""

    n_functions: int
    n_statements: int
    context_size: int


class FootprintResult(msgspec.Struct, frozen=True, kw_only=True):
    """The footprint of one set of starts, with the policy and measures it was computed with.

    The last fields belong to working sets. Their call and write lines are no reachable nodes; `whole_forward_context_size`
    is all that lies forward at any distance, and `worst_case_context_size` the closure, also as a share of the code.
    """

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
    depth: int | UnsetType = UNSET
    shared_state_context_size: int | UnsetType = UNSET
    call_lines: tuple[StatementGroup, ...] | UnsetType = UNSET
    write_lines: tuple[StatementGroup, ...] | UnsetType = UNSET
    test_callers: TestCallers | UnsetType = UNSET
    n_unmeasured_statements: int | UnsetType = UNSET
    whole_forward_context_size: int | UnsetType = UNSET
    worst_case_context_size: int | UnsetType = UNSET
    worst_case_share: float | UnsetType = UNSET


class FootprintRow(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one function's footprint. Those of working sets are left out of other policies."""

    symbol: str
    file_path: str | None
    line: int | None
    total_context_size: int
    forward_context_size: int
    missing_contract_context_size: int
    lower_bound: bool
    shared_state_context_size: int | UnsetType = UNSET
    n_test_callers: int | UnsetType = UNSET
    whole_forward_context_size: int | UnsetType = UNSET
    worst_case_context_size: int | UnsetType = UNSET


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
    solver = FootprintSolver(graph, options)
    rows = own_functions(graph)
    if top is not None:
        ranked = sorted(zip(solver.totals(rows), rows, strict=True), key=lambda each: (-each[0], each[1]))
        rows = [row for _, row in ranked[: max(0, top)]]
    symbol_of = list(graph.nodes.symbols).__getitem__
    for row in rows:
        yield _result(graph, (row,), solver, symbol_of)


def iter_footprint_rows(
    graph: CodeGraph, options: FootprintOptions, *, top: int | None = None
) -> Iterator[FootprintRow]:
    """Yield the figures of every function and method, by symbol; with `top`, of the largest, the largest first."""
    if options.max_tokens is not None:
        raise InvalidOptionError(
            "the figures of all functions have no token budget", hint="leave out --max-tokens, or add --sets"
        )
    solver = FootprintSolver(graph, options)
    rows = own_functions(graph)
    if options.policy is not Policy.WORKING_SET:
        yield from _iter_rows_of_sets(graph, solver, rows, top)
        return
    sizes = solver.working_set_sizes(rows)
    figures = zip(
        sizes.totals.tolist(),
        rows,
        sizes.forward.tolist(),
        sizes.call_lines.tolist(),
        sizes.write_lines.tolist(),
        sizes.n_test_callers.tolist(),
        sizes.is_lower_bound.tolist(),
        solver.whole_forward_totals(rows).tolist(),
        solver.worst_case_totals(rows).tolist(),
        strict=True,
    )
    in_order = (
        figures if top is None else sorted(figures, key=lambda each: (-each[0], each[1]))[: max(0, top)]
    )
    for total, row, forward, calls, writes, n_test_callers, is_lower_bound, whole_forward, worst in in_order:
        yield FootprintRow(
            symbol=graph.nodes.symbols[row],
            file_path=graph.file_path(row),
            line=int(graph.nodes.spans[row, 0]) or None,
            total_context_size=total,
            forward_context_size=forward,
            missing_contract_context_size=calls,
            lower_bound=is_lower_bound,
            shared_state_context_size=writes,
            n_test_callers=n_test_callers,
            whole_forward_context_size=whole_forward,
            worst_case_context_size=worst,
        )


def large_answer_warning(
    graph: CodeGraph, options: FootprintOptions, *, top: int | None = None
) -> tuple[WarningRecord, ...]:
    """Return a warning if all footprints with their sets are a large answer; a few of them tell how large."""
    rows = own_functions(graph)
    n_results = len(rows) if top is None else min(top, len(rows))
    if not n_results:
        return ()
    solver = FootprintSolver(graph, options)
    sample = rows[:: max(1, len(rows) // _SAMPLE)]
    n_bytes = (
        n_results
        * _BYTES_PER_NODE
        * sum(len(solver.solve((row,)).reach.rows) for row in sample)
        // len(sample)
    )
    if n_bytes < _LARGE_ANSWER:
        return ()
    message = (
        f"{n_results} footprints with their sets take about {n_bytes // 1_000_000} MB: --top N writes the largest alone; "
        "without --sets there is a line of figures for each"
    )
    return (WarningRecord(code="LARGE_ANSWER", message=message),)


def _iter_rows_of_sets(
    graph: CodeGraph, solver: FootprintSolver, rows: list[int], top: int | None
) -> Iterator[FootprintRow]:
    """Yield figures of footprints that are found one by one."""
    if top is not None:
        ranked = sorted(zip(solver.totals(rows), rows, strict=True), key=lambda each: (-each[0], each[1]))
        rows = [row for _, row in ranked[: max(0, top)]]
    for row in rows:
        solved = solver.solve((row,))
        total = solved.reach.total_size
        yield FootprintRow(
            symbol=graph.nodes.symbols[row],
            file_path=graph.file_path(row),
            line=int(graph.nodes.spans[row, 0]) or None,
            total_context_size=total,
            forward_context_size=solved.forward_size,
            missing_contract_context_size=total - solved.forward_size,
            lower_bound=bool(_lower_bound_causes(solved, has_cut=False)),
        )


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
        methods = methods_of_type(graph, row)
        if not methods:
            raise InvalidOptionError(
                f"{nodes.symbols[row]} is a type without methods", hint="name a function or a variable"
            )
        return methods
    is_local = nodes.kinds[row] == NodeKind.VARIABLE and nodes.variable_kind[row] == _LOCAL
    if is_local and not options.policy.is_listing and nodes.enclosing[row] != NO_ROW:
        return (int(nodes.enclosing[row]),)
    return (row,)


def _result(
    graph: CodeGraph, rows: tuple[int, ...], solver: FootprintSolver, symbol_of: Callable[[int], str]
) -> FootprintResult:
    solved = solver.solve(rows)
    reach = solved.reach
    sizes = solver.view.size_list
    working_set = solved.working_set
    total = reach.total_size if working_set is None else working_set.total_size
    missing = total - solved.forward_size if working_set is None else working_set.call_size
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
        total_context_size=total,
        forward_context_size=solved.forward_size,
        missing_contract_context_size=missing,
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
        **_working_set_fields(graph, rows, solver, working_set, symbol_of),
    )


def _working_set_fields(
    graph: CodeGraph,
    rows: tuple[int, ...],
    solver: FootprintSolver,
    working_set: WorkingSet | None,
    symbol_of: Callable[[int], str],
) -> dict[str, Any]:
    """Return the fields that only working sets have."""
    if working_set is None:
        return {}

    def groups(found: tuple[LineGroup, ...]) -> tuple[StatementGroup, ...]:
        return tuple(
            StatementGroup(
                source=symbol_of(group.source),
                edge_kind=group.kind.label,
                sites=tuple(_statement_site(graph, row) for row in group.statements),
                context_size=group.size,
            )
            for group in found
        )

    of_tests = working_set.test_lines
    worst = solver.worst_case_size(rows)
    return {
        "depth": solver.options.depth,
        "shared_state_context_size": working_set.write_size,
        "call_lines": groups(working_set.call_lines),
        "write_lines": groups(working_set.write_lines),
        "test_callers": TestCallers(
            n_functions=len(of_tests),
            n_statements=sum(len(group.statements) for group in of_tests),
            context_size=sum(group.size for group in of_tests),
        ),
        "n_unmeasured_statements": working_set.n_unmeasured,
        "whole_forward_context_size": solver.whole_forward_size(rows),
        "worst_case_context_size": worst,
        "worst_case_share": round(worst / max(1, size_of_code(graph)), 4),
    }


def _statement_site(graph: CodeGraph, row: int) -> StatementSite:
    table = graph.edges.statements
    size = int(table.sizes[row])
    return StatementSite(
        file_path=graph.files[int(table.files[row])],
        start_line=int(table.first_lines[row]),
        end_line=int(table.last_lines[row]),
        context_size=None if size == UNKNOWN_SIZE else size,
    )


def _truncation(solved: SolvedFootprint, options: FootprintOptions) -> tuple[TruncationRecord, ...]:
    working_set = solved.working_set
    n_cut = solved.n_cut_nodes + (0 if working_set is None else working_set.n_cut_statements)
    if options.max_tokens is None or not n_cut:
        return ()
    return (
        TruncationRecord(
            scope="footprint",
            cap="maxTokens",
            limit=options.max_tokens,
            observed=solved.uncut_size,
            omitted=n_cut,
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
        "unmeasured_statements": solved.working_set is not None and solved.working_set.n_unmeasured,
    }
    return tuple(cause for cause, is_given in causes.items() if is_given)
