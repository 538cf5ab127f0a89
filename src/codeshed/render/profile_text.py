"""Render the footprint profile on one screen."""

import shlex

from msgspec import UNSET

from codeshed.footprint.distribution import Bucket, Distribution
from codeshed.model.symbol_ids import qualified_name
from codeshed.query.profile import GroupProfile, Hotspot, ProfileResult, WorstCase
from codeshed.render.layout.columns import are_aligned, label, right, squeezed
from codeshed.render.phrases.wording import (
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
        lines += _beside_working_sets(result)
        lines += [*_packages(result.packages), ""]
        lines += _hotspots(result.hotspots)
        lines += _forward_hotspots(result.forward_hotspots or ())
    lines += _not_seen(result)
    if result.hotspots:
        name = shlex.quote(printable(result.hotspots[0].symbol))
        lines += ["", f"{label('next')}codeshed footprint {name}   shows how the largest came about"]
    return "\n".join(lines) + "\n"


def _head(result: ProfileResult) -> list[str]:
    tests = (
        f", {plural(result.n_tests_left_out, 'test function')} left out" if result.n_tests_left_out else ""
    )
    what = "Context Footprint" if result.depth is UNSET else "Working sets"
    sample = "" if result.n_functions is UNSET else f", an even sample of {number(result.n_functions)}"
    return [
        f"{what} of {plural(result.distribution.count, 'function')}{sample}{tests}",
        basis_line(
            result.policy,
            result.mode,
            result.doc_threshold,
            result.size_function,
            result.documentation_scorer,
        ),
        *call_lines(result.calls),
        *_entry_points(result.n_entry_points_by_kind),
    ]


def _entry_points(counts: dict[str, int]) -> list[str]:
    shown = " · ".join(f"{printable(kind)} {number(count)}" for kind, count in sorted(counts.items()))
    return [f"entry points: {shown}"] if shown else []


def _figures(*cells: tuple[float, int]) -> str:
    """Write figures in columns of these widths, and the gap to what follows them."""
    texts = [right(number(value), width) for value, width in cells]
    return (" " if are_aligned() else "  ").join(texts) + ("   " if are_aligned() else "  ")


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


def _beside_working_sets(result: ProfileResult) -> list[str]:
    """Write how much lies forward in all, and the worst case, with a remark where it is the same for many functions."""
    forward, worst = result.whole_forward, result.worst_case
    if not isinstance(forward, Distribution) or not isinstance(worst, WorstCase):
        return []
    lines = [
        f"{label('FORWARD')}all that lies forward: {_percentiles(forward)[0]}",
        (
            f"{label('WORST CASE')}P50 {number(worst.distribution.p50 or 0)}, {100 * worst.share_p50:.0f} % of the "
            f"{number(worst.code_size)} tokens of all code"
        ),
    ]
    if worst.saturated_share is not None and worst.saturated_size is not None:
        lines.append(
            f"{label('')}{100 * worst.saturated_share:.0f} % of the functions reach the same "
            f"{number(worst.saturated_size)} tokens, within 1 %: the worst case tells them apart no further"
        )
    return [*lines, ""]


def _forward_hotspots(hotspots: tuple[Hotspot, ...]) -> list[str]:
    """Write the functions from which most lies forward: there code is tangled."""
    if not hotspots:
        return []
    return [
        "",
        squeezed("TANGLED     forward   of these in the working set"),
        *(
            _figures((hotspot.whole_forward_context_size or 0, 18), (hotspot.total_context_size, 9))
            + _place(hotspot)
            for hotspot in hotspots
        ),
    ]


def _place(hotspot: Hotspot) -> str:
    place = f"{hotspot.file_path}:{hotspot.line}" if hotspot.line else hotspot.file_path or ""
    return keep_end(printable(f"{place}  {qualified_name(hotspot.symbol)}"), _NAME_WIDTH)


def _histogram(buckets: tuple[Bucket, ...]) -> list[str]:
    largest = max(bucket.count for bucket in buckets)
    width = max(len(number(bucket.high - 1)) for bucket in buckets)
    lines = [squeezed(f"{'tokens':>{2 * width + 6}}   functions")]
    for bucket in buckets:
        interval = f"{right(number(bucket.low), width)} to {right(number(bucket.high - 1), width)}"
        lines.append(f"  {interval}   {_bar(bucket.count, largest)} {number(bucket.count)}".rstrip())
    return lines


def _bar(count: int, largest: int) -> str:
    eighths = round(count * _BAR_WIDTH * 8 / largest)
    whole, rest = divmod(max(eighths, 1 if count else 0), 8)
    return "█" * whole + _EIGHTHS[rest].strip()


def _packages(packages: tuple[GroupProfile, ...]) -> list[str]:
    ranked = sorted(packages, key=lambda group: (-(group.distribution.p90 or 0), group.name))
    shown = ranked[:_MAX_PACKAGES]
    # Of working sets, the last column is how much lies forward in all, where the tail tells tangled packages.
    is_beside = any(group.whole_forward is not UNSET for group in shown)
    more = "  forward P90" if is_beside else ""
    lines = [squeezed(f"PACKAGES       P50       P90       max   functions{more}")]
    lines += [
        _figures(
            (group.distribution.p50 or 0, 18),
            (group.distribution.p90 or 0, 9),
            (group.distribution.max or 0, 9),
            (group.distribution.count, 11),
            *_forward_p90(group),
        )
        + keep_end(printable(group.name), _NAME_WIDTH)
        for group in shown
    ]
    if len(ranked) > len(shown):
        lines.append(f"     … {plural(len(ranked) - len(shown), 'more package')}: --format json lists all")
    return lines


def _forward_p90(group: GroupProfile) -> tuple[tuple[int, int], ...]:
    forward = group.whole_forward
    return ((forward.p90 or 0, 12),) if isinstance(forward, Distribution) else ()


def _hotspots(hotspots: tuple[Hotspot, ...]) -> list[str]:
    if not hotspots:
        return []
    if hotspots[0].whole_forward_context_size is not UNSET:
        return [
            squeezed("HOTSPOTS    tokens  call lines  write lines   forward in all  test callers"),
            *(
                _figures(
                    (hotspot.total_context_size, 18),
                    (hotspot.missing_contract_context_size, 11),
                    (hotspot.shared_state_context_size or 0, 12),
                    (hotspot.whole_forward_context_size or 0, 16),
                    (hotspot.n_test_callers or 0, 13),
                )
                + _place(hotspot)
                for hotspot in hotspots
            ),
        ]
    lines = [squeezed("HOTSPOTS    tokens   of these because contracts are missing")]
    lines += [
        _figures((hotspot.total_context_size, 18), (hotspot.missing_contract_context_size, 9))
        + _place(hotspot)
        for hotspot in hotspots
    ]
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
        [f"{label('NOT SEEN')}{', '.join(incompleteness)}: footprints that meet these are lower bounds"]
        if incompleteness
        else []
    )
    return ["", *lines, *warning_lines(result.warnings)] if lines or result.warnings else []
