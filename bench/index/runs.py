"""One tool on one fresh tree, stage by stage; and the best of several such runs.

Turns: a tool + a tree → what each stage cost, what lies on the disk after it, and what the tool counts in its index.

Tools get an empty home, none of the user's settings for them, no input, and are asked by their own switches to send
and fetch nothing.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from bench.index.edit import Edit, apply_edit
from bench.index.tools import EDITING, Stage, Tool, version_in
from bench.index.trees import make_ready, n_bytes_below
from bench.support.process_tree import Run, run_measured
from bench.support.report import megabytes

MakeTree = Callable[[Path], None]
"""Puts the files of a tree into a folder that is not there yet."""

_HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_USER_SETTINGS = ("CODEGRAPH_", "CRG_", "CODESHED_", "RUFF_")
_SWITCHES = {
    "DO_NOT_TRACK": "1",
    "CODEGRAPH_TELEMETRY": "0",
    "CODEGRAPH_NO_DOWNLOAD": "1",
    "CODEGRAPH_NO_DAEMON": "1",
    "NO_COLOR": "1",
}
_NO_COUNTS = (None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One stage of one run: its cost; bytes on the disk after it; files, nodes and edges; how it failed if it did."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int | None
    largest_bytes: int
    tree_bytes: int = 0
    home_bytes: int = 0
    counts: tuple[int | None, ...] = _NO_COUNTS
    failure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The tree that every run gets fresh, what is edited in it, and how often and how long a tool may run."""

    label: str
    make_tree: MakeTree
    edit: Edit
    n_runs: int
    limit_seconds: float


def measure_tools(tools: Sequence[Tool], plan: Plan, scratch: Path) -> "Measured":
    """Let each tool run on its own trees, one after the other, and again; then watch their memory, once.

    A tool that failed is not run again.
    """
    timed: dict[str, list[Mapping[Stage, Outcome]]] = {tool.label: [] for tool in tools}
    watched: dict[str, Mapping[Stage, Outcome]] = {}
    for number in range(plan.n_runs + 1):
        is_watched = number == plan.n_runs
        for tool in tools:
            if any(outcome.failure for run in timed[tool.label] for outcome in run.values()):
                continue
            outcomes = run_stages(tool, plan, scratch, is_watched=is_watched)
            if is_watched:
                watched[tool.label] = outcomes
            else:
                timed[tool.label].append(outcomes)
    return Measured(timed=timed, watched=watched)


def run_stages(tool: Tool, plan: Plan, scratch: Path, *, is_watched: bool) -> dict[Stage, Outcome]:
    """Let a tool go through its stages on a fresh tree, up to the first that fails."""
    outcomes: dict[Stage, Outcome] = {}
    # A tool may leave somebody behind who still writes.
    with tempfile.TemporaryDirectory(prefix="run-", dir=scratch, ignore_cleanup_errors=True) as name:
        root, home = Path(name) / "root", Path(name) / "home"
        plan.make_tree(root)
        make_ready(root, tool.text_by_settings_file)
        environment = environment_of(os.environ, home)
        n_bytes_before = n_bytes_below(root)
        for number, (stage, arguments) in enumerate(tool.arguments_by_stage.items()):
            if stage in EDITING:
                apply_edit(root, plan.edit, number)
            measured = run_measured(
                tool.command(arguments, root=root, seed=plan.edit.seed),
                environment=environment,
                is_watched=is_watched,
                limit_seconds=plan.limit_seconds,
            )
            outcome = replace(
                outcome_of(measured),
                tree_bytes=n_bytes_below(root) - n_bytes_before,
                home_bytes=n_bytes_below(home),
            )
            if tool.count and not outcome.failure:
                counted = run_measured(
                    tool.command(tool.count, root=root),
                    environment=environment,
                    limit_seconds=plan.limit_seconds,
                )
                outcome = replace(outcome, counts=counts_in(tool, counted))
            outcomes[stage] = outcome
            times = f"{measured.wall_seconds:.2f} s, CPU {measured.cpu_seconds:.2f} s"
            how = f"at most {(outcome.peak_bytes or 0) / 1e6:.0f} MB" if is_watched else times
            print(
                f"{plan.label}: {tool.label}, {stage}: {outcome.failure or how}", file=sys.stderr, flush=True
            )
            if outcome.failure:
                break
    return outcomes


def version_of(tool: Tool, scratch: Path) -> str:
    """Return the name and the version of a tool that is installed."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=scratch) as name:
        environment = environment_of(os.environ, Path(name) / "home")
        command = tool.command(("--version",), root=Path(name))
        said = run_measured(command, environment=environment, limit_seconds=60).output
    return f"{tool.label} {version_in(said.decode(errors='replace'))}"


def environment_of(current: Mapping[str, str], home: Path) -> dict[str, str]:
    """Return an environment with another home, which is made, and with the switches instead of user settings."""
    home.mkdir()
    kept = {name: value for name, value in current.items() if not name.startswith(_USER_SETTINGS)}
    return kept | dict.fromkeys(_HOMES, str(home)) | _SWITCHES


def outcome_of(measured: Run) -> Outcome:
    """Say what a run cost, and how it failed: with its exit code and the last line that it wrote."""
    failure = measured.stopped
    if not failure and measured.exit_code != 0:
        lines = (measured.output + b"\n" + measured.errors).decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        failure = ": ".join((f"exit code {measured.exit_code}", *said[-1:]))
    return Outcome(
        wall_seconds=measured.wall_seconds,
        cpu_seconds=measured.cpu_seconds,
        peak_bytes=measured.peak_bytes,
        largest_bytes=measured.largest_bytes,
        failure=failure,
    )


def counts_in(tool: Tool, counted: Run) -> tuple[int | None, ...]:
    """Return files, nodes and edges by a tool's own account; None for what it does not say."""
    if counted.exit_code != 0:
        return _NO_COUNTS
    account = msgspec.json.decode(counted.output)
    return tuple(_count_at(account, name.split(".")) for name in tool.count_names)


def _count_at(account: object, names: Sequence[str]) -> int | None:
    for name in names:
        account = account.get(name) if isinstance(account, dict) else None
    return account if isinstance(account, int) else None


def best_of(timed: Sequence[Outcome], watched: Outcome | None) -> Outcome:
    """Return the least times of the timed runs with the peak of the watched one; if any run failed, that one."""
    runs = [*timed] if watched is None else [*timed, watched]
    failed = [each for each in runs if each.failure]
    if failed:
        return failed[0]
    fastest = min(timed, key=lambda each: each.wall_seconds)
    return replace(
        fastest,
        cpu_seconds=min(each.cpu_seconds for each in timed),
        peak_bytes=None if watched is None else watched.peak_bytes,
        largest_bytes=max(each.largest_bytes for each in runs),
    )


def peak_text(best: Outcome) -> str:
    """Return the peak; of a command too short to be looked at, the most that it can have been: `<= 60 MB`."""
    if best.peak_bytes is None:
        return f"<= {megabytes(best.largest_bytes)}"
    return megabytes(best.peak_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """All runs of all tools that are installed, by label."""

    timed: Mapping[str, Sequence[Mapping[Stage, Outcome]]]
    watched: Mapping[str, Mapping[Stage, Outcome]]

    def best(self, label: str, stage: Stage) -> Outcome | None:
        """Return the best of a tool at a stage; None if no run came so far, or the tool is not installed."""
        timed = [run[stage] for run in self.timed.get(label, ()) if stage in run]
        watched = self.watched.get(label, {}).get(stage)
        return best_of(timed, watched) if timed else None
