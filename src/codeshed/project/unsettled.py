"""Which types of an index are provisional.

Turns: Unsettled ↔ a shared value of an index; an index → the warning that an answer from it carries.
"""

from collections.abc import Collection

import msgspec

from codeshed.errors import StoreDamagedError
from codeshed.model.limits import WarningRecord
from codeshed.store.change import IndexChange
from codeshed.store.reading import IndexReader
from codeshed.store.records import TypesState

UNSETTLED = "unsettled_types"
"""The shared value of an index that says which of its types are provisional; without it none are."""


class Unsettled(msgspec.Struct, frozen=True, array_like=True):
    """What of an index is not final: files that were edited since its types were, and those with provisional types."""

    edited: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All files whose types must be found again."""
        return tuple(sorted({*self.edited, *self.typed}))

    def and_also(self, *, edited: Collection[str], typed: Collection[str]) -> "Unsettled":
        """Return what is not final after one more provisional update."""
        return Unsettled(
            edited=tuple(sorted({*self.edited, *edited})), typed=tuple(sorted({*self.typed, *typed}))
        )


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(Unsettled).decode


def read_unsettled(reader: IndexReader | None) -> Unsettled:
    """Return which types of an index are provisional."""
    content = None if reader is None else reader.read_shared(UNSETTLED)
    if reader is None or content is None:
        return Unsettled()
    try:
        return _decode(content)
    except msgspec.MsgspecError as error:
        raise StoreDamagedError(
            str(reader.index_dir), f"its list of provisional types is not readable: {error}"
        ) from error


def write_unsettled(unsettled: Unsettled, change: IndexChange) -> None:
    """Say in an index which of its types are provisional."""
    if unsettled.paths:
        change.put_shared(UNSETTLED, _encode(unsettled))
    else:
        change.remove_shared(UNSETTLED)


def provisional_warnings(reader: IndexReader) -> tuple[WarningRecord, ...]:
    """Say, if types are provisional, of how many files they are and what to do."""
    if reader.meta.types is not TypesState.PROVISIONAL:
        return ()
    n_files = len(read_unsettled(reader).paths)
    files = "1 file" if n_files == 1 else f"{n_files} files"
    return (
        WarningRecord(
            code="TYPES_PROVISIONAL",
            message=f"the types of {files} are provisional: `codeshed watch` makes them final in a moment if it runs, "
            "`codeshed index` does otherwise",
        ),
    )
