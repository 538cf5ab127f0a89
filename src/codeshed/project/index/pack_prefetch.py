"""Prefetch what linking needs, on a thread, while an update still looks for changes.

Turns: an index folder → its PartPacks, read and decoded; the tokenizer is loaded as well.
"""

from pathlib import Path

import msgspec

from codeshed.build.part.part_pack import PartPack, decode_pack
from codeshed.build.size import preload_tokenizer
from codeshed.errors import CodeshedError
from codeshed.model.background_task import BackgroundTask
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.store.index_reading import IndexReader, open_index

PACKS = "pack"


class _Read(msgspec.Struct, frozen=True):
    """The packs of one revision of an index."""

    revision: str
    packs: list[PartPack]


class PackPrefetch:
    """A prefetch of the packs of an index, if there is one; it starts at once."""

    def __init__(self, index_dir: Path) -> None:
        self._index_dir = index_dir
        self._reading = BackgroundTask(self._read)

    def packs(self, reader: IndexReader | None) -> list[PartPack]:
        """Return all packs of a revision by path; if another revision was prefetched, they are read again."""
        read = self._reading.result()
        if reader is None:
            return []
        return read.packs if read is not None and read.revision == reader.revision else read_packs(reader)

    def _read(self) -> _Read | None:
        preload_tokenizer(DEFAULT_SIZE_FUNCTION)
        try:
            with open_index(self._index_dir) as reader:
                return _Read(reader.revision, read_packs(reader))
        except CodeshedError:
            # The update opens the index too, and reports what is wrong.
            return None


def read_packs(reader: IndexReader) -> list[PartPack]:
    """Return all packs of an index, by path."""
    return [decode_pack(content) for _, content in reader.iter_parts(PACKS)]
