"""Programs that code starts become edges to the functions that this repository declares for them.

Turns: uses of `ext:command:shop` + entry points → `usage` edges to `shop.cli:main`, for `shop` in the scripts of a manifest.
"""

from collections.abc import Iterable

import numpy as np

from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import References
from codeshed.build.link.reference_edges import ReferenceSources
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.semantic import EntryPoint
from codeshed.model.symbol_ids import COMMAND_PREFIX

_SCRIPT = "script"


def draft_program_edges(
    references: References,
    entry_points: Iterable[EntryPoint],
    strings: InternedStrings,
    symbols: SymbolRows,
    sources: ReferenceSources,
) -> EdgeDrafts:
    """Draft an edge from each place that starts a program to each function that is declared for it."""
    pairs: list[tuple[int, int]] = []
    for each in entry_points:
        if each.kind != _SCRIPT or not each.detail:
            continue
        program = strings.find(f"{COMMAND_PREFIX}{each.detail}")
        function = strings.find(each.symbol)
        row = NO_ROW if function == NO_STRING else int(symbols.row_of[function])
        if program != NO_STRING and row != NO_ROW:
            pairs += [(int(place), row) for place in np.flatnonzero(references.targets == program)]
    unique = np.array(sorted(set(pairs)), dtype=np.int32).reshape(-1, 2)
    chosen, rows = unique[:, 0], unique[:, 1]
    return EdgeDrafts(
        sources=sources.closure[chosen],
        targets=rows,
        kinds=np.full(len(rows), EdgeKind.USAGE, dtype=np.uint8),
        confidences=references.confidences[chosen],
        provenances=references.provenances[chosen],
        flags=np.zeros(len(rows), dtype=np.uint8),
        sites=chosen,
    )
