"""How large are the footprints of a codebase, and which are the largest?

Turns: CodeGraph + options → ProfileResult: the distribution, its percentiles, packages, files and hotspots. Beside working
sets it has the distributions of all that lies forward, and of the worst case.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.footprint.own_code import size_of_code
from codeshed.footprint.percentiles import nearest_rank
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.answers.truncation import WarningRecord, without_heuristic_edge_warnings
from codeshed.model.symbol_ids import package_of_path

DEFAULT_TOP = 10

_SATURATED_SHARE = 0.2
"""From this share of the functions on, footprints of nearly one size are worth a remark."""

_NEARLY = 0.01
"""Footprints are of nearly one size if they differ by less than this share of it."""

_LISTING_WORK = 4_000_000
"""How many nodes and edges the listings may visit for a profile, which takes them a few seconds."""


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
    """The footprints of one package or file; beside working sets, also all that lies forward and the worst case."""

    name: str
    distribution: Distribution
    whole_forward: Distribution | UnsetType = UNSET
    worst_case: Distribution | UnsetType = UNSET


class Hotspot(msgspec.Struct, frozen=True, kw_only=True):
    """One of the largest footprints, and how much of it is due to missing contracts."""

    symbol: str
    file_path: str | None
    line: int | None
    total_context_size: int
    forward_context_size: int
    missing_contract_context_size: int
    shared_state_context_size: int | UnsetType = UNSET
    whole_forward_context_size: int | UnsetType = UNSET
    n_test_callers: int | UnsetType = UNSET


class WorstCase(msgspec.Struct, frozen=True, kw_only=True):
    """The closures of all functions, beside the size of all code of the repository.

    If `saturated_share` is given, so many of the functions reach nearly the same code, `saturated_size` at the median: the
    worst case does not tell these apart.
    """

    distribution: Distribution
    code_size: int
    share_p50: float
    saturated_share: float | None
    saturated_size: int | None


class ProfileResult(msgspec.Struct, frozen=True, kw_only=True):
    """The profile of a codebase with everything that it depends on.

    `n_functions` is given if the distribution is that of an even sample: the published listings solve each footprint by
    itself, which takes too long for all functions of a large codebase.
    """

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
    depth: int | UnsetType = UNSET
    whole_forward: Distribution | UnsetType = UNSET
    whole_forward_buckets: tuple[Bucket, ...] | UnsetType = UNSET
    worst_case: WorstCase | UnsetType = UNSET
    forward_hotspots: tuple[Hotspot, ...] | UnsetType = UNSET
    n_functions: int | UnsetType = UNSET


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
    wanted: list[int] = np.flatnonzero(is_own if include_tests else is_own & ~is_test).tolist()
    solver = FootprintSolver(graph, options)
    rows = _sampled(wanted, len(nodes) + len(solver.view.sources)) if options.policy.is_listing else wanted
    sizes = _sizes(solver, rows)
    total_by_row = dict(zip(rows, sizes.totals, strict=True))
    totals = sorted(sizes.totals)
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
        packages=_grouped(graph, rows, sizes, package_of_path),
        files=_grouped(graph, rows, sizes, lambda path: path),
        hotspots=tuple(_hotspot(graph, solver, row, total_by_row[row]) for row in largest),
        warnings=without_heuristic_edge_warnings(graph.warnings),
        n_functions=UNSET if len(rows) == len(wanted) else len(wanted),
        **_beside_working_sets(graph, solver, rows, sizes, top),
    )


class _Sizes(msgspec.Struct, frozen=True):
    """The footprints of some functions; beside working sets, also all that lies forward and the worst case."""

    totals: list[int]
    whole_forward: list[int] | None = None
    worst_case: list[int] | None = None


def _sizes(solver: FootprintSolver, rows: list[int]) -> _Sizes:
    totals = solver.totals(rows)
    if solver.options.policy is not Policy.WORKING_SET:
        return _Sizes(totals)
    return _Sizes(totals, solver.whole_forward_totals(rows).tolist(), solver.worst_case_totals(rows).tolist())


def _sampled(rows: list[int], n_visited: int) -> list[int]:
    """Return as many functions, evenly by symbol, as can be solved one by one in a few seconds."""
    n_taken = max(1, _LISTING_WORK // max(1, n_visited))
    if len(rows) <= n_taken:
        return rows
    return [rows[place * len(rows) // n_taken] for place in range(n_taken)]


def _beside_working_sets(
    graph: CodeGraph, solver: FootprintSolver, rows: list[int], sizes: _Sizes, top: int
) -> dict[str, Any]:
    """Return the fields that only profiles of working sets have."""
    if sizes.whole_forward is None or sizes.worst_case is None:
        return {}
    forward_by_row = dict(zip(rows, sizes.whole_forward, strict=True))
    total_by_row = dict(zip(rows, sizes.totals, strict=True))
    tail = sorted(rows, key=lambda row: (-forward_by_row[row], row))[:top]
    in_order = sorted(sizes.whole_forward)
    return {
        "depth": solver.options.depth,
        "whole_forward": _distribution(in_order),
        "whole_forward_buckets": _buckets(in_order),
        "worst_case": _worst_case(sorted(sizes.worst_case), size_of_code(graph)),
        "forward_hotspots": tuple(_hotspot(graph, solver, row, total_by_row[row]) for row in tail),
    }


def _worst_case(ordered: list[int], code_size: int) -> WorstCase:
    distribution = _distribution(ordered)
    n_alike, size = _most_alike(ordered)
    share = n_alike / len(ordered) if ordered else 0.0
    is_saturated = n_alike > 1 and share >= _SATURATED_SHARE
    return WorstCase(
        distribution=distribution,
        code_size=code_size,
        share_p50=round((distribution.p50 or 0) / max(1, code_size), 4),
        saturated_share=round(share, 4) if is_saturated else None,
        saturated_size=size if is_saturated else None,
    )


def _most_alike(ordered: list[int]) -> tuple[int, int]:
    """Return how many values differ least from each other, and their median."""
    values = np.array(ordered, dtype=np.int64)
    if not len(values):
        return 0, 0
    ends = np.searchsorted(values, values * (1 + _NEARLY), side="right")
    counts = ends - np.arange(len(values))
    first = int(np.argmax(counts))
    n_alike = int(counts[first])
    return n_alike, ordered[first + (n_alike - 1) // 2]


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
    graph: CodeGraph, rows: list[int], sizes: _Sizes, group_of_path: Callable[[str], str]
) -> tuple[GroupProfile, ...]:
    places_by_group: defaultdict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        path = graph.file_path(row)
        if path is not None:
            places_by_group[group_of_path(path)].append(place)

    def distribution(values: list[int], places: list[int]) -> Distribution:
        return _distribution(sorted(values[place] for place in places))

    return tuple(
        GroupProfile(
            name=name,
            distribution=distribution(sizes.totals, places),
            whole_forward=UNSET if sizes.whole_forward is None else distribution(sizes.whole_forward, places),
            worst_case=UNSET if sizes.worst_case is None else distribution(sizes.worst_case, places),
        )
        for name, places in sorted(places_by_group.items())
    )


def _hotspot(graph: CodeGraph, solver: FootprintSolver, row: int, total: int) -> Hotspot:
    line = int(graph.nodes.spans[row, 0])
    symbol, path = graph.nodes.symbols[row], graph.file_path(row)
    if solver.options.policy is Policy.WORKING_SET:
        sizes = solver.working_set_sizes([row])
        return Hotspot(
            symbol=symbol,
            file_path=path,
            line=line or None,
            total_context_size=total,
            forward_context_size=int(sizes.forward[0]),
            missing_contract_context_size=int(sizes.call_lines[0]),
            shared_state_context_size=int(sizes.write_lines[0]),
            whole_forward_context_size=solver.whole_forward_size((row,)),
            n_test_callers=int(sizes.n_test_callers[0]),
        )
    forward = solver.forward_total(row)
    return Hotspot(
        symbol=symbol,
        file_path=path,
        line=line or None,
        total_context_size=total,
        forward_context_size=forward,
        missing_contract_context_size=total - forward,
    )
