"""What an update will need at its end, read while it is being found out what changed.

Turns: a folder with an index → its PartPacks, and the tokenizer in memory. Reading waits for the disk, for memory and
for code that is not Python's, so that a thread beside the main one costs little.
"""

import threading
from pathlib import Path

from codeshed.build.part.pack import PartPack, decode_pack
from codeshed.build.size import size_function
from codeshed.model.sizes import DEFAULT_SIZE_FUNCTION
from codeshed.store.reading import IndexReader, open_index

PACKS = "pack"


class ReadAhead:
    """The packs of the index in a folder, which nobody changes meanwhile; without a folder there are none."""

    def __init__(self, index_dir: Path | None) -> None:
        self._index_dir = index_dir
        self._packs: list[PartPack] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._read, name="read ahead", daemon=True)
        self._thread.start()

    def packs(self) -> list[PartPack]:
        """Return all packs by path, as soon as they are there."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._packs

    def _read(self) -> None:
        try:
            # The first text takes as long as all others: a tokenizer makes itself ready with it.
            size_function(DEFAULT_SIZE_FUNCTION).measure("def f(): ...")
            if self._index_dir is not None:
                with open_index(self._index_dir) as reader:
                    self._packs = read_packs(reader)
        except BaseException as error:  # noqa: BLE001 - it is raised where the packs are asked for
            self._error = error


def read_packs(reader: IndexReader) -> list[PartPack]:
    """Return all packs of an index by path."""
    return [decode_pack(content) for _, content in reader.iter_parts(PACKS)]
