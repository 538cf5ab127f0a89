"""Artifacts: an index as one file, saved on one machine and loaded on another.

Turns: the folder of an index ↔ a file.

The file is an uncompressed tar of a manifest, the database and the graph. An artifact is not trusted: each member must have
the expected name, so no path is taken from it; nothing is decompressed, so nothing can explode; all bytes are checked
against the manifest before the index becomes current, and against the index's own checksums when it is read.
"""

import hashlib
import os
import re
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

import msgspec

from codeshed.errors import (
    ArtifactUnusableError,
    ArtifactUnwritableError,
    IndexUnavailableError,
    IndexVersionError,
    StoreDamagedError,
)
from codeshed.store.durable_files import open_regular_file, sync_file, sync_folder
from codeshed.store.index_change import IndexChange
from codeshed.store.index_layout import FOLDER_NAME, read_pointer
from codeshed.store.index_lock import DEFAULT_WAIT_SECONDS, LockHolder, lock_index
from codeshed.store.index_reading import IndexReader, open_index
from codeshed.store.index_records import FORMAT_VERSION, IndexMeta
from codeshed.store.index_writing import adopt_database, rebuild_index

_FORMAT_NAME = "codeshed-index"
_MANIFEST, _DATABASE, _GRAPH = "manifest.json", "index.sqlite", "graph.arrays"
_MAX_MANIFEST_BYTES = 1_000_000
_CHUNK = 1024 * 1024
_N_TREE_DIGITS = 12
_FILE_NAME = re.compile(r"codeshed-.*\.index")


class ArtifactMember(msgspec.Struct, frozen=True, kw_only=True):
    """A file in an artifact."""

    name: str
    n_bytes: int
    sha256: str


class ArtifactManifestHead(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that a manifest has in every format."""

    format: str
    format_version: int


class ArtifactManifest(ArtifactManifestHead, frozen=True, kw_only=True):
    """The content of an artifact: what it is an index of, and its members."""

    meta: IndexMeta
    members: tuple[ArtifactMember, ...]


class Artifact(msgspec.Struct, frozen=True, kw_only=True):
    """A saved index, and what it is an index of."""

    path: Path
    meta: IndexMeta


class ArtifactFolder(msgspec.Struct, frozen=True, kw_only=True):
    """The artifacts in a folder that this version can load, sorted by name, and the numbers of others."""

    artifacts: tuple[Artifact, ...]
    n_of_other_versions: int
    n_unreadable: int


def artifact_name(tree_hash: str) -> str:
    """Return the file name for the artifact of a tree, by which it can be found."""
    return f"codeshed-{tree_hash[:_N_TREE_DIGITS]}.index"


def find_artifacts(folder: Path) -> ArtifactFolder:
    """Return the artifacts in a folder; only their manifests are read."""
    found = []
    n_of_other_versions = n_unreadable = 0
    try:
        paths = sorted(path for path in folder.iterdir() if _FILE_NAME.fullmatch(path.name))
    except OSError as error:
        raise ArtifactUnusableError(
            str(folder), error.strerror or str(error), hint="name a folder with saved indexes"
        ) from None
    for path in paths:
        try:
            found.append(read_artifact(path))
        except IndexVersionError:
            n_of_other_versions += 1
        except ArtifactUnusableError:
            n_unreadable += 1
    return ArtifactFolder(
        artifacts=tuple(found), n_of_other_versions=n_of_other_versions, n_unreadable=n_unreadable
    )


def read_artifact(file: Path) -> Artifact:
    """Read the manifest of an artifact."""
    with _open_artifact(file) as (_, manifest):
        return Artifact(path=file, meta=manifest.meta)


def check_save_target(file: Path) -> None:
    """Raise ArtifactUnwritableError if a file exists that is no artifact, so that saving never overwrites other files."""
    beginning = _MANIFEST.encode()
    try:
        with file.open("rb") as stream:
            found = stream.read(len(beginning))
    except OSError:
        return
    if found and found != beginning:
        raise ArtifactUnwritableError(
            str(file), "that file is no saved index", hint="choose another name, or remove it first"
        )


def save_index(index_dir: Path, file: Path) -> Artifact:
    """Save the current revision of an index as one file, checking every value."""
    with open_index(index_dir) as reader:
        try:
            with tempfile.TemporaryDirectory(dir=file.parent, prefix=".codeshed-save-") as folder:
                aside = Path(folder) / "artifact"
                _write_artifact(reader, _copy_values(reader, Path(folder) / FOLDER_NAME), aside)
                sync_file(aside)
                aside.replace(file)
            sync_folder(file.parent)
        except OSError as error:
            raise ArtifactUnwritableError(str(file), error.strerror or str(error)) from error
        except IndexUnavailableError as error:
            if error.index_dir == str(index_dir):
                raise
            raise ArtifactUnwritableError(str(file), error.reason) from error
        return Artifact(path=file, meta=reader.meta)


def _copy_values(reader: IndexReader, index_dir: Path) -> Path:
    """Copy everything but the graph into a new, compact database, and return its path."""
    with lock_index(index_dir, "saving") as lock, rebuild_index(lock) as change:
        change.put_files(reader.files)
        for kind in reader.part_kinds:
            change.put_parts(kind, reader.iter_parts(kind))
        for kind, value in reader.iter_shared():
            change.put_shared(kind, value)
        change.commit(reader.meta)
    return index_dir / read_pointer(index_dir).database


def _write_artifact(reader: IndexReader, database: Path, target: Path) -> None:
    contents = [(_DATABASE, database)]
    if reader.graph_path is not None:
        reader.check_graph()
        contents.append((_GRAPH, reader.graph_path))
    members = tuple(
        ArtifactMember(name=name, n_bytes=path.stat().st_size, sha256=_sha256(path))
        for name, path in contents
    )
    manifest = ArtifactManifest(
        format=_FORMAT_NAME, format_version=FORMAT_VERSION, meta=reader.meta, members=members
    )
    encoded = msgspec.json.format(msgspec.json.encode(manifest))
    with target.open("xb") as stream:
        stream.write(_header(_MANIFEST, len(encoded)) + encoded + _padding(len(encoded)))
        for member, (_, path) in zip(members, contents, strict=True):
            stream.write(_header(member.name, member.n_bytes))
            with path.open("rb") as source:
                while chunk := source.read(_CHUNK):
                    stream.write(chunk)
            stream.write(_padding(member.n_bytes))
        stream.write(bytes(2 * tarfile.BLOCKSIZE))


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _header(name: str, n_bytes: int) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.size = n_bytes
    return entry.tobuf(tarfile.GNU_FORMAT)


def _padding(n_bytes: int) -> bytes:
    return bytes(-n_bytes % tarfile.BLOCKSIZE)


def load_index(
    file: Path,
    index_dir: Path,
    *,
    wait_seconds: float = DEFAULT_WAIT_SECONDS,
    on_wait: Callable[[LockHolder], None] = lambda _: None,
) -> IndexMeta:
    """Make a saved index the current one, after it is checked; until then the old one stays current."""
    with (
        _open_artifact(file) as (stream, manifest),
        lock_index(index_dir, "loading", wait_seconds=wait_seconds, on_wait=on_wait) as lock,
    ):
        try:
            with adopt_database(
                lock, lambda path: _extract(file, stream, manifest.members[0], path)
            ) as change:
                _finish_loading(file, stream, manifest, change)
        except StoreDamagedError as error:
            raise ArtifactUnusableError(str(file), error.what) from error
        except IndexVersionError as error:
            raise IndexVersionError(str(file), error.found, error.supported) from error
        return manifest.meta


def _finish_loading(file: Path, stream: BinaryIO, manifest: ArtifactManifest, change: IndexChange) -> None:
    if change.old_meta != manifest.meta:
        raise ArtifactUnusableError(str(file), "its manifest belongs to another index")
    for member in manifest.members[1:]:
        change.put_graph(partial(_extract, file, stream, member))
    change.commit(manifest.meta)


@contextmanager
def _open_artifact(file: Path) -> Iterator[tuple[BinaryIO, ArtifactManifest]]:
    """Open an artifact and read its manifest; the stream is then at its first member."""
    try:
        stream = os.fdopen(open_regular_file(file, os.O_RDONLY, follow_links=True), "rb")
    except OSError as error:
        raise ArtifactUnusableError(str(file), error.strerror or str(error), hint="check the path") from None
    with stream:
        yield stream, _read_manifest(file, stream)


def _read_manifest(file: Path, stream: BinaryIO) -> ArtifactManifest:
    n_bytes = _read_header(file, stream, _MANIFEST)
    if n_bytes > _MAX_MANIFEST_BYTES:
        raise ArtifactUnusableError(str(file), "its manifest is too large")
    encoded = stream.read(n_bytes)
    stream.read(len(_padding(n_bytes)))
    try:
        head = msgspec.json.decode(encoded, type=ArtifactManifestHead)
        if head.format == _FORMAT_NAME and head.format_version != FORMAT_VERSION:
            raise IndexVersionError(str(file), head.format_version, FORMAT_VERSION)
        manifest = msgspec.json.decode(encoded, type=ArtifactManifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArtifactUnusableError(str(file), f"its manifest is not one: {error}") from None
    names = tuple(member.name for member in manifest.members)
    if manifest.format != _FORMAT_NAME or names not in {(_DATABASE,), (_DATABASE, _GRAPH)}:
        raise ArtifactUnusableError(str(file), "its manifest is that of something else")
    return manifest


def _read_header(file: Path, stream: BinaryIO, name: str) -> int:
    """Read the tar header of the next member, which must have this name; return its size."""
    try:
        entry = tarfile.TarInfo.frombuf(stream.read(tarfile.BLOCKSIZE), "utf-8", "surrogateescape")
    except tarfile.HeaderError as error:
        raise ArtifactUnusableError(str(file), f"it is not a saved index, or cut off: {error}") from None
    if entry.name != name or entry.type != tarfile.REGTYPE or entry.size < 0:
        raise ArtifactUnusableError(str(file), f"it holds something else where {name} should be")
    return entry.size


def _extract(file: Path, stream: BinaryIO, member: ArtifactMember, target: Path) -> None:
    """Write the next member to a new file, and check its size and hash against the manifest."""
    n_left = _read_header(file, stream, member.name)
    if n_left != member.n_bytes:
        raise ArtifactUnusableError(str(file), f"{member.name} has another size than its manifest says")
    digest = hashlib.sha256()
    with target.open("xb") as written:
        while n_left and (chunk := stream.read(min(_CHUNK, n_left))):
            written.write(chunk)
            digest.update(chunk)
            n_left -= len(chunk)
    stream.read(len(_padding(member.n_bytes)))
    if digest.hexdigest() != member.sha256:
        raise ArtifactUnusableError(str(file), f"{member.name} is damaged")
