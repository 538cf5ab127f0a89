"""Trees of growing size, made of copies of one package: does a file cost the same in a large tree as in a small one?

Turns: a package + sizes → time and memory per file for each size, by those of the first.
"""

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.index.edit import find_edit
from bench.index.options import Growth, Options
from bench.index.runs import Measured, Outcome, Plan, measure_tools, peak_text
from bench.index.tools import Stage, codeshed_tool
from bench.index.trees import Tree, copy_package, n_copies_for, tree_of
from bench.support.report import Report, Table, megabytes, met, seconds
from codeshed.project.index.graph_in_memory import Types

WANTED_RATIO = 1.2
"""How much more a file may cost than in the smallest tree."""

_PER_FILES = 1000
_KILOBYTE = 1000
_N_WANTED = 3


def measure_growth(growth: Growth, types: Types, options: Options, scratch: Path) -> Report:
    """Index trees of each size with Codeshed, from nothing, again, and after an edit."""
    load = os.getloadavg()[0]
    sizes = [_measure_size(growth.package, n_files, types, options, scratch) for n_files in growth.sizes]
    title = f"{growth.package.name} under new names, {codeshed_tool(types).label}"
    return Report(
        tables=(size_table(title, sizes), share_table(title, sizes)),
        figures={"types": types.value, "load": load, "sizes": sizes},
    )


def _measure_size(
    package: Path, n_files: int, types: Types, options: Options, scratch: Path
) -> "MeasuredSize":
    n_copies = n_copies_for(package, n_files)
    label = f"{package.name} x {n_copies}"
    with tempfile.TemporaryDirectory(prefix="tree-", dir=scratch) as name:
        copy_package(package, n_copies, Path(name))
        tree = tree_of(Path(name), label)
        edit = find_edit(Path(name))
    plan = Plan(
        label=label,
        make_tree=partial(copy_package, package, n_copies),
        edit=edit,
        n_runs=options.n_runs,
        limit_seconds=options.limit_seconds,
    )
    tool = codeshed_tool(types)
    return MeasuredSize(tree=tree, tool=tool.label, measured=measure_tools([tool], plan, scratch))


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSize:
    """What was measured of which tool on a tree of one size."""

    tree: Tree
    tool: str
    measured: Measured

    def best(self, stage: Stage) -> Outcome | None:
        """Return the best of a stage, if it was reached."""
        return self.measured.best(self.tool, stage)


def size_table(title: str, sizes: Sequence[MeasuredSize]) -> Table:
    """Return what each size costs as a whole, at each stage; why a size could not be measured stands below."""
    rows = []
    failures: list[str] = []
    for size in sizes:
        cold = size.best(Stage.COLD)
        cells = [*[""] * 6] if cold is None else _cold_cells(cold)
        later = [_wall(size.best(stage)) for stage in (Stage.NO_CHANGE, Stage.ONE_EDIT, Stage.ANSWER)]
        rows.append((str(size.tree.n_python_files), str(size.tree.n_python_lines), *cells, *later))
        failures.extend(
            f"{size.tree.n_python_files} files, {stage}: {best.failure}"
            for stage, best in ((stage, size.best(stage)) for stage in Stage)
            if best is not None and best.failure
        )
    return Table(
        title=f"Growth: {title}",
        headings=(
            "files",
            "lines",
            "wall",
            "CPU",
            "peak",
            "disk",
            "nodes",
            "edges",
            *(stage.value for stage in (Stage.NO_CHANGE, Stage.ONE_EDIT, Stage.ANSWER)),
        ),
        rows=rows,
        notes=(
            "wall, CPU, peak, disk: from nothing; then wall times of the other stages.",
            "disk: in the tree and in the user's home together.",
            *failures,
        ),
    )


def share_table(title: str, sizes: Sequence[MeasuredSize]) -> Table:
    """Return what 1 000 files cost in a tree of each size, and how many times as much as in the first."""
    rows = []
    first: Sequence[float | None] = ()
    for size in sizes:
        cold = size.best(Stage.COLD)
        if cold is None or cold.failure:
            rows.append((str(size.tree.n_python_files), "failed", *[""] * 8))
            continue
        shares = [None if cost is None else cost / size.tree.n_python_files for cost in _costs(cold)]
        first = first or shares
        ratios = [
            None if share is None or least is None else share / least
            for share, least in zip(shares, first, strict=True)
        ]
        texts = [
            cell
            for share, ratio, text in zip(shares, ratios, _SHARE_TEXTS, strict=True)
            for cell in ("?" if share is None else text(share), "?" if ratio is None else f"{ratio:.2f}")
        ]
        is_flat = all(ratio is not None and ratio <= WANTED_RATIO for ratio in ratios[:_N_WANTED])
        rows.append((str(size.tree.n_python_files), *texts, met(is_met=is_flat)))
    return Table(
        title=f"Growth per file: {title}",
        headings=(
            "files",
            "wall / 1 000",
            "ratio",
            "CPU / 1 000",
            "ratio",
            "peak / 1 000",
            "ratio",
            "disk / file",
            "ratio",
            "flat",
        ),
        rows=rows,
        notes=(
            "From nothing; ratio: by the first size that could be measured.",
            f"flat, as is wanted: no ratio of time and memory is above {WANTED_RATIO:.1f}.",
        ),
    )


_SHARE_TEXTS: Sequence[Callable[[float], str]] = (
    lambda share: seconds(share * _PER_FILES),
    lambda share: seconds(share * _PER_FILES),
    lambda share: megabytes(share * _PER_FILES),
    lambda share: f"{share / _KILOBYTE:.1f} KB",
)


def _costs(cold: Outcome) -> tuple[float | None, ...]:
    """Return time and memory, of which something is wanted, and what lies on the disk."""
    return (cold.wall_seconds, cold.cpu_seconds, cold.peak_bytes, cold.tree_bytes + cold.home_bytes)


def _cold_cells(cold: Outcome) -> list[str]:
    if cold.failure:
        return ["failed", *[""] * 5]
    return [
        seconds(cold.wall_seconds),
        seconds(cold.cpu_seconds),
        peak_text(cold),
        megabytes(cold.tree_bytes + cold.home_bytes),
        *("" if count is None else str(count) for count in cold.counts[1:]),
    ]


def _wall(best: Outcome | None) -> str:
    if best is None:
        return "not reached"
    return "failed" if best.failure else seconds(best.wall_seconds)
