"""Indexing a folder: Codeshed with and without types, beside two other tools on the same tree in the same run.

Measures each tool as a command from its start to its end: wall time, CPU time, peak memory of all its processes.
Nothing is installed or fetched: a tool that is not there is a row that says so.
"""

import argparse
import importlib.util
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.indexers import CODEGRAPH, PEERS, Outcome, Tool, index_copy, tools_of, version_of
from bench.report import Report, Table, megabytes, met, seconds
from codeshed.project.indexing import Types

WANTED_RATIO_BY_TYPES = {Types.ON: 1.5, Types.OFF: 1.0}
WANTED_BYTES = 800_000_000
N_RUNS = 2

_N_COUNTS = 3


def parse_options(arguments: Sequence[str]) -> "Options":
    """Read the command line; without a folder, take the Django that is installed in this environment."""
    parser = argparse.ArgumentParser(
        prog="python -m bench indexing", description="Measure indexing beside other tools."
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help="what is indexed; Django, if it is installed here",
    )
    parser.add_argument("--runs", type=int, default=N_RUNS, metavar="N", help=f"runs of each tool, {N_RUNS}")
    for peer in PEERS:
        parser.add_argument(f"--{peer}", dest=peer, metavar="PATH", help=f"{peer}, if it is not on PATH")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    given = vars(parser.parse_args(arguments))
    folder: Path | None = given["folder"] or _installed_django()
    if folder is None:
        parser.error(
            "which folder? The figures of bench/README.md are of the folder django in Django's sdist"
        )
    if not folder.is_dir():
        parser.error(f"there is no folder {folder}")
    if given["runs"] < 1:
        parser.error("--runs must be 1 or more")
    program_by_peer = {peer: shutil.which(given[peer] or peer) for peer in PEERS}
    for peer in PEERS:
        if given[peer] is not None and program_by_peer[peer] is None:
            parser.error(f"there is no command {given[peer]}")
    return Options(
        folder=folder.resolve(), n_runs=given["runs"], program_by_peer=program_by_peer, json=given["json"]
    )


def run(options: "Options") -> Report:
    """Let every tool index its own copy of the folder, one after the other, and again; then watch their memory."""
    tools = tools_of(options.program_by_peer)
    installed = [tool for tool in tools if tool.program is not None]
    timed: dict[str, list[Outcome]] = {tool.label: [] for tool in installed}
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as scratch:
        for _ in range(options.n_runs):
            for tool in installed:
                outcome = index_copy(tool, options.folder, Path(scratch), is_watched=False)
                timed[tool.label].append(outcome)
        watched = {
            tool.label: index_copy(tool, options.folder, Path(scratch), is_watched=True) for tool in installed
        }
        versions = [version_of(tool, Path(scratch)) for tool in installed if tool.types is None]
    tree = tree_of(options.folder)
    best_by_label = {label: best_of(runs, watched[label]) for label, runs in timed.items()}
    notes = (
        *([f"Beside {', '.join(versions)}."] if versions else []),
        f"wall and CPU: fastest of {options.n_runs} runs, the start of the process included.",
    )
    return Report(
        tables=(table_of(tree, tools, best_by_label, notes),),
        figures={"tree": tree, "versions": versions, "timed": timed, "watched": watched},
    )


def tree_of(folder: Path) -> "Tree":
    """Count the Python files below a folder and their lines."""
    files = [path for path in folder.rglob("*.py") if path.is_file()]
    n_lines = sum(path.read_bytes().count(b"\n") for path in files)
    return Tree(name=folder.name, n_python_files=len(files), n_python_lines=n_lines)


def best_of(timed: Sequence[Outcome], watched: Outcome) -> Outcome:
    """Return the fastest timed run with the peak of the watched one; if any run failed, that one."""
    runs = (*timed, watched)
    failed = [each for each in runs if each.failure]
    if failed:
        return failed[0]
    return replace(
        min(timed, key=lambda each: each.wall_seconds),
        peak_bytes=watched.peak_bytes,
        largest_bytes=max(each.largest_bytes for each in runs),
    )


def table_of(
    tree: "Tree", tools: Sequence[Tool], best_by_label: Mapping[str, Outcome], notes: Sequence[str]
) -> Table:
    """Return a row for every tool, also for those that failed or are not installed."""
    peer = best_by_label.get(CODEGRAPH)
    peer_seconds = None if peer is None or peer.failure else peer.wall_seconds
    return Table(
        title=f"Indexing: {tree.name}, {tree.n_python_files} Python files, {tree.n_python_lines} lines",
        headings=(
            "tool",
            "wall",
            f"by {CODEGRAPH}",
            "wanted",
            "CPU",
            "peak",
            "wanted",
            "met",
            "largest process",
            "files",
            "symbols",
            "edges",
        ),
        rows=[_row(tool, best_by_label.get(tool.label), peer_seconds) for tool in tools],
        notes=(
            *notes,
            f"by {CODEGRAPH}: wall time by that of {CODEGRAPH}.",
            "peak: all processes of a tool together, sampled in one more run, which is not timed.",
            "largest process: the most that a single process held in any run.",
            "files, symbols, edges: by the tool's own account; they do not mean the same.",
            *_complaints(best_by_label),
        ),
    )


def _row(tool: Tool, best: Outcome | None, peer_seconds: float | None) -> tuple[str, ...]:
    wanted_ratio = None if tool.types is None else WANTED_RATIO_BY_TYPES[tool.types]
    wanted_bytes = WANTED_BYTES if tool.types is Types.ON else None
    wanted_time = "" if wanted_ratio is None else f"<= {wanted_ratio:.1f} x"
    wanted_peak = "" if wanted_bytes is None else f"< {megabytes(wanted_bytes)}"
    if best is None or best.failure:
        wall = "not installed" if best is None else "failed"
        return (tool.label, wall, "", wanted_time, "", "", wanted_peak, *[""] * (2 + _N_COUNTS))
    ratio = None if peer_seconds is None else best.wall_seconds / peer_seconds
    is_met = None
    if wanted_ratio is not None and ratio is not None:
        is_small = wanted_bytes is None or (best.peak_bytes is not None and best.peak_bytes < wanted_bytes)
        is_met = ratio <= wanted_ratio and is_small
    return (
        tool.label,
        seconds(best.wall_seconds),
        "" if ratio is None else f"{ratio:.2f} x",
        wanted_time,
        seconds(best.cpu_seconds),
        "?" if best.peak_bytes is None else megabytes(best.peak_bytes),
        wanted_peak,
        "" if is_met is None else met(is_met=is_met),
        megabytes(best.largest_bytes),
        *("?" if count is None else str(count) for count in best.counts),
    )


def _complaints(best_by_label: Mapping[str, Outcome]) -> list[str]:
    """Say which tools failed, and what Codeshed could not read."""
    lines = []
    for label, best in best_by_label.items():
        if best.failure:
            lines.append(f"{label} failed: {best.failure}")
        if best.warnings:
            lines.append(f"{label} gave {len(best.warnings)} warnings, first {best.warnings[0]}")
    return lines


def _installed_django() -> Path | None:
    """Return where Django's package lies, without importing it."""
    found = importlib.util.find_spec("django")
    return None if found is None or found.origin is None else Path(found.origin).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is indexed, how often, where the other tools are (None: nowhere), and where raw figures go."""

    folder: Path
    n_runs: int
    program_by_peer: Mapping[str, str | None]
    json: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """How large the indexed folder is."""

    name: str
    n_python_files: int
    n_python_lines: int
