"""Tools that index a folder, and one run of one of them on a fresh copy.

Turns: a tool + a folder → what indexing cost, and what the tool counts in its index.

The folder itself is only read. Other tools get an empty home, none of the user's settings for them, no input, and
are asked by their own switches to send and fetch nothing.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.process_tree import Run, run_measured
from codeshed.project.indexing import Types, index_repository

CODEGRAPH = "codegraph"
CODE_REVIEW_GRAPH = "code-review-graph"
PEERS = (CODEGRAPH, CODE_REVIEW_GRAPH)

LIMIT_SECONDS = 900.0

_ROOT = "{root}"
_NOT_COPIED = (".git", ".codegraph", ".code-review-graph", "__pycache__")
_HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_USER_SETTINGS = ("CODEGRAPH_", "CRG_")
_SWITCHES = {
    "DO_NOT_TRACK": "1",
    "CODEGRAPH_TELEMETRY": "0",
    "CODEGRAPH_NO_DOWNLOAD": "1",
    "CODEGRAPH_NO_DAEMON": "1",
    "NO_COLOR": "1",
}


def tools_of(program_by_peer: "Mapping[str, str | None]") -> "tuple[Tool, ...]":
    """Return what is compared, in the order of the rows; a peer without a program is not installed."""
    return (
        _codeshed(Types.ON),
        _codeshed(Types.OFF),
        Tool(
            label=CODEGRAPH,
            program=program_by_peer.get(CODEGRAPH),
            index=("init", "--yes", _ROOT),
            count=("status", "--json", _ROOT),
            count_names=("fileCount", "nodeCount", "edgeCount"),
        ),
        Tool(
            label=CODE_REVIEW_GRAPH,
            program=program_by_peer.get(CODE_REVIEW_GRAPH),
            index=("build", "--repo", _ROOT),
            count=("status", "--json", "--repo", _ROOT),
            count_names=("files", "nodes", "edges"),
        ),
    )


def index_once(recipe: "Recipe") -> "Indexed":
    """Build the graph of a folder with Codeshed; the process that is measured does this and no more."""
    graph = index_repository(Path(recipe.root), types=recipe.types, n_processes=0)
    return Indexed(
        n_files=len(graph.files),
        n_symbols=len(graph.nodes),
        n_edges=len(graph.edges),
        warnings=tuple(f"{warning.code}: {warning.message}" for warning in graph.warnings),
    )


def index_copy(tool: "Tool", folder: Path, scratch: Path, *, is_watched: bool) -> "Outcome":
    """Let a tool index a copy of a folder, then ask it what it found, which is not measured."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=scratch) as name:
        root = copy_tree(folder, Path(name) / "root")
        is_peer = tool.types is None
        environment = peer_environment(os.environ, Path(name) / "home") if is_peer else None
        measured = run_measured(
            tool.command(tool.index, root),
            standard_input=b"" if tool.types is None else _recipe(root, tool.types),
            environment=environment,
            is_watched=is_watched,
            limit_seconds=LIMIT_SECONDS,
        )
        counted = measured
        if is_peer and measured.exit_code == 0:
            counted = run_measured(
                tool.command(tool.count, root), environment=environment, limit_seconds=LIMIT_SECONDS
            )
    return outcome_of(tool, measured, counted)


def version_of(tool: "Tool", scratch: Path) -> str:
    """Return what a peer says to `--version`, with its name."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=scratch) as name:
        environment = peer_environment(os.environ, Path(name) / "home")
        command = tool.command(("--version",), Path(name))
        said = run_measured(command, environment=environment, limit_seconds=LIMIT_SECONDS).output
    words = said.decode(errors="replace").split()
    return f"{tool.label} {words[-1] if words else 'of an unknown version'}"


def copy_tree(folder: Path, root: Path) -> Path:
    """Copy a folder without history and indexes; a package goes below the root, where its own imports find it."""
    target = root / folder.name if (folder / "__init__.py").exists() else root
    shutil.copytree(folder, target, symlinks=True, ignore=shutil.ignore_patterns(*_NOT_COPIED))
    return root


def peer_environment(current: Mapping[str, str], home: Path) -> dict[str, str]:
    """Return an environment with another home, which is made, and with the switches instead of user settings."""
    home.mkdir()
    kept = {name: value for name, value in current.items() if not name.startswith(_USER_SETTINGS)}
    return kept | dict.fromkeys(_HOMES, str(home)) | _SWITCHES


def outcome_of(tool: "Tool", measured: Run, counted: Run) -> "Outcome":
    """Say what a run cost, and what stands in the index by the tool's own account."""
    failure = _failure(measured)
    account: dict[str, object] = {}
    warnings: tuple[str, ...] = ()
    if not failure and counted.exit_code == 0:
        account = msgspec.json.decode(counted.output, type=dict[str, object])
        warnings = msgspec.convert(account.get("warnings", ()), tuple[str, ...])
    counts = [account.get(name) for name in tool.count_names]
    return Outcome(
        wall_seconds=measured.wall_seconds,
        cpu_seconds=measured.cpu_seconds,
        peak_bytes=measured.peak_bytes,
        largest_bytes=measured.largest_bytes,
        counts=tuple(count if isinstance(count, int) else None for count in counts),
        warnings=warnings,
        failure=failure,
    )


def _failure(measured: Run) -> str:
    """Say how a run failed, with the last line that it wrote; an empty text if it did not."""
    if measured.is_stopped:
        return f"stopped after {LIMIT_SECONDS:.0f} s"
    if measured.exit_code == 0:
        return ""
    lines = (measured.output + measured.errors).decode(errors="replace").split("\n")
    said = [line.strip() for line in lines if line.strip()]
    return ": ".join((f"exit code {measured.exit_code}", *said[-1:]))


def _codeshed(types: Types) -> "Tool":
    return Tool(
        label=f"codeshed, types {types.value}",
        program=sys.executable,
        index=("-m", "bench.fresh", index_once.__module__, index_once.__name__),
        count_names=("n_files", "n_symbols", "n_edges"),
        types=types,
    )


def _recipe(root: Path, types: Types) -> bytes:
    return msgspec.json.encode(Recipe(root=str(root), types=types))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """How a tool is called and how it names its counts; Codeshed has types and counts in its own output."""

    label: str
    program: str | None
    index: Sequence[str]
    count: Sequence[str] = ()
    count_names: Sequence[str]
    types: Types | None = None

    def command(self, arguments: Sequence[str], root: Path) -> list[str]:
        """Return the command for a root; the tool must be installed."""
        if self.program is None:
            raise ValueError(f"{self.label} is not installed")
        return [self.program, *(str(root) if argument == _ROOT else argument for argument in arguments)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What Codeshed indexes, and whether it asks the type engine."""

    root: str
    types: Types


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """What Codeshed found."""

    n_files: int
    n_symbols: int
    n_edges: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One run of a tool: what it cost, the counts of files, symbols and edges, and how it failed if it did."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int | None
    largest_bytes: int
    counts: tuple[int | None, ...]
    warnings: tuple[str, ...] = ()
    failure: str = ""
