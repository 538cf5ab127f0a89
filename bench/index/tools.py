"""Tools that index a folder: how each is called, from nothing, again without a change, and after an edit.

Every tool is called as its users call it by default. The others get the update that they offer for this: `sync` of
codegraph, `update` of code-review-graph, ruff's own cache. ctags has none.
"""

import enum
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codeshed.project.index.graph_in_memory import Types

CODEGRAPH = "codegraph"
CODE_REVIEW_GRAPH = "code-review-graph"
CTAGS = "ctags"
RUFF = "ruff"
OTHERS = (CODEGRAPH, CODE_REVIEW_GRAPH, CTAGS, RUFF)

CODESHED = (sys.executable, "-m", "codeshed")
"""As it is installed where the benchmark runs."""

_ROOT = "{root}"
_SEED = "{seed}"
_VERSION = re.compile(r"\d+(?:\.\d+)+")


class Stage(enum.StrEnum):
    """What is measured, in this order, each on what the one before left."""

    COLD = "cold"
    NO_CHANGE = "no change"
    ONE_EDIT = "one edit"
    ANSWER = "answer after an edit"


EDITING = frozenset({Stage.ONE_EDIT, Stage.ANSWER})
"""Before these the tree is edited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """How a tool is called at each stage that it has, and where its counts stand in what it says of its index.

    Names of counts lead through nested objects: `index.figures.n_edges`. They are of files, nodes and edges.
    """

    label: str
    program: Sequence[str] | None
    arguments_by_stage: Mapping[Stage, Sequence[str]]
    count: Sequence[str] = ()
    count_names: Sequence[str] = ()
    types: Types | None = None
    text_by_settings_file: Mapping[str, str] = field(default_factory=dict)

    def command(self, arguments: Sequence[str], *, root: Path, seed: str = "") -> list[str]:
        """Return the command for a tree and a place in it; the tool must be installed."""
        if self.program is None:
            raise ValueError(f"{self.label} is not installed")
        return [*self.program, *(word.replace(_ROOT, str(root)).replace(_SEED, seed) for word in arguments)]


def codeshed_tool(types: Types) -> Tool:
    """Return Codeshed with or without types, which stands in the settings of the tree: answers expect it there."""
    index = ("index", "--repo", _ROOT)
    return Tool(
        label=f"codeshed, types {types.value}",
        program=CODESHED,
        arguments_by_stage={
            Stage.COLD: index,
            Stage.NO_CHANGE: index,
            Stage.ONE_EDIT: index,
            Stage.ANSWER: ("footprint", _SEED, "--repo", _ROOT),
        },
        count=("status", "--json", "--repo", _ROOT),
        count_names=(
            "index.n_files_by_language.python",
            "index.figures.n_symbols",
            "index.figures.n_edges",
        ),
        types=types,
        text_by_settings_file={"codeshed.toml": f'types = "{types.value}"\n'},
    )


def tools_of(program_by_name: Mapping[str, str | None], types: Sequence[Types]) -> tuple[Tool, ...]:
    """Return what is compared, in the order of the rows; one without a program is not installed."""
    program = {
        name: None if path is None else (path,)
        for name, path in ((name, program_by_name.get(name)) for name in OTHERS)
    }
    check = (
        "check",
        "--select",
        "F",
        "--isolated",
        "--exit-zero",
        "--cache-dir",
        "{root}/.ruff_cache",
        _ROOT,
    )
    return (
        *map(codeshed_tool, types),
        Tool(
            label=CODEGRAPH,
            program=program[CODEGRAPH],
            arguments_by_stage={
                Stage.COLD: ("init", "--yes", _ROOT),
                Stage.NO_CHANGE: ("sync", _ROOT),
                Stage.ONE_EDIT: ("sync", _ROOT),
            },
            count=("status", "--json", _ROOT),
            count_names=("fileCount", "nodeCount", "edgeCount"),
        ),
        Tool(
            label=CODE_REVIEW_GRAPH,
            program=program[CODE_REVIEW_GRAPH],
            arguments_by_stage={
                Stage.COLD: ("build", "--repo", _ROOT),
                Stage.NO_CHANGE: ("update", "--repo", _ROOT),
                Stage.ONE_EDIT: ("update", "--repo", _ROOT),
            },
            count=("status", "--json", "--repo", _ROOT),
            count_names=("files", "nodes", "edges"),
        ),
        Tool(
            label=CTAGS,
            program=program[CTAGS],
            arguments_by_stage={Stage.COLD: ("-R", "--languages=Python", "-f", "{root}/tags", _ROOT)},
        ),
        Tool(
            label=RUFF,
            program=program[RUFF],
            arguments_by_stage=dict.fromkeys((Stage.COLD, Stage.NO_CHANGE, Stage.ONE_EDIT), check),
        ),
    )


def version_in(said: str) -> str:
    """Return the first version number in what a tool says to `--version`: `5.9.0`."""
    found = _VERSION.search(said)
    return "of an unknown version" if found is None else found.group()
