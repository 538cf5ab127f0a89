"""Copies an index to another folder, where an update goes on from it.

Turns: an open index and a folder → an index there. The one that is read stays as it is.
"""

import contextlib
import shutil
from pathlib import Path

from codeshed.errors import IndexMissingError
from codeshed.store.index_layout import read_pointer
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import IndexReader
from codeshed.store.index_writing import adopt_database


def copy_index(reader: IndexReader, index_dir: Path) -> None:
    """Copy the revision that a reader has open, unless there is an index in the folder already."""
    with lock_index(index_dir, "copying") as lock:
        with contextlib.suppress(IndexMissingError):
            read_pointer(index_dir)
            return
        graph = reader.graph_path

        def copy_graph(path: Path) -> None:
            if graph is not None:
                shutil.copyfile(graph, path)

        with adopt_database(lock, reader.write_copy) as change:
            if graph is not None:
                change.put_graph(copy_graph)
            change.commit(reader.meta)
