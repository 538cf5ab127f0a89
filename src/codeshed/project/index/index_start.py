"""What a run of `codeshed index` begins with."""

from pathlib import Path

import msgspec

from codeshed.model.limits import WarningRecord


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """The saved index that was loaded, or why there was none."""

    path: Path | None
    warnings: tuple[WarningRecord, ...] = ()
