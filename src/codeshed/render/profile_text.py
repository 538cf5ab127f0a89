"""Render the footprint profile on one screen."""

import shlex

from codeshed.model.symbol_ids import qualified_name
from codeshed.query.profile import Bucket, Distribution, GroupProfile, Hotspot, ProfileResult
from codeshed.render.wording import (
    basis_line,
    call_lines,
    keep_end,
    number,
    plural,
    printable,
    warning_lines,
)

_BAR_WIDTH = 44
_EIGHTHS = " ▏▎▍▌▋▊▉"
_MAX_PACKAGES = 8
_NAME_WIDTH = 72


def profile_text(result: ProfileResult) -> str:
    """Write the distribution, the percentiles, the packages and the hotspots."""
    lines = [*_head(result), ""]
    if result.distribution.count:
        lines += [*_percentiles(result.distribution), ""]
        lines += [*_histogram(result.buckets), ""]
        lines += [*_packages(result.packages), ""]
        lines += _hotspots(result.hotspots)
    lines += _not_seen(result)
    if result.hotspots:
        name = shlex.quote(printable(result.hotspots[0].symbol))
        lines += ["", f"next       codeshed footprint {name}   shows how the largest came about"]
    return "\n".join(lines) + "\n"


def _head(result: ProfileResult) -> list[str]:
    tests = (
        f", {plural(result.n_tests_left_out, 'test function')} left out" if result.n_tests_left_out else ""
    )
    return [
        f"Context Footprint of {plural(result.distribution.count, 'function')}{tests}",
        basis_line(result.policy, result.mode, result.doc_threshold, result.size_function),
        *call_lines(result.calls),
        *_entry_points(result.n_entry_points_by_kind),
    ]


def _entry_points(counts: dict[str, int]) -> list[str]:
    shown = " · ".join(f"{printable(kind)} {number(count)}" for kind, count in sorted(counts.items()))
    return [f"entry points: {shown}"] if shown else []


def _percentiles(distribution: Distribution) -> list[str]:
    figures = (
        ("P50", distribution.p50),
        ("P90", distribution.p90),
        ("P99", distribution.p99),
        ("mean", distribution.mean),
        ("min", distribution.min),
        ("max", distribution.max),
    )
    return ["   ".join(f"{name} {number(value)}" for name, value in figures if value is not None)]


def _histogram(buckets: tuple[Bucket, ...]) -> list[str]:
    largest = max(bucket.count for bucket in buckets)
    width = max(len(number(bucket.high - 1)) for bucket in buckets)
    lines = [f"{'tokens':>{2 * width + 6}}   functions"]
    for bucket in buckets:
        interval = f"{number(bucket.low):>{width}} to {number(bucket.high - 1):>{width}}"
        lines.append(f"  {interval}   {_bar(bucket.count, largest)} {number(bucket.count)}".rstrip())
    return lines


def _bar(count: int, largest: int) -> str:
    eighths = round(count * _BAR_WIDTH * 8 / largest)
    whole, rest = divmod(max(eighths, 1 if count else 0), 8)
    return "█" * whole + _EIGHTHS[rest].strip()


def _packages(packages: tuple[GroupProfile, ...]) -> list[str]:
    ranked = sorted(packages, key=lambda group: (-(group.distribution.p90 or 0), group.name))
    shown = ranked[:_MAX_PACKAGES]
    lines = ["PACKAGES       P50       P90       max   functions"]
    lines += [
        f"     {number(group.distribution.p50 or 0):>13} {number(group.distribution.p90 or 0):>9} "
        f"{number(group.distribution.max or 0):>9}   {number(group.distribution.count):>9}"
        f"   {keep_end(printable(group.name), _NAME_WIDTH)}"
        for group in shown
    ]
    if len(ranked) > len(shown):
        lines.append(f"     … {plural(len(ranked) - len(shown), 'more package')}: --format json lists all")
    return lines


def _hotspots(hotspots: tuple[Hotspot, ...]) -> list[str]:
    if not hotspots:
        return []
    lines = ["HOTSPOTS    tokens   of these because contracts are missing"]
    for hotspot in hotspots:
        place = f"{hotspot.file_path}:{hotspot.line}" if hotspot.line else hotspot.file_path or ""
        name = f"{place}  {qualified_name(hotspot.symbol)}"
        lines.append(
            f"     {number(hotspot.total_context_size):>13} {number(hotspot.missing_contract_context_size):>9}"
            f"   {keep_end(printable(name), _NAME_WIDTH)}"
        )
    return lines


def _not_seen(result: ProfileResult) -> list[str]:
    incompleteness = [
        text
        for count, text in (
            (result.n_unresolved_calls, f"{plural(result.n_unresolved_calls, 'unresolved call')}"),
            (
                result.n_dangling_references,
                plural(result.n_dangling_references, "reference to nothing", "references to nothing"),
            ),
            (
                result.n_partial_files,
                plural(result.n_partial_files, "file not read whole", "files not read whole"),
            ),
            (
                result.n_low_confidence_edges,
                f"{plural(result.n_low_confidence_edges, 'edge')} below confidence {result.min_confidence:g}",
            ),
        )
        if count
    ]
    lines = (
        [f"NOT SEEN   {', '.join(incompleteness)}: footprints that meet these are lower bounds"]
        if incompleteness
        else []
    )
    return ["", *lines, *warning_lines(result.warnings)] if lines or result.warnings else []
