"""Which files of a repository are not what they were when they were indexed.

Turns: a Discovery and the records of an index → Inventory. A file whose size and times are the same is taken to be the
same, unless it was written so shortly before the index that its times could not tell; others are read and compared.
"""

from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from codeshed.discover.files import read_bytes
from codeshed.discover.left_out import Reason
from codeshed.discover.survey import FileStat
from codeshed.discover.walk import Discovery
from codeshed.model.identity import content_hash
from codeshed.project.index.generated_files import Marks, marks_in
from codeshed.store.records import FileRecord

MANIFESTS = "manifests"
"""The shared value of an index that tells its manifests from others."""

_DOUBTFUL_SECONDS = 2
"""Some file systems count time in steps as long as this."""

_NANOSECONDS = 1_000_000_000


class Inventory(msgspec.Struct, frozen=True, kw_only=True):
    """What changed: files with other bytes and their new ones, files that are gone, and files only touched."""

    stats: dict[str, FileStat]
    contents: dict[str, bytes]
    """By path: the bytes of files that were added or edited, or are marked otherwise."""
    hashes: dict[str, str]
    """By path: the hashes of all files that can be read."""
    removed: tuple[str, ...]
    touched: tuple[str, ...]
    """Files with other times, but the same bytes."""
    marks: dict[str, bool]
    """By path: what is said of whether a program wrote a file, beside what it says itself."""
    n_doubtful: int
    """How many files had the same times and had to be read all the same."""
    unreadable: tuple[str, ...]

    @property
    def has_changes(self) -> bool:
        """Whether any file has other bytes, is marked otherwise, is new or is gone."""
        return bool(self.contents or self.removed)


def find_suspects(
    discovery: Discovery, records: tuple[FileRecord, ...], built_at: int
) -> tuple[tuple[FileStat, ...], tuple[str, ...]]:
    """Return the files that may have changed, by their sizes and times alone, and the paths that are gone."""
    record_by_path = {record.path: record for record in records}
    doubtful = (built_at - _DOUBTFUL_SECONDS) * _NANOSECONDS
    suspects = tuple(
        stat
        for stat in discovery.stats
        if not _is_same(stat, record_by_path.get(stat.path)) or max(stat.mtime_ns, stat.ctime_ns) >= doubtful
    )
    found = {stat.path for stat in discovery.stats}
    return suspects, tuple(sorted(record_by_path.keys() - found))


def count_altered(discovery: Discovery, records: tuple[FileRecord, ...]) -> int:
    """Return how many files are new, gone, or of another size or time; those that are only in doubt are none of them."""
    record_by_path = {record.path: record for record in records}
    found = {stat.path for stat in discovery.stats}
    n_other = sum(not _is_same(stat, record_by_path.get(stat.path)) for stat in discovery.stats)
    return n_other + len(record_by_path.keys() - found)


def _is_same(stat: FileStat, record: FileRecord | None) -> bool:
    return record is not None and (
        (stat.n_bytes, stat.mtime_ns, stat.ctime_ns, stat.inode)
        == (record.n_bytes, record.mtime_ns, record.ctime_ns, record.inode)
    )


def take_inventory(
    root: Path, discovery: Discovery, records: tuple[FileRecord, ...], built_at: int, known_marks: Marks
) -> Inventory:
    """Compare a repository with what an index says of it; all that may have changed is read."""
    record_by_path = {record.path: record for record in records}
    suspects, gone = find_suspects(discovery, records, built_at)
    marks = marks_in(discovery)
    remarked = {
        path for path in marks.keys() | known_marks.keys() if marks.get(path) is not known_marks.get(path)
    }
    known = {stat.path for stat in suspects}
    suspects += tuple(each for each in discovery.stats if each.path in remarked and each.path not in known)
    contents, unreadable, touched, n_doubtful = {}, [], [], 0
    hashes = {record.path: record.content_hash for record in records if record.path not in gone}
    for stat in suspects:
        content = read_bytes(root, stat.path)
        if isinstance(content, Reason):
            unreadable.append(stat.path)
            hashes.pop(stat.path, None)
            continue
        record = record_by_path.get(stat.path)
        hashes[stat.path] = content_hash(content)
        if record is None or record.content_hash != hashes[stat.path] or stat.path in remarked:
            contents[stat.path] = content
        elif _is_same(stat, record):
            n_doubtful += 1
        else:
            touched.append(stat.path)
    lost = [path for path in unreadable if path in record_by_path]
    return Inventory(
        stats={stat.path: stat for stat in discovery.stats},
        contents=contents,
        hashes=dict(sorted(hashes.items())),
        removed=tuple(sorted((*gone, *lost))),
        touched=tuple(touched),
        marks=marks,
        n_doubtful=n_doubtful,
        unreadable=tuple(unreadable),
    )


def read_manifests(root: Path, discovery: Discovery) -> dict[str, bytes]:
    """Return the files that say what packages offer, such as `pyproject.toml`, by path."""
    contents = {path: read_bytes(root, path) for path in discovery.manifests}
    return {path: content for path, content in contents.items() if isinstance(content, bytes)}


def manifests_key(manifests: Mapping[str, bytes]) -> bytes:
    """Return what tells manifests from others, and each of them from another."""
    return msgspec.msgpack.encode(_manifest_hashes(manifests))


def changed_manifests(key: bytes | None, manifests: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the manifests that are not those of a key, also those that came or went."""
    try:
        before = {} if key is None else msgspec.msgpack.decode(key, type=dict[str, str])
    except msgspec.MsgspecError:
        before = {}
    now = _manifest_hashes(manifests)
    return tuple(sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path)))


def _manifest_hashes(manifests: Mapping[str, bytes]) -> dict[str, str]:
    return {path: content_hash(content) for path, content in sorted(manifests.items())}


def tree_hash(hashes: Mapping[str, str]) -> str:
    """Return a hash of the paths and contents of all files."""
    return content_hash(msgspec.msgpack.encode(sorted(hashes.items())))


def name_of_package(root: Path, paths: Collection[str]) -> str:
    """Return the name by which the folder itself is imported, if it is a package."""
    name = root.resolve().name
    return name if "__init__.py" in paths and name.isidentifier() else ""
