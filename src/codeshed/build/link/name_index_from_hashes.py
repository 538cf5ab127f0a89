"""The name index of a linked graph, made from the hashes that string interning has computed already.

Turns: the last name of every row, as written and in lower case → NameIndex.
"""

import numpy as np

from codeshed.build.link.integer_sorting import ranked, stable_order
from codeshed.build.link.string_union import Strings
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.columns import starts_of
from codeshed.graph.data.name_index import NameIndex
from codeshed.graph.data.tables import NodeTable


def index_names(names: Ints, lower_names: Ints, nodes: NodeTable, strings: Strings) -> NameIndex:
    """Index nodes by name. Names are string numbers, whose order is that of their hashes."""
    files = nodes.files
    numbers, ranks = ranked(names, len(strings))
    lower_of = np.zeros(len(strings), dtype=np.int32)
    lower_of[names] = lower_names
    lower_numbers, lower_ranks = ranked(lower_of[numbers], len(strings))
    n_files = int(files.max(initial=NO_ROW)) + 1
    return NameIndex(
        symbols=nodes.symbols,
        files=files,
        hashes=strings.hashes(numbers),
        starts=starts_of(np.bincount(ranks, minlength=len(numbers))),
        rows=stable_order(ranks * (n_files + 1) + files + 1).astype(np.int32),
        lower_hashes=strings.hashes(lower_numbers),
        spelling_starts=starts_of(np.bincount(lower_ranks, minlength=len(lower_numbers))),
        spellings=stable_order(lower_ranks).astype(np.int32),
    )
