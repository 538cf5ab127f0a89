"""Unsettled types of an index: provisional ones of quick updates, and missing ones where the engine failed.

Turns: UnsettledTypes ↔ a shared value of an index; an index → the warnings that its answers carry.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from codeshed.errors import StoreDamagedError
from codeshed.model.answers.truncation import TYPES_PROVISIONAL, WarningRecord
from codeshed.store.index_reading import IndexReader
from codeshed.store.index_records import TypesState

if TYPE_CHECKING:
    # Answers only read this state, and should not load the code that finds types.
    from codeshed.project.index.file_inventory import Inventory
    from codeshed.project.types.type_records import TypeUpdate
    from codeshed.store.index_change import IndexChange

UNSETTLED = "unsettled_types"
"""The key of this state among an index's shared values; without it all types are final."""

MAX_RETRIES = 3
"""How often answers retry an engine that failed for a reason outside of the files; `codeshed index` always retries."""


class UnsettledTypes(msgspec.Struct, frozen=True, array_like=True):
    """The files whose types are not final.

    `edited` were edited since the last full update, `typed` have provisional types, `failed` have none because the engine
    failed for a reason outside of them. `n_retries_left` is how often answers still retry these.
    """

    edited: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    n_retries_left: int = 0

    @property
    def paths(self) -> tuple[str, ...]:
        """All files whose types must be found again."""
        return tuple(sorted({*self.provisional, *self.failed}))

    @property
    def provisional(self) -> tuple[str, ...]:
        """The files whose types are provisional, or older than an edit."""
        return tuple(sorted({*self.edited, *self.typed}))

    @property
    def state(self) -> TypesState:
        """The state of the index as a whole: incomplete before provisional, if both are true."""
        if self.failed:
            return TypesState.INCOMPLETE
        return TypesState.PROVISIONAL if self.provisional else TypesState.COMPLETE

    def needs_engine_run(self, *, is_asked_for: bool) -> bool:
        """Whether an update must find types. Unless the user asked for the update, retries of a failed engine are limited."""
        return bool(self.provisional) or bool(self.failed_to_retry(is_asked_for=is_asked_for))

    def failed_to_retry(self, *, is_asked_for: bool) -> tuple[str, ...]:
        """Return the files for which a failed engine runs again."""
        return self.failed if is_asked_for or self.n_retries_left else ()

    def with_quick_update(self, *, edited: Collection[str], typed: Collection[str]) -> "UnsettledTypes":
        """Return the state after one more quick update."""
        return replace(
            self,
            edited=tuple(sorted({*self.edited, *edited})),
            typed=tuple(sorted({*self.typed, *typed})),
        )

    def after_engine_run(self, update: "TypeUpdate", paths: Collection[str]) -> "UnsettledTypes":
        """Return the state after a run of the engine; `paths` are all files that there are now.

        An engine that hit its time limit would hit it again, so answers do not retry it.
        """
        again = update.paths_to_retry
        still = {path for path in self.failed if path in paths and path not in update.types_by_path}
        failed = tuple(sorted(still | again))
        if not failed:
            return UnsettledTypes()
        before = self.n_retries_left if self.failed else MAX_RETRIES + 1
        spent = 1 if again else 0
        return UnsettledTypes(
            failed=failed, n_retries_left=0 if update.has_timed_out else max(0, before - spent)
        )


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(UnsettledTypes).decode


def read_unsettled(reader: IndexReader | None) -> UnsettledTypes:
    """Return which types of an index are not final."""
    content = None if reader is None else reader.read_shared(UNSETTLED)
    if reader is None or content is None:
        return UnsettledTypes()
    try:
        return _decode(content)
    except msgspec.MsgspecError as error:
        raise StoreDamagedError(
            str(reader.index_dir), f"its list of types that are not final is not readable: {error}"
        ) from error


def write_unsettled(unsettled: UnsettledTypes, change: "IndexChange") -> None:
    """Write which types of an index are not final."""
    if unsettled.paths:
        change.put_shared(UNSETTLED, _encode(unsettled))
    else:
        change.remove_shared(UNSETTLED)


def is_settled(reader: IndexReader, *, is_asked_for: bool = False) -> bool:
    """Whether no types must be found; `is_asked_for` as in `UnsettledTypes.needs_engine_run`."""
    if reader.meta.types in {TypesState.COMPLETE, TypesState.OFF}:
        return True
    return not read_unsettled(reader).needs_engine_run(is_asked_for=is_asked_for)


def unsettled_warnings(reader: IndexReader) -> tuple[WarningRecord, ...]:
    """Return warnings with the numbers of files whose types are not final."""
    if reader.meta.types in {TypesState.COMPLETE, TypesState.OFF}:
        return ()
    found = read_unsettled(reader)
    warnings = []
    if found.failed:
        warnings.append(
            WarningRecord(
                code="TYPES_INCOMPLETE",
                message=f"the types of {_files(found.failed)} are missing or may be incomplete, since the type engine did not finish: "
                + (
                    "the next run tries again"
                    if found.n_retries_left
                    else "answers no longer try again by themselves, `codeshed index` does"
                ),
            )
        )
    if found.provisional:
        warnings.append(
            WarningRecord(
                code=TYPES_PROVISIONAL,
                message=f"{_files(found.provisional)} shown provisionally: all that rests on the edits, types included, follows "
                "in a moment if `codeshed watch` runs, else with `codeshed index`",
            )
        )
    return tuple(warnings)


def count_quick_updates(reader: IndexReader | None, unsettled: UnsettledTypes, inventory: "Inventory") -> int:
    """Return how many changed files an earlier quick update showed as they are now."""
    shown = frozenset(unsettled.edited)
    return sum(
        record.path in shown
        and record.path in inventory.changed_contents
        and record.content_hash == inventory.hashes[record.path]
        for record in (() if reader is None else reader.files)
    )


def _files(paths: tuple[str, ...]) -> str:
    return "1 file" if len(paths) == 1 else f"{len(paths)} files"
