"""How large are the footprints of a codebase, and which are the largest?

Turns: CodeGraph + options → ProfileResult: the distribution, its percentiles, packages, files and hotspots.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.answers.truncation import WarningRecord, without_heuristic_edge_warnings
from codeshed.model.symbol_ids import package_of_path

DEFAULT_TOP = 10


class Bucket(msgspec.Struct, frozen=True, kw_only=True):
    """How many footprints are at least `low` and less than `high`."""

    low: int
    high: int
    count: int


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a set of footprints; percentiles by nearest rank. Without footprints, all but the count are null."""

    count: int
    mean: float | None
    min: int | None
    max: int | None
    p50: int | None
    p90: int | None
    p99: int | None


class GroupProfile(msgspec.Struct, frozen=True, kw_only=True):
    """The footprints of one package or file."""

    name: str
    distribution: Distribution


class Hotspot(msgspec.Struct, frozen=True, kw_only=True):
    """One of the largest footprints, and how much of it is due to missing contracts."""

    symbol: str
    file_path: str | None
    line: int | None
    total_context_size: int
    forward_context_size: int
    missing_contract_context_size: int


class ProfileResult(msgspec.Struct, frozen=True, kw_only=True):
    """The profile of a codebase with everything that it depends on."""

    policy: str
    mode: str
    doc_threshold: float
    min_confidence: float
    size_function: str
    documentation_scorer: str
    source_reader: str
    tests_included: bool
    n_tests_left_out: int
    calls: CallShares
    n_entry_points_by_kind: dict[str, int]
    n_unresolved_calls: int
    n_dangling_references: int
    n_partial_files: int
    n_low_confidence_edges: int
    lower_bound: bool
    distribution: Distribution
    buckets: tuple[Bucket, ...]
    packages: tuple[GroupProfile, ...]
    files: tuple[GroupProfile, ...]
    hotspots: tuple[Hotspot, ...]
    warnings: tuple[WarningRecord, ...]


def profile(
    graph: CodeGraph, options: FootprintOptions, *, top: int = DEFAULT_TOP, include_tests: bool = False
) -> ProfileResult:
    """Return the distribution of all functions' footprints; tests are left out unless asked for."""
    if options.max_tokens is not None:
        raise InvalidOptionError(
            "a profile has no token budget", hint="give a symbol, or --all, together with --max-tokens"
        )
    if top < 0:
        raise InvalidOptionError(f"cannot list {top} hotspots", hint="give 0 or more")
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    is_test = is_own & ((nodes.flags & int(NodeFlag.TEST)) != 0)
    rows = np.flatnonzero(is_own if include_tests else is_own & ~is_test).tolist()
    solver = FootprintSolver(graph, options)
    total_by_row = dict(zip(rows, solver.totals(rows), strict=True))
    totals = sorted(total_by_row.values())
    n_unresolved = int(nodes.n_unresolved_calls.sum())
    n_dangling = int(nodes.n_dangling_references.sum())
    n_partial = int(((nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0)[nodes.kinds == NodeKind.MODULE].sum())
    n_left_out = int(solver.view.n_left_out.sum())
    largest = sorted(rows, key=lambda row: (-total_by_row[row], row))[:top]
    return ProfileResult(
        policy=options.policy.value,
        mode=options.mode.value,
        doc_threshold=options.threshold,
        min_confidence=options.min_confidence,
        size_function=graph.size_function,
        documentation_scorer=graph.documentation_scorer,
        source_reader=graph.source_reader,
        tests_included=include_tests,
        n_tests_left_out=0 if include_tests else int(is_test.sum()),
        calls=graph.calls,
        n_entry_points_by_kind=dict(sorted(Counter(each.kind for each in graph.entry_points).items())),
        n_unresolved_calls=n_unresolved,
        n_dangling_references=n_dangling,
        n_partial_files=n_partial,
        n_low_confidence_edges=n_left_out,
        lower_bound=bool(n_unresolved or n_dangling or n_partial or n_left_out),
        distribution=_distribution(totals),
        buckets=_buckets(totals),
        packages=_grouped(graph, total_by_row, package_of_path),
        files=_grouped(graph, total_by_row, lambda path: path),
        hotspots=tuple(_hotspot(graph, solver, row, total_by_row[row]) for row in largest),
        warnings=without_heuristic_edge_warnings(graph.warnings),
    )


def nearest_rank(ordered: Sequence[int], percent: int) -> int:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def _distribution(ordered: Sequence[int]) -> Distribution:
    if not ordered:
        return Distribution(count=0, mean=None, min=None, max=None, p50=None, p90=None, p99=None)
    return Distribution(
        count=len(ordered),
        mean=round(sum(ordered) / len(ordered), 2),
        min=ordered[0],
        max=ordered[-1],
        p50=nearest_rank(ordered, 50),
        p90=nearest_rank(ordered, 90),
        p99=nearest_rank(ordered, 99),
    )


def _buckets(ordered: Sequence[int]) -> tuple[Bucket, ...]:
    """Count by powers of two, from the smallest value's bucket to the largest's, empty ones included."""
    if not ordered:
        return ()
    exponents = [value.bit_length() for value in ordered]
    return tuple(
        Bucket(
            low=0 if exponent == 0 else 1 << (exponent - 1),
            high=1 << exponent,
            count=exponents.count(exponent),
        )
        for exponent in range(exponents[0], exponents[-1] + 1)
    )


def _grouped(
    graph: CodeGraph, total_by_row: dict[int, int], group_of_path: Callable[[str], str]
) -> tuple[GroupProfile, ...]:
    totals_by_group: defaultdict[str, list[int]] = defaultdict(list)
    for row, total in total_by_row.items():
        path = graph.file_path(row)
        if path is not None:
            totals_by_group[group_of_path(path)].append(total)
    return tuple(
        GroupProfile(name=name, distribution=_distribution(sorted(totals)))
        for name, totals in sorted(totals_by_group.items())
    )


def _hotspot(graph: CodeGraph, solver: FootprintSolver, row: int, total: int) -> Hotspot:
    forward = solver.forward_total(row)
    line = int(graph.nodes.spans[row, 0])
    return Hotspot(
        symbol=graph.nodes.symbols[row],
        file_path=graph.file_path(row),
        line=line or None,
        total_context_size=total,
        forward_context_size=forward,
        missing_contract_context_size=total - forward,
    )
