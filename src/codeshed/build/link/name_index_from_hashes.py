"""The name index of a linked graph, made from the hashes that string interning has computed already.

Turns: the last name of every row, as written and in lower case → NameIndex.
"""

import numpy as np

from codeshed.build.link.integer_sorting import rank_values, stable_argsort
from codeshed.build.link.string_union import InternedStrings
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.name_index import NameIndex
from codeshed.graph.data.tables import NodeTable


def index_hashed_names(
    names: Ints, lower_names: Ints, nodes: NodeTable, strings: InternedStrings
) -> NameIndex:
    """Index nodes by name. Names are string numbers, whose order is that of their hashes."""
    files = nodes.files
    numbers, ranks = rank_values(names, len(strings))
    lower_of = np.zeros(len(strings), dtype=np.int32)
    lower_of[names] = lower_names
    lower_numbers, lower_ranks = rank_values(lower_of[numbers], len(strings))
    n_files = int(files.max(initial=NO_ROW)) + 1
    return NameIndex(
        symbols=nodes.symbols,
        files=files,
        hashes=strings.hashes(numbers),
        starts=offsets_of_lengths(np.bincount(ranks, minlength=len(numbers))),
        rows=stable_argsort(ranks * (n_files + 1) + files + 1).astype(np.int32),
        lower_hashes=strings.hashes(lower_numbers),
        spelling_starts=offsets_of_lengths(np.bincount(lower_ranks, minlength=len(lower_numbers))),
        spellings=stable_argsort(lower_ranks).astype(np.int32),
    )
