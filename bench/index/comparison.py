"""A tree beside other tools: indexed from nothing, again without a change, and after an edit.

Turns: the runs of all tools on copies of a folder → a table for each stage, with a row for each tool that has it.
"""

import os
import platform
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.index.edit import Edit, find_edit
from bench.index.options import Options
from bench.index.runs import Measured, Outcome, Plan, measure_tools, peak_text, version_of
from bench.index.tools import CODEGRAPH, Stage, Tool, tools_of
from bench.index.trees import Tree, copy_tree, tree_of
from bench.support.report import Report, Table, megabytes, met, seconds
from codeshed.project.index.graph_in_memory import Types

WANTED_RATIO_BY_TYPES = {Types.ON: 1.5, Types.OFF: 1.0}
"""Of Codeshed's wall time by that of codegraph, from nothing."""


def compare(folder: Path, options: Options, scratch: Path) -> Report:
    """Let every tool that is installed index copies of a folder."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="tree-", dir=scratch) as name:
        root = Path(name) / "root"
        copy_tree(folder, root)
        tree = tree_of(root, folder.name)
        edit = find_edit(root, options.edited)
    tools = tools_of(options.program_by_name, options.types)
    installed = [tool for tool in tools if tool.program is not None]
    plan = Plan(
        label=tree.name,
        make_tree=partial(copy_tree, folder),
        edit=edit,
        n_runs=options.n_runs,
        limit_seconds=options.limit_seconds,
    )
    measured = measure_tools(installed, plan, scratch)
    versions = [version_of(tool, scratch) for tool in installed if tool.types is None]
    comparison = Comparison(tree=tree, edit=edit, tools=tools, measured=measured)
    names = ", ".join(("Codeshed", *versions))
    conditions = (
        f"{names}; {os.cpu_count()} processors, Python {platform.python_version()}; load {load:.1f} at the start.",
        f"wall and CPU: the least of {options.n_runs} runs, the start of the process included.",
    )
    return Report(
        tables=tuple(stage_table(comparison, stage, conditions) for stage in Stage),
        figures={
            "tree": tree,
            "edit": edit,
            "versions": versions,
            "load": load,
            "timed": measured.timed,
            "watched": measured.watched,
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What was measured of which tools on which tree."""

    tree: Tree
    edit: Edit
    tools: Sequence[Tool]
    measured: Measured


def stage_table(comparison: Comparison, stage: Stage, conditions: Sequence[str]) -> Table:
    """Return a row for every tool that has the stage, also if it failed or is not installed."""
    tools = [tool for tool in comparison.tools if stage in tool.arguments_by_stage]
    best_by_label = {tool.label: comparison.measured.best(tool.label, stage) for tool in tools}
    peer = best_by_label.get(CODEGRAPH)
    peer_seconds = None if peer is None or peer.failure else peer.wall_seconds
    tree = comparison.tree
    notes = {
        Stage.COLD: (
            *conditions,
            f"by {CODEGRAPH}: wall time by that of {CODEGRAPH}.",
            "peak: all processes of a tool together, sampled in one more run, which is not timed.",
            "disk: what the tool has added to the tree by then; in home: what it keeps in the user's home.",
            "files, nodes, edges: by the tool's own account; they do not mean the same.",
            *_wishes(tools, best_by_label, peer_seconds),
        ),
        Stage.NO_CHANGE: (),
        Stage.ONE_EDIT: (
            f"A line more in a function of {comparison.edit.path}, which stays the same to others.",
        ),
        Stage.ANSWER: (
            f"After one more edit of the same function: `codeshed footprint {comparison.edit.seed}`.",
            "It brings the index up to date first.",
        ),
    }
    return Table(
        title=f"{tree.name}, {tree.n_python_files} Python files, {tree.n_python_lines} lines: {stage}",
        headings=(
            "tool",
            "wall",
            f"by {CODEGRAPH}",
            "CPU",
            "peak",
            "disk",
            "in home",
            "files",
            "nodes",
            "edges",
        ),
        rows=[_row(tool, best_by_label[tool.label], peer_seconds) for tool in tools],
        notes=(
            *notes[stage],
            *(f"{label}: {best.failure}" for label, best in best_by_label.items() if best and best.failure),
        ),
    )


def _row(tool: Tool, best: Outcome | None, peer_seconds: float | None) -> tuple[str, ...]:
    if best is None or best.failure:
        reason = "failed"
        if best is None:
            reason = "not installed" if tool.program is None else "not reached"
        return (tool.label, reason, *[""] * 8)
    ratio = None if peer_seconds is None else best.wall_seconds / peer_seconds
    return (
        tool.label,
        seconds(best.wall_seconds),
        "" if ratio is None else f"{ratio:.2f} x",
        seconds(best.cpu_seconds),
        peak_text(best),
        megabytes(best.tree_bytes),
        megabytes(best.home_bytes),
        *("" if count is None else str(count) for count in best.counts),
    )


def _wishes(
    tools: Sequence[Tool], best_by_label: "dict[str, Outcome | None]", peer_seconds: float | None
) -> list[str]:
    """Say whether Codeshed is as fast as is wanted, where both can be told."""
    lines = []
    for tool in tools:
        best = best_by_label[tool.label]
        if tool.types is not None and best is not None and not best.failure and peer_seconds is not None:
            wanted = WANTED_RATIO_BY_TYPES[tool.types]
            is_met = best.wall_seconds <= wanted * peer_seconds
            lines.append(
                f"{tool.label}, wanted: at most {wanted:.1f} x {CODEGRAPH}. Met: {met(is_met=is_met)}"
            )
    return lines
