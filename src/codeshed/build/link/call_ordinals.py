"""Which call of a function each is: the first, the second.

Turns: mentions by file and place → the number of each call among those of its source, whether they are resolved or not.
"""

import numpy as np

from codeshed.build.link.joined_columns import Mentions
from codeshed.build.link.reference_edges import Sources
from codeshed.build.part.document_part import MentionFlag
from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.columns import run_starts


def number_calls(mentions: Mentions, sources: Sources) -> Ints:
    """Return the ordinals of calls, from 1; of what is no call it is 0. What stands at one place is one call."""
    ordinals = np.zeros(len(mentions), dtype=np.int32)
    calls = np.flatnonzero(mentions.has(MentionFlag.CALL))
    if not len(calls):
        return ordinals
    rows = sources.closure[calls]
    order = np.argsort(rows, kind="stable")
    calls, rows = calls[order], rows[order]
    firsts = run_starts(rows)
    spans = mentions.spans[calls]
    is_next = np.ones(len(calls), dtype=np.bool_)
    is_next[1:] = np.any(spans[1:] != spans[:-1], axis=1) | (rows[1:] != rows[:-1])
    n_so_far = np.cumsum(is_next)
    before = np.repeat(n_so_far[firsts] - 1, np.diff(np.append(firsts, len(calls))))
    ordinals[calls] = n_so_far - before
    return ordinals
