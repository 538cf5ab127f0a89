"""Which types of an index are not final: those that are provisional, and those that an engine failed to find.

Turns: Unsettled ↔ a shared value of an index; an index → the warning that an answer from it carries.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from codeshed.errors import StoreDamagedError
from codeshed.model.limits import WarningRecord
from codeshed.store.reading import IndexReader
from codeshed.store.records import TypesState

if TYPE_CHECKING:
    # An answer only asks whether all is settled, and loads nothing of what finds types.
    from codeshed.project.index.inventory import Inventory
    from codeshed.project.types.typed_files import TypeUpdate
    from codeshed.store.change import IndexChange

UNSETTLED = "unsettled_types"
"""The shared value of an index that says which of its types are not final; without it all are."""

N_TRIES = 3
"""So often answers run the engine again after it failed for a reason outside of the files; `codeshed index` always does."""


class Unsettled(msgspec.Struct, frozen=True, array_like=True):
    """What of an index is not final: files that were edited since its types were, and those with provisional types.

    `failed` are files whose types could not be found for a reason outside of them, `n_tries_left` says how often answers
    try to find these by themselves.
    """

    edited: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    n_tries_left: int = 0

    @property
    def paths(self) -> tuple[str, ...]:
        """All files whose types must be found again."""
        return tuple(sorted({*self.provisional, *self.failed}))

    @property
    def provisional(self) -> tuple[str, ...]:
        """The files whose types are provisional, or were known before an edit."""
        return tuple(sorted({*self.edited, *self.typed}))

    @property
    def state(self) -> TypesState:
        """What an index is called of which this is not final; where both is so, what an engine did not find."""
        if self.failed:
            return TypesState.INCOMPLETE
        return TypesState.PROVISIONAL if self.provisional else TypesState.COMPLETE

    def is_to_be_settled(self, *, is_asked_for: bool) -> bool:
        """Whether an update is to find types again; if it was not asked for, a failed engine is not run for ever."""
        return bool(self.provisional) or bool(self.failed_to_try(is_asked_for=is_asked_for))

    def failed_to_try(self, *, is_asked_for: bool) -> tuple[str, ...]:
        """Return the files for which a failed engine is run again."""
        return self.failed if is_asked_for or self.n_tries_left else ()

    def and_also(self, *, edited: Collection[str], typed: Collection[str]) -> "Unsettled":
        """Return what is not final after one more provisional update."""
        return replace(
            self,
            edited=tuple(sorted({*self.edited, *edited})),
            typed=tuple(sorted({*self.typed, *typed})),
        )

    def after(self, update: "TypeUpdate", paths: Collection[str]) -> "Unsettled":
        """Return what is not final after the engine ran; `paths` are all files that there are now.

        An engine that needs more than its time would need it each time: answers don't try that again.
        """
        again = update.paths_to_try_again
        still = {path for path in self.failed if path in paths and path not in update.types_by_path}
        failed = tuple(sorted(still | again))
        if not failed:
            return Unsettled()
        before = self.n_tries_left if self.failed else N_TRIES + 1
        spent = 1 if again else 0
        return Unsettled(failed=failed, n_tries_left=0 if update.is_out_of_time else max(0, before - spent))


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(Unsettled).decode


def read_unsettled(reader: IndexReader | None) -> Unsettled:
    """Return which types of an index are not final."""
    content = None if reader is None else reader.read_shared(UNSETTLED)
    if reader is None or content is None:
        return Unsettled()
    try:
        return _decode(content)
    except msgspec.MsgspecError as error:
        raise StoreDamagedError(
            str(reader.index_dir), f"its list of types that are not final is not readable: {error}"
        ) from error


def write_unsettled(unsettled: Unsettled, change: "IndexChange") -> None:
    """Say in an index which of its types are not final."""
    if unsettled.paths:
        change.put_shared(UNSETTLED, _encode(unsettled))
    else:
        change.remove_shared(UNSETTLED)


def is_settled(reader: IndexReader, *, is_asked_for: bool = False) -> bool:
    """Whether an update would find no types again; `is_asked_for` as in `Unsettled.is_to_be_settled`."""
    if reader.meta.types in {TypesState.COMPLETE, TypesState.OFF}:
        return True
    return not read_unsettled(reader).is_to_be_settled(is_asked_for=is_asked_for)


def unsettled_warnings(reader: IndexReader) -> tuple[WarningRecord, ...]:
    """Say, if types are not final, of how many files they are not and what to do."""
    if reader.meta.types in {TypesState.COMPLETE, TypesState.OFF}:
        return ()
    found = read_unsettled(reader)
    told = []
    if found.failed:
        told.append(
            WarningRecord(
                code="TYPES_INCOMPLETE",
                message=f"the types of {_files(found.failed)} are missing or may be incomplete, since the type engine did not finish: "
                + (
                    "the next run tries again"
                    if found.n_tries_left
                    else "answers no longer try again by themselves, `codeshed index` does"
                ),
            )
        )
    if found.provisional:
        told.append(
            WarningRecord(
                code="TYPES_PROVISIONAL",
                message=f"{_files(found.provisional)} shown provisionally: all that rests on the edits, types included, follows "
                "in a moment if `codeshed watch` runs, else with `codeshed index`",
            )
        )
    return tuple(told)


def count_shown(reader: IndexReader | None, unsettled: Unsettled, inventory: "Inventory") -> int:
    """Return how many of the files that changed an index showed already as they are now."""
    shown = frozenset(unsettled.edited)
    return sum(
        record.path in shown
        and record.path in inventory.contents
        and record.content_hash == inventory.hashes[record.path]
        for record in (() if reader is None else reader.files)
    )


def _files(paths: tuple[str, ...]) -> str:
    return "1 file" if len(paths) == 1 else f"{len(paths)} files"
