"""The nodes of each file.

Turns: the files of nodes → rows by file, so that a query of a file or folder costs only what is in it.
"""

from bisect import bisect_left

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints, Offsets
from codeshed.graph.data.columns import StringColumn, encoded, offsets_of_lengths

_BEHIND_SLASH = "0"
"""The character after `/`: the paths of a folder sort between `folder/` and `folder0`."""


class FileIndex(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes by file: those of file `f` are `rows[starts[f]:starts[f + 1]]`, in row order."""

    starts: Offsets
    rows: Ints

    def find_in_files(self, files: range) -> Ints:
        """Return the nodes of a range of files, by file and row."""
        if not files:
            return self.rows[:0]
        return self.rows[self.starts[files.start] : self.starts[files.stop]]


def index_files(files: Ints, n_files: int) -> FileIndex:
    """Index nodes by file; nodes without a file are left out."""
    placed = np.flatnonzero(files != NO_ROW)
    order = placed[np.argsort(files[placed], kind="stable")]
    return FileIndex(
        starts=offsets_of_lengths(np.bincount(files[placed], minlength=n_files)), rows=order.astype(np.int32)
    )


def find_files_below(files: StringColumn, folder: str) -> range:
    """Return the range of files in a folder or below it, given sorted paths; `.` is the root."""
    if folder in {"", "."}:
        return range(len(files))
    inside = folder.rstrip("/")
    rows = range(len(files))
    first = bisect_left(rows, encoded(f"{inside}/"), key=files.blobs.__getitem__)
    return range(first, bisect_left(rows, encoded(f"{inside}{_BEHIND_SLASH}"), key=files.blobs.__getitem__))
