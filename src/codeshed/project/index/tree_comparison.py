"""A tree compared with the index of it.

Turns: an IndexRequest, an open index and what was just found in the tree → what differs. Each thing is looked at when it is
asked for, and once.
"""

from functools import cached_property

from codeshed.discover.files import read_bytes
from codeshed.discover.left_out import Reason
from codeshed.discover.walk import Discovery
from codeshed.model.identity import content_hash
from codeshed.project.index.generated_files import marks_in, read_marks
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.inventory import (
    MANIFESTS,
    changed_manifests,
    count_altered,
    find_suspects,
    read_manifests,
)
from codeshed.project.index.omitted_files import differing_losses, find_losses, read_losses
from codeshed.store.reading import IndexReader

_MAX_DOUBTFUL = 20
_MAX_READ = 1000
"""So many files are read to find out whether they changed; of more it is enough to know that their times did."""


class TreeComparison:
    """How a tree differs from an index."""

    def __init__(self, request: IndexRequest, reader: IndexReader, discovery: Discovery) -> None:
        self._request = request
        self._reader = reader
        self._discovery = discovery

    @property
    def is_same(self) -> bool:
        """Whether nothing differs; if the times of many files leave that in doubt, it pays to write down what they hold."""
        return self._are_files_same and self._has_same_surroundings

    @property
    def is_small(self) -> bool:
        """Whether no more files differ than an answer brings in by itself."""
        return self._n_altered <= self._request.settings.refresh_max_files

    @cached_property
    def edited(self) -> tuple[str, ...]:
        """The files that changed, if nothing else did that concerns others: none came, went or decides of others."""
        known = {record.path for record in self._reader.files}
        if known != {*self._discovery.files} or not self._has_same_surroundings:
            return ()
        return self._changed_files

    @cached_property
    def differing(self) -> tuple[str, ...]:
        """The files and manifests that are not what they were when they were indexed, or are left out or no longer."""
        lost = differing_losses(read_losses(self._reader), find_losses(self._discovery))
        return tuple(sorted({*self._changed_files, *self._changed_manifests, *lost}))

    @cached_property
    def _n_altered(self) -> int:
        return count_altered(self._discovery, self._reader.files)

    @cached_property
    def _stale(self) -> tuple[str, ...]:
        """The files that are not, or may not be, what they were when they were indexed, by their times alone."""
        suspects, gone = find_suspects(self._discovery, self._reader.files, self._reader.meta.built_at)
        return tuple(sorted((*(stat.path for stat in suspects), *gone)))

    @cached_property
    def _are_files_same(self) -> bool:
        return not self._stale or (len(self._stale) <= _MAX_DOUBTFUL and not self._changed_files)

    @cached_property
    def _changed_files(self) -> tuple[str, ...]:
        """The files that are not what they were when they were indexed.

        Files that hold what they held are left out, whatever their times leave in doubt; but few are read.
        """
        if not self._stale or self._n_altered > _MAX_READ:
            return self._stale
        hashes = {record.path: record.content_hash for record in self._reader.files}
        # A file that is there and that a rule leaves out now is gone, whatever it holds.
        there = frozenset(self._discovery.files)
        return tuple(
            path for path in self._stale if path not in there or self._hash_of(path) != hashes.get(path)
        )

    def _hash_of(self, path: str) -> str:
        content = read_bytes(self._request.root, path)
        return "" if isinstance(content, Reason) else content_hash(content)

    @cached_property
    def _changed_manifests(self) -> tuple[str, ...]:
        manifests = read_manifests(self._request.root, self._discovery)
        return changed_manifests(self._reader.read_shared(MANIFESTS), manifests)

    @cached_property
    def _has_same_surroundings(self) -> bool:
        """Whether manifests, what is said of files beside them, and what is left out are what they were."""
        return (
            not self._changed_manifests
            and read_marks(self._reader) == marks_in(self._discovery)
            and read_losses(self._reader) == find_losses(self._discovery)
        )
