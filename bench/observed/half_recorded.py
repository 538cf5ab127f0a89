"""How many of the calls of some tests the graph has, with and without a recording of the other tests.

Turns: checkouts with a recording (`codeshed record -- pytest`) → a table. The test files are split into two halves by a hash of
their path. The calls of one half are taken as recorded, those of the other are looked for in the graph, and then the other way
round. Nothing of the checkout is run.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.support.report import Table, table_text
from codeshed.api.index_opening import IndexOptions, open_index, settings_of
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.editing.observed_calls import add_observed_calls
from codeshed.model.recording import NO_FUNCTION, Recording
from codeshed.model.symbol_ids import content_hash
from codeshed.project.recording.observed_graph import find_changed_functions, observed_calls
from codeshed.store.recording_file import read_recording

_CERTAIN = 90
_Pair = tuple[int, int]


class HalfRecorded(msgspec.Struct, frozen=True, kw_only=True):
    """Recorded pairs of functions outside tests, and how many of them are calls of the graph, from which confidence on."""

    name: str
    n_pairs: int
    certain_before: int
    certain_after: int
    all_before: int
    all_after: int


def main(arguments: Sequence[str]) -> None:
    """Print a row for each checkout."""
    parser = argparse.ArgumentParser(prog="python -m bench.observed", description=__doc__)
    parser.add_argument("checkouts", nargs="+", metavar="CHECKOUT", help="FOLDER, or FOLDER=INDEX_FOLDER")
    measured = []
    for each in parser.parse_args(arguments).checkouts:
        folder, _, index_dir = each.partition("=")
        measured.append(measure(Path(folder), Path(index_dir) if index_dir else None))
    rows = [
        (
            each.name,
            str(each.n_pairs),
            _share(each.certain_before, each.n_pairs),
            _share(each.certain_after, each.n_pairs),
            _share(each.all_before, each.n_pairs),
            _share(each.all_after, each.n_pairs),
        )
        for each in measured
    ]
    headings = ("project", "calls scored", "certain", "with recording", "all edges", "with recording")
    notes = (
        "certain: edges from confidence .9 on; calls between functions outside tests, half of the tests recorded",
    )
    print(table_text(Table(title="Calls found", headings=headings, rows=rows, notes=notes)))


def measure(root: Path, index_dir: Path | None) -> HalfRecorded:
    """Score the calls of each half of the tests with the other half recorded."""
    options = IndexOptions(root=root, index_dir=index_dir, refresh="never")
    opened = open_index(options, settings_of(root))
    with opened.reader as reader:
        recording = read_recording(reader.index_dir)
        if recording is None:
            raise SystemExit(f"{root}: nothing is recorded; run `codeshed record -- pytest` there")
        hash_by_path = {each.path: each.content_hash for each in reader.files}
        changed = find_changed_functions(opened.graph, root, hash_by_path, recording.calls)
        graph = opened.graph
        calls = observed_calls(graph, recording.calls, changed)
        halves = [_pairs_of_half(graph, recording, half) for half in (0, 1)]
    counts = [0] * 5
    for scored, recorded in ((halves[0], halves[1]), (halves[1], halves[0])):
        wanted = {pair for pair in scored if not _is_test(graph, pair)}
        more = add_observed_calls(graph, [each for each in calls if (each.source, each.target) in recorded])
        found = [len(wanted & _calls(each, least)) for least in (_CERTAIN, 0) for each in (graph, more)]
        counts = [before + now for before, now in zip(counts, (len(wanted), *found), strict=True)]
    return HalfRecorded(
        name=root.resolve().name,
        n_pairs=counts[0],
        certain_before=counts[1],
        certain_after=counts[2],
        all_before=counts[3],
        all_after=counts[4],
    )


def _pairs_of_half(graph: CodeGraph, recording: Recording, half: int) -> set[_Pair]:
    rows = graph.nodes.symbols.find_each([each.symbol for each in recording.calls.functions])
    found = set()
    for test in recording.tests:
        path = test.test.partition("::")[0]
        if int(content_hash(path.encode())[:8], 16) % 2 != half:
            continue
        for number in test.calls:
            call = recording.calls.calls[number]
            if call.caller != NO_FUNCTION:
                source, target = rows[call.caller], rows[call.callee]
                if source is not None and target is not None:
                    found.add((source, target))
    return found


def _is_test(graph: CodeGraph, pair: _Pair) -> bool:
    return any(int(graph.nodes.flags[row]) & NodeFlag.TEST for row in pair)


def _calls(graph: CodeGraph, least: int) -> set[_Pair]:
    edges = graph.edges
    is_one = (edges.kinds == EdgeKind.CALL) & (edges.confidence >= least)
    return {*zip(edges.sources[is_one].tolist(), edges.targets[is_one].tolist(), strict=True)}


def _share(count: int, total: int) -> str:
    return f"{100 * count / max(total, 1):.1f} %"
