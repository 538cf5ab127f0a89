"""The names that nodes are found by.

Turns: the last name of every row, as it is and in lower case → NameIndex.
"""

import numpy as np

from codeshed.build.link.strings import Strings
from codeshed.graph.arrays import Ints
from codeshed.graph.columns import BlobColumn, StringColumn, starts_of
from codeshed.graph.name_index import NameIndex


def index_names(names: Ints, lower_names: Ints, files: Ints, strings: Strings) -> NameIndex:
    """Index rows by name, given as strings by number, whose order is that of their hashes."""
    numbers, places, ranks = np.unique(names, return_index=True, return_inverse=True)
    lower_numbers, lower_ranks = np.unique(lower_names[places], return_inverse=True)
    return NameIndex(
        names=StringColumn(blobs=BlobColumn.of(strings.pieces(numbers))),
        hashes=strings.hashes(numbers),
        starts=starts_of(np.bincount(ranks, minlength=len(numbers))),
        rows=np.lexsort((files, ranks)).astype(np.int32),
        files=files,
        lower_hashes=strings.hashes(lower_numbers),
        spelling_starts=starts_of(np.bincount(lower_ranks, minlength=len(lower_numbers))),
        spellings=np.argsort(lower_ranks, kind="stable").astype(np.int32),
    )
