"""Many values, some at a time.

Turns: pairs of key and value → lists of them of a bounded size. What goes wrong while values are made goes wrong here,
and is not taken for trouble with the place where they are written.
"""

from collections.abc import Iterable, Iterator

_BATCH_BYTES = 1_000_000


def iter_batches(values: Iterable[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    """Gather values until they have a megabyte."""
    batch: list[tuple[str, bytes]] = []
    n_bytes = 0
    for key, value in values:
        batch.append((key, value))
        n_bytes += len(value)
        if n_bytes >= _BATCH_BYTES:
            yield batch
            batch, n_bytes = [], 0
    if batch:
        yield batch
