"""Ordinals of calls within their function: the first call, the second. Call site ids are made of them.

Turns: references in the order of files and spans → the ordinal of each call, resolved or not.
"""

import numpy as np

from codeshed.build.link.joined_columns import References
from codeshed.build.link.reference_edges import ReferenceSources
from codeshed.build.part.document_part import ReferenceFlag
from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.columns import run_starts


def number_calls(references: References, sources: ReferenceSources) -> Ints:
    """Return ordinals from 1, and 0 for references that are no calls. References at the same span are the same call."""
    ordinals = np.zeros(len(references), dtype=np.int32)
    calls = np.flatnonzero(references.has(ReferenceFlag.CALL))
    if not len(calls):
        return ordinals
    rows = sources.closure[calls]
    order = np.argsort(rows, kind="stable")
    calls, rows = calls[order], rows[order]
    firsts = run_starts(rows)
    spans = references.spans[calls]
    is_next = np.ones(len(calls), dtype=np.bool_)
    is_next[1:] = np.any(spans[1:] != spans[:-1], axis=1) | (rows[1:] != rows[:-1])
    n_so_far = np.cumsum(is_next)
    n_before_source = np.repeat(n_so_far[firsts] - 1, np.diff(np.append(firsts, len(calls))))
    ordinals[calls] = n_so_far - n_before_source
    return ordinals
