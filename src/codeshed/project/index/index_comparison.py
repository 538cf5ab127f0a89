"""Compare a repository's files with its index, to decide how an answer refreshes it.

Turns: an IndexRequest, an open index and a Discovery → what differs. Each comparison is lazy and made once.
"""

import itertools
from collections.abc import Iterator
from functools import cached_property

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.source_discovery import Discovery
from codeshed.model.symbol_ids import content_hash
from codeshed.project.index.file_inventory import (
    MANIFESTS,
    count_differing_stats,
    find_changed_manifests,
    find_possibly_changed,
    read_manifests,
)
from codeshed.project.index.generated_files import find_marks, read_stored_marks
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.omitted_files import find_changed_omissions, find_omissions, read_stored_omissions
from codeshed.store.index_reading import IndexReader

_MAX_DOUBTFUL = 20
_MAX_READ = 1000
"""Above so many differing files, changed times count as changes and no file is read."""


class IndexComparison:
    """How a repository differs from its index."""

    def __init__(self, request: IndexRequest, reader: IndexReader, discovery: Discovery) -> None:
        self._request = request
        self._reader = reader
        self._discovery = discovery

    @property
    def is_same(self) -> bool:
        """Whether nothing differs. Many files with doubtful times count as a difference: an update records their hashes."""
        return self._are_files_same and self._has_same_context

    @property
    def is_small(self) -> bool:
        """Whether so few files changed that an answer updates the index unasked.

        A fresh checkout gives all files new times. So where times say that many changed, their content decides.
        """
        limit = self._request.settings.refresh_max_files
        return self._n_differing <= limit or self._has_at_most(limit)

    @cached_property
    def edited_paths(self) -> tuple[str, ...]:
        """The changed files, if a quick update can handle them: no file was added or removed, and no manifest or rule changed."""
        known = {record.path for record in self._reader.files}
        if known != {*self._discovery.files} or not self._has_same_context:
            return ()
        return self._changed_files

    @cached_property
    def differing_paths(self) -> tuple[str, ...]:
        """The files and manifests that changed since they were indexed, and files whose omission changed."""
        lost = find_changed_omissions(read_stored_omissions(self._reader), find_omissions(self._discovery))
        return tuple(sorted({*self._changed_files, *self._changed_manifests, *lost}))

    @cached_property
    def _n_differing(self) -> int:
        return count_differing_stats(self._discovery, self._reader.files)

    @cached_property
    def _maybe_changed(self) -> tuple[str, ...]:
        """The files that may have changed, by size and times alone."""
        suspects, gone = find_possibly_changed(
            self._discovery, self._reader.files, self._reader.meta.built_at
        )
        return tuple(sorted((*(stat.path for stat in suspects), *gone)))

    @cached_property
    def _are_files_same(self) -> bool:
        return not self._maybe_changed or (
            len(self._maybe_changed) <= _MAX_DOUBTFUL and not self._changed_files
        )

    @cached_property
    def _changed_files(self) -> tuple[str, ...]:
        """The files that changed since they were indexed, by their hashes.

        If too many would have to be read, size and times decide instead.
        """
        if not self._maybe_changed or self._n_differing > _MAX_READ:
            return self._maybe_changed
        return tuple(self._iter_changed())

    def _has_at_most(self, n_files: int) -> bool:
        """Whether at most so many files changed; no more files are read than that takes."""
        return sum(1 for _ in itertools.islice(self._iter_changed(), n_files + 1)) <= n_files

    def _iter_changed(self) -> Iterator[str]:
        """Yield the changed files, by their hashes."""
        hashes = {record.path: record.content_hash for record in self._reader.files}
        # A file that a rule ignores now is gone, even if its content is the same.
        discovered = frozenset(self._discovery.files)
        for path in self._maybe_changed:
            if path not in discovered or self._hash_of(path) != hashes.get(path):
                yield path

    def _hash_of(self, path: str) -> str:
        content = read_bytes(self._request.root, path)
        return "" if isinstance(content, Reason) else content_hash(content)

    @cached_property
    def _changed_manifests(self) -> tuple[str, ...]:
        manifests = read_manifests(self._request.root, self._discovery)
        return find_changed_manifests(self._reader.read_shared(MANIFESTS), manifests)

    @cached_property
    def _has_same_context(self) -> bool:
        """Whether manifests, marks of generated files and omissions are those of the index."""
        return (
            not self._changed_manifests
            and read_stored_marks(self._reader) == find_marks(self._discovery)
            and read_stored_omissions(self._reader) == find_omissions(self._discovery)
        )
