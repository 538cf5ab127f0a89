"""What did `codeshed clean` remove?

The record of `codeshed clean`, filled by its command.
"""

import msgspec


class RemovedIndex(msgspec.Struct, frozen=True, kw_only=True):
    """What was removed, and what stayed because it is not Codeshed's.

    `was_there` is false if there was no index. `cache_dir` is the user's cache, null if its removal was not asked for or no
    such folder can be had.
    """

    index_dir: str
    was_there: bool
    n_files: int
    n_bytes: int
    kept: tuple[str, ...]
    cache_dir: str | None = None
    n_cache_bytes: int = 0
