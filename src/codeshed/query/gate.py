"""Did a footprint grow past its limit?

Turns: the code before, or a ratchet file, and the code now → GateReport: the functions and packages that grew, and why.

Something is over if it is larger than its limit and larger than before: what was too large already may stay, and may not
grow. It is only a warning if that grew by a tenth at most, since it grows with every function that it uses. A ratchet is what
was accepted, in a file; it only gets tighter, and allows no growth.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from codeshed.errors import InvalidOptionError
from codeshed.footprint.distribution import nearest_rank
from codeshed.footprint.growth import (
    GrowthCause,
    GrowthKind,
    Measure,
    MeasuredCode,
    find_causes,
    find_moved,
)
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.findings.finding import Finding, FindingLocation, Severity, WitnessStep, location_of
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.model.symbol_ids import package_of_path

MAX_FUNCTION = 4000
MAX_P90 = 2000
MAX_FORWARD = 20_000
MAX_FORWARD_P90 = 10_000
SLIGHT_SHARE = 0.1
"""What was over its limit already fails the gate if it grew by more than this share; by less, it is a warning."""

_MAX_CAUSES = 5
_MAX_EXPLAINED = 100
"""For so many of those that grew most, what made them grow is looked up."""

FUNCTION_CODES = {Measure.WORKING_SET: "WORKING_SET_GREW", Measure.FORWARD: "FORWARD_GREW"}
PACKAGE_CODE = "PACKAGE_GREW"
GATE_CODES = (*FUNCTION_CODES.values(), PACKAGE_CODE)

_REMEDY_BY_KIND = {
    GrowthKind.NEW_EDGE: "leave out the new dependency, or annotate and document what it leads to, so that reading ends there",
    GrowthKind.LOST_CONTRACT: "annotate and document it again: callers then need not be read",
    GrowthKind.LONGER_CODE: "split what became longer",
    GrowthKind.NEW_CALL: "annotate and document the function, so that its callers need not be read",
    GrowthKind.NEW_WRITE: "write that state in fewer places, or pass the value instead",
    GrowthKind.NEARER: "split it, or annotate and document what it calls",
}


class GateLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How large the working set of a function and its forward part may become, and the P90 of both in a package."""

    max_function: int = MAX_FUNCTION
    max_p90: int = MAX_P90
    max_forward: int = MAX_FORWARD
    max_forward_p90: int = MAX_FORWARD_P90


RatchetMeasure = Literal["working_set", "forward", "package_p90", "package_forward_p90"]

_OF_PACKAGES = {"package_p90": Measure.WORKING_SET, "package_forward_p90": Measure.FORWARD}
"""The measures of packages: each is the P90 of a measure of their functions."""


class RatchetEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What is accepted: the size of a function's footprint, or a P90 of a package."""

    name: str
    measure: RatchetMeasure
    tokens: int


class FootprintRatchet(msgspec.Struct, frozen=True, kw_only=True):
    """All that is over the limits and accepted, by name and measure."""

    ratchet_version: Literal["1.0.0"]
    size_function: str
    limits: GateLimits
    entries: tuple[RatchetEntry, ...]


class CauseRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A change that brought tokens into a footprint: an edge from a symbol to a target, or a symbol alone."""

    kind: str
    symbol: str
    target: str | None
    edge_kind: str | None
    tokens: int
    message: str
    file_path: str | None
    line: int | None


class GrownFootprint(msgspec.Struct, frozen=True, kw_only=True):
    """A function or package that is over its limit; `before` is null if it is new."""

    name: str
    measure: str
    before: int | None
    after: int
    limit: int
    severity: Severity
    file_path: str | None
    line: int | None
    causes: tuple[CauseRecord, ...]
    causes_are_all: bool


class GateFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Percentiles of the codebase; null without functions."""

    n_functions: int
    working_set_p50: int | None
    working_set_p90: int | None
    working_set_p99: int | None
    forward_p50: int | None
    forward_p90: int | None
    forward_p99: int | None


class GateReport(msgspec.Struct, frozen=True, kw_only=True):
    """What grew past its limit. `against` is the revision or the file that was compared with."""

    against: str
    commit: str | None
    mode: str
    doc_threshold: float
    min_confidence: float
    size_function: str
    documentation_scorer: str
    limits: GateLimits
    before: GateFigures | UnsetType
    after: GateFigures
    n_grown_within: int
    functions: tuple[GrownFootprint, ...]
    packages: tuple[GrownFootprint, ...]
    findings: FindingsReport | UnsetType = UNSET
    warnings: tuple[WarningRecord, ...] = ()


class GateRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What to compare with: the name and commit of a revision, or a ratchet."""

    against: str
    commit: str | None = None
    limits: GateLimits = GateLimits()
    ratchet: FootprintRatchet | None = None


def gate(before: MeasuredCode | None, after: MeasuredCode, request: GateRequest) -> GateReport:
    """Return what is over its limit, and why; without the code before, by the ratchet alone."""
    accepted = _accepted(before, after, request.ratchet)
    moved = {} if before is None else find_moved(before, after)
    over = list(_over(after, accepted, moved, request.limits, has_ratchet=request.ratchet is not None))
    explained = {(each.name, each.measure) for each in sorted(over, key=_growth)[:_MAX_EXPLAINED]}
    with_causes = tuple(
        _with_causes(each, before, after, moved) if (each.name, each.measure) in explained else each
        for each in over
    )
    functions = tuple(sorted((each for each in with_causes if each.measure not in _OF_PACKAGES), key=_growth))
    options = after.solver.options
    return GateReport(
        against=request.against,
        commit=request.commit,
        mode=options.mode.value,
        doc_threshold=options.threshold,
        min_confidence=options.min_confidence,
        size_function=after.graph.size_function,
        documentation_scorer=after.graph.documentation_scorer,
        limits=request.limits,
        before=UNSET if before is None else figures_of(before),
        after=figures_of(after),
        n_grown_within=_count_within(before, after, moved, request.limits),
        functions=functions,
        packages=tuple(sorted((each for each in with_causes if each.measure in _OF_PACKAGES), key=_growth)),
    )


def figures_of(code: MeasuredCode) -> GateFigures:
    """Return the percentiles of a codebase."""
    working, forward = sorted(code.working_sets.values()), sorted(code.forwards.values())

    def rank(values: list[int], percent: int) -> int | None:
        return nearest_rank(values, percent) if values else None

    return GateFigures(
        n_functions=len(working),
        working_set_p50=rank(working, 50),
        working_set_p90=rank(working, 90),
        working_set_p99=rank(working, 99),
        forward_p50=rank(forward, 50),
        forward_p90=rank(forward, 90),
        forward_p99=rank(forward, 99),
    )


def package_p90s(code: MeasuredCode, measure: Measure) -> dict[str, int]:
    """Return the P90 of one measure of the functions of each package."""
    sizes = code.sizes(measure)
    values: defaultdict[str, list[int]] = defaultdict(list)
    for row in code.rows:
        path = code.graph.file_path(row)
        if path is not None:
            values[package_of_path(path)].append(sizes[code.symbols[row]])
    return {name: nearest_rank(sorted(of_package), 90) for name, of_package in sorted(values.items())}


def make_ratchet(code: MeasuredCode, limits: GateLimits) -> FootprintRatchet:
    """Return a ratchet that accepts what is over the limits now."""
    entries = [
        RatchetEntry(name=name, measure=measure, tokens=tokens)
        for measure, sizes, limit in _sizes_and_limits(code, limits)
        for name, tokens in sizes.items()
        if tokens > limit
    ]
    return FootprintRatchet(
        ratchet_version="1.0.0",
        size_function=code.graph.size_function,
        limits=limits,
        entries=tuple(sorted(entries, key=lambda each: (each.name, each.measure))),
    )


def tightened(ratchet: FootprintRatchet, code: MeasuredCode) -> FootprintRatchet:
    """Return a ratchet with the lower of what it accepts and what there is; what is within its limit now is dropped."""
    now = {
        (name, measure): (tokens, limit)
        for measure, sizes, limit in _sizes_and_limits(code, ratchet.limits)
        for name, tokens in sizes.items()
    }
    kept = []
    for entry in ratchet.entries:
        tokens, limit = now.get((entry.name, entry.measure), (0, 0))
        if tokens > limit:
            kept.append(msgspec.structs.replace(entry, tokens=min(tokens, entry.tokens)))
    return msgspec.structs.replace(ratchet, entries=tuple(kept))


def read_ratchet(content: bytes, *, origin: str) -> FootprintRatchet:
    """Return the ratchet in a file."""
    try:
        return msgspec.json.decode(content, type=FootprintRatchet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidOptionError(
            f"{origin} is no baseline of the gate: {error}",
            hint="write one with codeshed gate --write-baseline FILE",
        ) from None


def gate_findings(report: GateReport) -> Iterator[Finding]:
    """Yield what is over its limit as findings."""
    for each in (*report.functions, *report.packages):
        first = each.causes[0] if each.causes else None
        is_package = each.measure in _OF_PACKAGES
        yield Finding(
            code=PACKAGE_CODE if is_package else FUNCTION_CODES[Measure(each.measure)],
            severity=each.severity,
            message=growth_sentence(each),
            remedy=_REMEDY_BY_KIND[GrowthKind(first.kind)] if first else _REMEDY_BY_KIND[GrowthKind.NEARER],
            location=None if each.file_path is None else FindingLocation(path=each.file_path, line=each.line),
            symbol=None if is_package else each.name,
            subject=each.name if is_package else "",
            path=tuple(
                WitnessStep(
                    message=f"+{cause.tokens} tokens: {cause.message}",
                    symbol=cause.symbol,
                    location=None
                    if cause.file_path is None
                    else FindingLocation(path=cause.file_path, line=cause.line),
                )
                for cause in each.causes
            ),
        )


def growth_sentence(each: GrownFootprint) -> str:
    """Say what grew, from what to what, and past which limit."""
    what = {
        "working_set": "the working set of {name}",
        "forward": "what lies forward of {name}",
        "package_p90": "the P90 of the working sets in {name}",
        "package_forward_p90": "the P90 of what lies forward in {name}",
    }[each.measure].format(name=each.name)
    # Of a baseline it is not known what was within its limit.
    grew = "has" if each.before is None else f"grew from {each.before} to"
    limit = "it was past its limit before" if each.limit == each.before else f"the limit is {each.limit}"
    return f"{what} {grew} {each.after} tokens; {limit}"


def _sizes_and_limits(
    code: MeasuredCode, limits: GateLimits
) -> tuple[tuple[RatchetMeasure, dict[str, int], int], ...]:
    return (
        ("working_set", code.working_sets, limits.max_function),
        ("forward", code.forwards, limits.max_forward),
        ("package_p90", package_p90s(code, Measure.WORKING_SET), limits.max_p90),
        ("package_forward_p90", package_p90s(code, Measure.FORWARD), limits.max_forward_p90),
    )


def _accepted(
    before: MeasuredCode | None, after: MeasuredCode, ratchet: FootprintRatchet | None
) -> Mapping[tuple[str, str], int]:
    """Return what each footprint was, by name and measure; a ratchet counts, if there is one."""
    if ratchet is not None:
        if ratchet.size_function != after.graph.size_function:
            raise InvalidOptionError(
                f"the baseline counts {ratchet.size_function}, the index {after.graph.size_function}",
                hint="write it again with codeshed gate --write-baseline FILE",
            )
        return {(each.name, each.measure): each.tokens for each in ratchet.entries}
    if before is None:
        return {}
    return {
        (name, measure): tokens
        for measure, sizes, _ in _sizes_and_limits(before, GateLimits())
        for name, tokens in sizes.items()
    }


def _over(
    after: MeasuredCode,
    accepted: Mapping[tuple[str, str], int],
    moved: Mapping[str, str],
    limits: GateLimits,
    *,
    has_ratchet: bool,
) -> Iterator[GrownFootprint]:
    for measure, sizes, limit in _sizes_and_limits(after, limits):
        for name, tokens in sizes.items():
            before = accepted.get((name, measure), accepted.get((moved.get(name, name), measure)))
            if tokens <= max(limit, before or 0):
                continue
            row = None if measure in _OF_PACKAGES else after.row_by_symbol[name]
            span = None if row is None else after.graph.node(row).span
            yield GrownFootprint(
                name=name,
                measure=measure,
                before=before,
                after=tokens,
                limit=max(limit, before or 0),
                severity=_severity(before, tokens, limit, has_ratchet=has_ratchet),
                file_path=None if row is None else after.graph.file_path(row),
                line=None if span is None else span.start_line,
                causes=(),
                causes_are_all=False,
            )


def _severity(before: int | None, after: int, limit: int, *, has_ratchet: bool) -> Severity:
    was_over = before is not None and before > limit
    is_slight = before is not None and after <= before * (1 + SLIGHT_SHARE)
    return "warning" if was_over and is_slight and not has_ratchet else "error"


def _growth(each: GrownFootprint) -> tuple[bool, int, str, str]:
    return each.severity == "warning", (each.before or 0) - each.after, each.name, each.measure


def _with_causes(
    each: GrownFootprint, before: MeasuredCode | None, after: MeasuredCode, moved: Mapping[str, str]
) -> GrownFootprint:
    if before is None:
        return each
    if each.measure in _OF_PACKAGES:
        causes = tuple(_package_causes(each, before, after, moved))
    else:
        old = each.name if each.name in before.working_sets else moved.get(each.name)
        found = find_causes(before, after, each.name, old, Measure(each.measure))
        causes = tuple(_record(cause, before, after) for cause in found)
    return msgspec.structs.replace(
        each, causes=causes[:_MAX_CAUSES], causes_are_all=len(causes) <= _MAX_CAUSES
    )


def _package_causes(
    package: GrownFootprint, before: MeasuredCode, after: MeasuredCode, moved: Mapping[str, str]
) -> Iterable[CauseRecord]:
    """Return the functions of a package that are new or grew, the most first."""
    measure = _OF_PACKAGES[package.measure]
    old_sizes, sizes = before.sizes(measure), after.sizes(measure)
    grown = []
    for row in after.rows:
        path = after.graph.file_path(row)
        if path is None or package_of_path(path) != package.name:
            continue
        symbol = after.symbols[row]
        old = old_sizes.get(symbol, old_sizes.get(moved.get(symbol, "")))
        growth = sizes[symbol] - (old or 0)
        if growth > 0:
            grown.append((-growth, symbol, old))
    for negative, symbol, old in sorted(grown, key=lambda each: each[:2]):
        found = GrowthCause(GrowthKind.LONGER_CODE, symbol, None, None, -negative)
        yield msgspec.structs.replace(
            _record(found, before, after),
            message=f"{symbol} is new with {sizes[symbol]}"
            if old is None
            else f"{symbol} grew from {old} to {sizes[symbol]}",
        )


def _record(cause: GrowthCause, before: MeasuredCode, after: MeasuredCode) -> CauseRecord:
    row = after.row_by_symbol[cause.symbol]
    location = _location(cause, after)
    return CauseRecord(
        kind=cause.kind.value,
        symbol=cause.symbol,
        target=cause.target,
        edge_kind=cause.edge_kind,
        tokens=cause.tokens,
        message=_sentence(cause, is_new=after.symbols[row] not in before.row_by_symbol),
        file_path=None if location is None else location.path,
        line=None if location is None else location.line,
    )


def _sentence(cause: GrowthCause, *, is_new: bool) -> str:
    match cause.kind:
        case GrowthKind.NEW_EDGE:
            return f"new edge {cause.symbol} -{cause.edge_kind}-> {cause.target}"
        case GrowthKind.LOST_CONTRACT:
            return f"{cause.symbol} was annotated and documented, and is no more"
        case GrowthKind.LONGER_CODE:
            return f"{cause.symbol} is longer"
        case GrowthKind.NEW_CALL:
            return f"more lines call it: in {cause.symbol}{', which is new' if is_new else ''}"
        case GrowthKind.NEW_WRITE:
            return f"more lines write what it reads: in {cause.symbol}"
        case GrowthKind.NEARER:
            return f"{cause.symbol} is nearer than before"


def _location(cause: GrowthCause, after: MeasuredCode) -> FindingLocation | None:
    """Return the first place of a new edge, or where the symbol is defined."""
    graph = after.graph
    source = after.row_by_symbol[cause.symbol]
    if cause.target is not None and cause.target in after.row_by_symbol:
        target = after.row_by_symbol[cause.target]
        edges = graph.edges
        for edge in range(int(edges.out_starts[source]), int(edges.out_starts[source + 1])):
            found = graph.edge(edge)
            if int(edges.targets[edge]) == target and found.sites:
                return location_of(found.sites[0].file_path, found.sites[0].span)
    path = graph.file_path(source)
    return None if path is None else location_of(path, graph.node(source).span)


def _count_within(
    before: MeasuredCode | None, after: MeasuredCode, moved: Mapping[str, str], limits: GateLimits
) -> int:
    """Return how many functions grew and stay within their limit."""
    if before is None:
        return 0
    old = before.working_sets
    return sum(
        old.get(name, old.get(moved.get(name, ""), tokens)) < tokens <= limits.max_function
        for name, tokens in after.working_sets.items()
    )
