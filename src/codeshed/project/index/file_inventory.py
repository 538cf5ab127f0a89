"""Find the files of a repository that changed since they were indexed.

Turns: a Discovery and the file records of an index → Inventory. A file with the same size and times counts as unchanged,
unless it is "racy" (git's word): written so shortly before the index that a later write might have the same times. All
others are read, and their hashes compared.
"""

from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.source_discovery import Discovery
from codeshed.discover.survey import FileStat
from codeshed.model.symbol_ids import content_hash
from codeshed.project.index.generated_files import Marks, find_marks
from codeshed.store.index_records import IndexedFile

MANIFESTS = "manifests"
"""The key of the manifests' hashes among an index's shared values."""

_RACY_SECONDS = 2
"""Some file systems have time stamps as coarse as this."""

_NANOSECONDS = 1_000_000_000


class Inventory(msgspec.Struct, frozen=True, kw_only=True):
    """All files of a repository, and which of them changed, were removed or only touched."""

    stats: dict[str, FileStat]
    changed_contents: dict[str, bytes]
    """By path: the bytes of files that were added or edited, or whose generated mark changed."""
    hashes: dict[str, str]
    """By path: the hashes of all readable files."""
    removed: tuple[str, ...]
    touched: tuple[str, ...]
    """Files with new times but the same bytes."""
    marks: dict[str, bool]
    """By path: whether `.gitattributes` marks a file as generated."""
    n_racy: int
    """How many racy files were read: same size, times and bytes."""
    unreadable: tuple[str, ...]

    @property
    def has_changes(self) -> bool:
        """Whether any file was added, edited, removed or marked differently."""
        return bool(self.changed_contents or self.removed)


def find_possibly_changed(
    discovery: Discovery, records: tuple[IndexedFile, ...], built_at: int
) -> tuple[tuple[FileStat, ...], tuple[str, ...]]:
    """Return the files that may have changed, by size and times alone, and the paths that are gone."""
    record_by_path = {record.path: record for record in records}
    racy_since = (built_at - _RACY_SECONDS) * _NANOSECONDS
    candidates = tuple(
        stat
        for stat in discovery.stats
        if not _has_same_stat(stat, record_by_path.get(stat.path))
        or max(stat.mtime_ns, stat.ctime_ns) >= racy_since
    )
    found = {stat.path for stat in discovery.stats}
    return candidates, tuple(sorted(record_by_path.keys() - found))


def count_differing_stats(discovery: Discovery, records: tuple[IndexedFile, ...]) -> int:
    """Return how many files were added, removed, or have another size or time; racy files do not count."""
    record_by_path = {record.path: record for record in records}
    found = {stat.path for stat in discovery.stats}
    n_other = sum(not _has_same_stat(stat, record_by_path.get(stat.path)) for stat in discovery.stats)
    return n_other + len(record_by_path.keys() - found)


def _has_same_stat(stat: FileStat, record: IndexedFile | None) -> bool:
    return record is not None and (
        (stat.n_bytes, stat.mtime_ns, stat.ctime_ns, stat.inode)
        == (record.n_bytes, record.mtime_ns, record.ctime_ns, record.inode)
    )


def take_inventory(
    root: Path, discovery: Discovery, records: tuple[IndexedFile, ...], built_at: int, known_marks: Marks
) -> Inventory:
    """Compare a repository with the file records of its index; files that may have changed are read."""
    record_by_path = {record.path: record for record in records}
    candidates, gone = find_possibly_changed(discovery, records, built_at)
    marks = find_marks(discovery)
    remarked = {
        path for path in marks.keys() | known_marks.keys() if marks.get(path) is not known_marks.get(path)
    }
    known = {stat.path for stat in candidates}
    candidates += tuple(each for each in discovery.stats if each.path in remarked and each.path not in known)
    contents, unreadable, touched, n_doubtful = {}, [], [], 0
    hashes = {record.path: record.content_hash for record in records if record.path not in gone}
    for stat in candidates:
        content = read_bytes(root, stat.path)
        if isinstance(content, Reason):
            unreadable.append(stat.path)
            hashes.pop(stat.path, None)
            continue
        record = record_by_path.get(stat.path)
        hashes[stat.path] = content_hash(content)
        if record is None or record.content_hash != hashes[stat.path] or stat.path in remarked:
            contents[stat.path] = content
        elif _has_same_stat(stat, record):
            n_doubtful += 1
        else:
            touched.append(stat.path)
    lost = [path for path in unreadable if path in record_by_path]
    return Inventory(
        stats={stat.path: stat for stat in discovery.stats},
        changed_contents=contents,
        hashes=dict(sorted(hashes.items())),
        removed=tuple(sorted((*gone, *lost))),
        touched=tuple(touched),
        marks=marks,
        n_racy=n_doubtful,
        unreadable=tuple(unreadable),
    )


def read_manifests(root: Path, discovery: Discovery) -> dict[str, bytes]:
    """Return the contents of manifests such as `pyproject.toml`, by path."""
    contents = {path: read_bytes(root, path) for path in discovery.manifests}
    return {path: content for path, content in contents.items() if isinstance(content, bytes)}


def encode_manifest_hashes(manifests: Mapping[str, bytes]) -> bytes:
    """Return the encoded hashes of manifests, which an index stores to notice changes."""
    return msgspec.msgpack.encode(_manifest_hashes(manifests))


def find_changed_manifests(key: bytes | None, manifests: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the manifests that were edited, added or removed since a key was made."""
    try:
        before = {} if key is None else msgspec.msgpack.decode(key, type=dict[str, str])
    except msgspec.MsgspecError:
        before = {}
    now = _manifest_hashes(manifests)
    return tuple(sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path)))


def _manifest_hashes(manifests: Mapping[str, bytes]) -> dict[str, str]:
    return {path: content_hash(content) for path, content in sorted(manifests.items())}


def tree_hash(hashes: Mapping[str, str]) -> str:
    """Return a hash of all paths and file hashes."""
    return content_hash(msgspec.msgpack.encode(sorted(hashes.items())))


def root_package_name(root: Path, paths: Collection[str]) -> str:
    """Return the name by which the root folder itself is imported, if it is a package; else an empty one."""
    name = root.resolve().name
    return name if "__init__.py" in paths and name.isidentifier() else ""
