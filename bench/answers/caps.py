"""`python -m bench.answers.caps REPOSITORY … [--seeds N] [--json FILE]`: how much packs need, and what the caps cut.

For random functions and types of each repository, both ways, at depths 1 to 4: how many nodes, edges and units of work a
pack has without caps; and how long it takes, how large it is and how often each cap cuts it with caps, and how much of it
is left. `docs/reference/graph-caps.md` says what the defaults owe to it.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.answers.real_graphs import opened, quantile, random_symbols
from bench.support.report import Table, table_text
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.caps import Caps, CapSettings, caps_of
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack

DEPTHS = (1, 2, 3, 4)
N_SEEDS = 100
_NO_CAP = 100_000_000
_LONGEST_NEED = 5_000
"""Packs without caps are counted up to so many nodes: what is larger is no context."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """What one pack needs without caps; one that is larger than can be of use is counted to there."""

    n_nodes: int
    n_edges: int
    n_work_units: int


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """What one pack took with caps, which of them cut it, and what share of the nodes is left."""

    milliseconds: float
    n_bytes: int
    n_nodes: int
    n_edges: int
    n_work_units: int
    caps: tuple[str, ...]
    share_left: float


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """All packs of one repository at one depth, with one choice of caps."""

    repository: str
    depth: int
    choice: str
    needs: tuple[Need, ...]
    packs: tuple[Pack, ...]


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.answers.caps", description="How much packs need.")
    parser.add_argument("repositories", nargs="+", type=Path, metavar="REPOSITORY")
    parser.add_argument("--seeds", type=int, default=N_SEEDS, help="how many symbols of each")
    parser.add_argument(
        "--caps",
        action="append",
        default=[],
        metavar="NAME=N,…",
        help="another choice beside the profile: maxNodes=500,maxFanoutPerNode=50; can be given several times",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    options = parser.parse_args(arguments)
    choices = {"default": caps_of()} | {text: _chosen(text) for text in options.caps}
    measured: list[Measured] = []
    for repository in options.repositories:
        with opened(repository) as answer:
            symbols = random_symbols(answer.graph, options.seeds)
            of_repository = _measure(repository.name, answer.graph, symbols, choices)
        measured += of_repository
        print(table_text(_needs_table(of_repository)), table_text(_packs_table(of_repository)), flush=True)
    print(table_text(_packs_table(measured, name="all")))
    if options.json is not None:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(measured)))


def _chosen(text: str) -> Caps:
    given = {name: int(value) for name, _, value in (each.partition("=") for each in text.split(","))}
    return caps_of("default", msgspec.convert(given, CapSettings))


def _measure(name: str, graph: CodeGraph, symbols: Sequence[str], choices: dict[str, Caps]) -> list[Measured]:
    graph_pack(graph, symbols[0], GraphPackRequest(caps=caps_of()))
    found = []
    for depth in DEPTHS:
        needs = tuple(_need(graph, symbol, depth) for symbol in symbols)
        for choice, caps in choices.items():
            deep = msgspec.structs.replace(caps, max_depth=max(depth, caps.max_depth))
            packs = tuple(
                _pack(graph, symbol, depth, deep, need) for symbol, need in zip(symbols, needs, strict=True)
            )
            found.append(Measured(repository=name, depth=depth, choice=choice, needs=needs, packs=packs))
    return found


def _need(graph: CodeGraph, symbol: str, depth: int) -> Need:
    settings = {each: _NO_CAP for each in CapSettings.__struct_fields__ if each != "max_wall_clock_ms"}
    wide = {**settings, "max_nodes": _LONGEST_NEED, "max_call_sites": 1, "max_candidates": 1}
    caps = caps_of("default", CapSettings(**wide))
    request = GraphPackRequest(caps=caps, direction=PackDirection.BOTH, depth=depth)
    counts = graph_pack(graph, symbol, request).stats.counts
    return Need(
        n_nodes=counts.nodes_returned, n_edges=counts.edges_returned, n_work_units=counts.work_units_used
    )


def _pack(graph: CodeGraph, symbol: str, depth: int, caps: Caps, need: Need) -> Pack:
    request = GraphPackRequest(caps=caps, direction=PackDirection.BOTH, depth=depth)
    begin = time.process_time()
    pack = graph_pack(graph, symbol, request)
    passed = time.process_time() - begin
    counts = pack.stats.counts
    return Pack(
        milliseconds=passed * 1000,
        n_bytes=len(msgspec.json.encode(pack)),
        n_nodes=counts.nodes_returned,
        n_edges=counts.edges_returned,
        n_work_units=counts.work_units_used,
        caps=tuple(each.cap for each in pack.truncation),
        share_left=counts.nodes_returned / max(1, need.n_nodes),
    )


def _needs_table(measured: Sequence[Measured]) -> Table:
    rows = []
    for each in measured:
        if each.choice != "default":
            continue
        columns = [
            [float(getattr(need, name)) for need in each.needs]
            for name in ("n_nodes", "n_edges", "n_work_units")
        ]
        rows.append(
            (str(each.depth), *(f"{quantile(column, share):,.0f}" for column in columns for share in _SHARES))
        )
    return Table(
        title=f"{measured[0].repository}: what packs need without caps (nodes, edges, units of work)",
        headings=("depth", *(f"{what} {name}" for what in ("nodes", "edges", "work") for name in _NAMES)),
        rows=rows,
        notes=(f"{len(measured[0].needs)} random symbols, both ways; counted to {_LONGEST_NEED:,} nodes.",),
    )


_SHARES = (0.5, 0.9, 0.99)
_NAMES = ("p50", "p90", "p99")
_CUT_CAPS = ("maxFanoutPerNode", "maxNodes", "maxEdges", "maxWorkUnits", "maxCallSites", "maxCandidates")


def _packs_table(measured: Sequence[Measured], name: str | None = None) -> Table:
    """Return what the caps do; packs of several repositories are counted together."""
    rows = []
    for depth, choice in dict.fromkeys((each.depth, each.choice) for each in measured):
        packs = [
            pack for each in measured if (each.depth, each.choice) == (depth, choice) for pack in each.packs
        ]
        cut = Counter(cap for pack in packs for cap in pack.caps)
        times = [pack.milliseconds for pack in packs]
        left = [pack.share_left for pack in packs]
        rows.append(
            (
                f"{depth} {choice}",
                *(f"{quantile(times, share):.1f}" for share in (0.5, 0.95, 1.0)),
                *(f"{quantile([pack.n_bytes / 1000 for pack in packs], share):.0f}" for share in (0.5, 0.95)),
                *(f"{cut[cap] / len(packs):.0%}" for cap in _CUT_CAPS),
                f"{statistics.fmean(left):.0%}",
                f"{quantile(left, 0.1):.0%}",
            )
        )
    return Table(
        title=f"{name or measured[0].repository}: packs with caps",
        headings=(
            *("depth, caps", "ms p50", "p95", "max", "kB p50", "p95"),
            *_CUT_CAPS,
            *("nodes left", "p10"),
        ),
        rows=rows,
        notes=(
            "Columns of caps: the share of packs that each cut. nodes left: the mean share of what a pack has without caps.",
            "ms are of the processor, so that others on the machine make no difference.",
            "Beyond the profile's maxDepth, packs have the depth of their row.",
        ),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
