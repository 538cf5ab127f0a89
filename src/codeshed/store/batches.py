"""Batches of values for writing.

Turns: pairs of key and value → lists of a bounded size. An exception of the iterator that produces the values is raised
here, and not within a transaction, where it would look like a failure of the disk.
"""

from collections.abc import Iterable, Iterator

_BATCH_BYTES = 1_000_000


def iter_batches(values: Iterable[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    """Yield lists of values of about a megabyte each."""
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
