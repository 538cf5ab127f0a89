"""What several sets around a function hold of the other functions that a commit changed, and what they cost.

Turns: ChangedTogether → for each set its share of the other changed functions and its tokens, as the mean over some of the
changed functions. Nothing knows the change: each set is found in the code as it was before the commit.
"""

from collections.abc import Sequence

import msgspec

from bench.context.changed_together import ChangedTogether
from bench.context.missing_bodies import BYTES_IN_TOKEN, shown_symbols
from codeshed.build.size import size_function
from codeshed.context.context_tasks import Task
from codeshed.footprint.growth import Measure, MeasuredCode
from codeshed.footprint.options import FootprintOptions
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.answers.caps import caps_of
from codeshed.query.context.context_contract import ContextRequest
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import WRITERS, ContextFormat, FormatScale

PACK_TOKENS = 4000
SEEDS_OF_COMMIT = 3
"""So many functions of each commit are starts."""


class SetMeasure(msgspec.Struct, frozen=True):
    """The share of the other changed functions that a set holds, and its tokens."""

    share: float
    tokens: float


class CommitMeasure(msgspec.Struct, frozen=True, kw_only=True):
    """The sets of one commit, by name."""

    project: str
    commit: str
    n_functions: int
    sets: dict[str, SetMeasure]


def measure_commit(cases: ChangedTogether) -> CommitMeasure:
    """Return the mean of each set over the starts of a commit."""
    code = MeasuredCode(cases.graph, FootprintOptions(), include_tests=False)
    packer = ContextPacker(cases.graph, cases.sources)
    by_start = [_measure_start(cases, code, packer, start) for start in cases.seeds(SEEDS_OF_COMMIT)]
    return CommitMeasure(
        project=cases.project,
        commit=cases.commit,
        n_functions=len(cases.symbols),
        sets={name: _mean([sets[name] for sets in by_start]) for name in by_start[0]},
    )


def nearest_first(places: Sequence[tuple[str, int, int]], start_line: int, max_tokens: int) -> list[str]:
    """Return functions of a file, given as symbol, line and tokens, by their distance from a line, within a budget.

    What would exceed the budget is passed over.
    """
    held = []
    for symbol, _, tokens in sorted(places, key=lambda place: (abs(place[1] - start_line), place[0])):
        if tokens <= max_tokens:
            max_tokens -= tokens
            held.append(symbol)
    return held


def _measure_start(
    cases: ChangedTogether, code: MeasuredCode, packer: ContextPacker, start: str
) -> dict[str, SetMeasure]:
    others = frozenset(cases.symbols) - {start}
    row = code.row_by_symbol[start]
    reach, call_lines, write_lines = code.parts(row, Measure.WORKING_SET)
    endless = code.parts(row, Measure.FORWARD)[0]
    entered = {code.symbols[each] for each in reach.rows}
    in_lines = {code.symbols[group.source] for group in (*call_lines, *write_lines)}
    working_tokens = reach.total_size + sum(group.size for group in (*call_lines, *write_lines))
    in_file = _functions_of_file(code, row)
    tokens_by_symbol = {symbol: tokens for symbol, _, tokens in in_file}
    nearest = nearest_first(in_file, int(code.graph.nodes.spans[row][0]), working_tokens)
    file_and_set = entered | in_lines | tokens_by_symbol.keys()
    held, whole, pack_tokens = _pack(cases, packer, start, others)
    sets = {
        "two edges": (entered, reach.total_size),
        "working set": (entered | in_lines, working_tokens),
        "forward": ({code.symbols[each] for each in endless.rows}, endless.total_size),
        "nearest in the file, as many tokens": (nearest, sum(tokens_by_symbol[each] for each in nearest)),
        "same file": (tokens_by_symbol.keys(), sum(tokens_by_symbol.values())),
        "same file and working set": (
            file_and_set,
            working_tokens + sum(tokens_by_symbol[each] for each in tokens_by_symbol.keys() - entered),
        ),
        "context": (held, pack_tokens),
        "context, bodies": (whole, pack_tokens),
    }
    return {
        name: SetMeasure(len(others.intersection(members)) / len(others), float(tokens))
        for name, (members, tokens) in sets.items()
    }


def _functions_of_file(code: MeasuredCode, start: int) -> list[tuple[str, int, int]]:
    """Return the functions of the start's file: symbol, first line, tokens. One within another is part of the outer one."""
    nodes = code.graph.nodes
    return [
        (code.symbols[row], int(nodes.spans[row][0]), code.solver.view.size_list[row])
        for row in code.rows
        if nodes.files[row] == nodes.files[start]
        and (nodes.enclosing[row] == NO_ROW or nodes.kinds[nodes.enclosing[row]] != NodeKind.FUNCTION)
    ]


def _pack(
    cases: ChangedTogether, packer: ContextPacker, start: str, others: frozenset[str]
) -> tuple[frozenset[str], frozenset[str], int]:
    """Return which of the others a context holds, by signature or body, and by body; and its tokens."""
    size = size_function()
    request = ContextRequest(
        caps=caps_of(), max_tokens=PACK_TOKENS, max_bytes=PACK_TOKENS * BYTES_IN_TOKEN, task=Task.EDIT
    )
    made = packer.pack([start], request, FormatScale(ContextFormat.MD, size))
    text = WRITERS[ContextFormat.MD](made)
    bodies = [piece for piece in made.pieces if piece.form == "full"]
    held, whole = (
        shown_symbols(cases.graph, others, pieces, text, ContextFormat.MD) for pieces in (made.pieces, bodies)
    )
    return held, whole, size.measure(text)


def _mean(measures: Sequence[SetMeasure]) -> SetMeasure:
    return SetMeasure(
        sum(each.share for each in measures) / len(measures),
        sum(each.tokens for each in measures) / len(measures),
    )
