"""An index as one file: it comes back as it was, and what is wrong with the file is said."""

import hashlib
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from codeshed.errors import (
    ArtifactUnusableError,
    ArtifactUnwritableError,
    IndexMissingError,
    IndexVersionError,
    StoreDamagedError,
)
from codeshed.store.artifact import artifact_name, find_artifacts, load_index, save_index
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_writing import rebuild_index
from tests.store.indexes import check_holds, contents_of, names_in, rebuild, set_format, update
from tests.store.test_damage import run_sql


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """An artifact of the second generation, made from an index that has been updated."""
    rebuild(tmp_path / ".codeshed", 1)
    update(tmp_path / ".codeshed", 2)
    return save_index(tmp_path / ".codeshed", tmp_path / "saved.index").path


def test_there_and_back(tmp_path: Path, saved: Path) -> None:
    other = tmp_path / "other" / ".codeshed"
    assert load_index(saved, other) == contents_of(2).meta
    check_holds(other, 2)
    assert names_in(other) == [".gitignore", "CURRENT", "graph-1.arrays", "index-1.sqlite", "lock"]
    update(other, 3)
    check_holds(other, 3)
    check_holds(tmp_path / ".codeshed", 2)
    assert names_in(tmp_path) == [".codeshed", "other", "saved.index"]


def test_it_takes_the_place_of_what_was_there(tmp_path: Path, saved: Path) -> None:
    rebuild(tmp_path / "other", 7)
    with open_index(tmp_path / "other") as reader:
        load_index(saved, tmp_path / "other")
        assert reader.is_superseded()
        assert reader.files == contents_of(7).files
    check_holds(tmp_path / "other", 2)


def test_it_takes_the_place_of_a_damaged_one(tmp_path: Path, saved: Path) -> None:
    rebuild(tmp_path / "other", 7)
    (tmp_path / "other" / "index-1.sqlite").write_bytes(b"")
    load_index(saved, tmp_path / "other")
    check_holds(tmp_path / "other", 2)


def test_the_same_index_gives_the_same_bytes(tmp_path: Path, saved: Path) -> None:
    rebuild(tmp_path / "other", 2)
    again = save_index(tmp_path / "other", tmp_path / "again.index").path
    assert again.read_bytes() == saved.read_bytes()


def test_an_index_without_a_graph(tmp_path: Path) -> None:
    with lock_index(tmp_path / "a", "writing") as lock, rebuild_index(lock) as change:
        change.put_shared("names", b"all there is")
        change.commit(contents_of(1).meta)
    save_index(tmp_path / "a", tmp_path / "saved.index")
    load_index(tmp_path / "saved.index", tmp_path / "b")
    with open_index(tmp_path / "b") as reader:
        assert reader.graph_path is None
        assert tuple(reader.iter_shared()) == (("names", b"all there is"),)


def test_any_tar_can_list_it(saved: Path) -> None:
    with tarfile.open(saved) as archive:
        assert archive.getnames() == ["manifest.json", "index.sqlite", "graph.arrays"]
        manifest = archive.extractfile("manifest.json")
        assert manifest is not None
        assert json.load(manifest)["meta"]["tree_hash"] == contents_of(2).meta.tree_hash


def test_finding_artifacts(tmp_path: Path, saved: Path) -> None:
    folder = tmp_path / "artifacts"
    folder.mkdir()
    assert find_artifacts(folder).artifacts == ()
    for generation in (1, 2):
        rebuild(tmp_path / ".codeshed", generation)
        save_index(tmp_path / ".codeshed", folder / artifact_name(f"{generation:x}" * 40))
    (folder / "codeshed-garbage.index").write_bytes(b"garbage" * 1000)
    (folder / "codeshed-folder.index").mkdir()
    (folder / "codeshed-link.index").symlink_to(saved)
    (folder / "other.txt").write_text("other")
    assert [(artifact.path.name, artifact.meta) for artifact in find_artifacts(folder).artifacts] == [
        ("codeshed-111111111111.index", contents_of(1).meta),
        ("codeshed-222222222222.index", contents_of(2).meta),
        ("codeshed-link.index", contents_of(2).meta),
    ]
    with pytest.raises(ArtifactUnusableError, match="No such file"):
        find_artifacts(tmp_path / "missing")


def test_nothing_to_save_and_nowhere_to_save_it(tmp_path: Path, saved: Path) -> None:
    with pytest.raises(IndexMissingError):
        save_index(tmp_path / "missing", tmp_path / "x.index")
    with pytest.raises(ArtifactUnwritableError, match="No such file"):
        save_index(tmp_path / ".codeshed", tmp_path / "missing" / "x.index")
    for path in (tmp_path / "missing.index", tmp_path):
        with pytest.raises(ArtifactUnusableError):
            load_index(path, tmp_path / "other")
    assert saved.exists()


def test_a_damaged_index_is_not_saved(tmp_path: Path) -> None:
    rebuild(tmp_path / ".codeshed", 1)
    run_sql(tmp_path / ".codeshed" / "index-1.sqlite", "UPDATE shared SET value = x'00'")
    with pytest.raises(StoreDamagedError):
        save_index(tmp_path / ".codeshed", tmp_path / "x.index")
    rebuild(tmp_path / ".codeshed", 1)
    graph = next((tmp_path / ".codeshed").glob("graph*"))
    with open_index(tmp_path / ".codeshed"):
        graph.write_bytes(graph.read_bytes()[:-1] + b"?")
    with pytest.raises(StoreDamagedError):
        save_index(tmp_path / ".codeshed", tmp_path / "x.index")
    assert names_in(tmp_path) == [".codeshed"]


def test_a_flipped_byte_is_found_or_does_not_matter(tmp_path: Path, saved: Path) -> None:
    content = bytearray(saved.read_bytes())
    rebuild(tmp_path / "other", 7)
    outcomes = set()
    positions = {*range(0, 3000, 41), *range(3000, len(content), 4999), len(content) - 1}
    for position in sorted(positions):
        content[position] ^= 0xFF
        saved.write_bytes(content)
        try:
            outcomes.add(check_load(saved, tmp_path / "other"))
        except BaseException as error:
            error.add_note(
                f"the byte at {position} of {len(content)}; there are {names_in(tmp_path / 'other')}"
            )
            raise
        content[position] ^= 0xFF
    assert outcomes == {"loaded", "refused"}


def check_load(file: Path, index_dir: Path) -> str:
    """What is loaded is right; what is refused leaves the old index."""
    try:
        load_index(file, index_dir)
    except (ArtifactUnusableError, IndexVersionError):
        check_holds(index_dir, 7)
        return "refused"
    check_holds(index_dir, 2)
    rebuild(index_dir, 7)
    return "loaded"


def test_a_file_that_is_cut_off(tmp_path: Path, saved: Path) -> None:
    content = saved.read_bytes()
    rebuild(tmp_path / "other", 7)
    for n_bytes in (0, 1, 511, 512, 700, 5000, len(content) // 2, len(content) - 2000):
        saved.write_bytes(content[:n_bytes])
        assert check_load(saved, tmp_path / "other") == "refused"


Members = dict[str, bytes]


def read_members(file: Path) -> Members:
    with tarfile.open(file) as archive:
        return {entry.name: (archive.extractfile(entry) or io.BytesIO()).read() for entry in archive}


def write_members(file: Path, members: Members) -> None:
    with tarfile.open(file, "w") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def change_manifest(members: Members, field: str, value: object) -> None:
    manifest = json.loads(members["manifest.json"])
    members["manifest.json"] = json.dumps({**manifest, field: value}).encode()


def rename_database(members: Members, name: str) -> None:
    content = members.pop("index.sqlite")
    graph = members.pop("graph.arrays")
    manifest = json.loads(members["manifest.json"])
    manifest["members"][0]["name"] = name
    members.update({"manifest.json": json.dumps(manifest).encode(), name: content, "graph.arrays": graph})


def put_other_database(members: Members, content: bytes) -> None:
    manifest = json.loads(members["manifest.json"])
    manifest["members"][0].update(n_bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    members.update({"manifest.json": json.dumps(manifest).encode(), "index.sqlite": content})


def swap_members(members: Members) -> None:
    members["index.sqlite"] = members.pop("index.sqlite")


@pytest.mark.parametrize(
    "attack",
    [
        lambda members: rename_database(members, "../../escaped.sqlite"),
        lambda members: rename_database(members, "/tmp/escaped.sqlite"),  # noqa: S108 - nothing is written there
        lambda members: rename_database(members, "CURRENT"),
        lambda members: put_other_database(members, b""),
        lambda members: put_other_database(members, b"SQLite format 3\0" + bytes(10_000)),
        lambda members: change_manifest(members, "members", []),
        lambda members: change_manifest(members, "format", "zip"),
        lambda members: change_manifest(members, "meta", {"signature": "another", "tree_hash": "another"}),
        lambda members: change_manifest(members, "meta", 7),
        lambda members: members.update({"manifest.json": b"x" * 2_000_000}),
        lambda members: members.update({"manifest.json": b"\xff\xfe"}),
        lambda members: members.update({"graph.arrays": b""}),
        swap_members,
    ],
)
def test_a_file_that_was_made_to_do_harm(
    tmp_path: Path, saved: Path, attack: Callable[[Members], None]
) -> None:
    members = read_members(saved)
    attack(members)
    write_members(saved, members)
    rebuild(tmp_path / "other", 7)
    before = [names_in(folder) for folder in (tmp_path.parent, tmp_path, tmp_path / "other")]
    assert check_load(saved, tmp_path / "other") == "refused"
    assert [names_in(folder) for folder in (tmp_path.parent, tmp_path, tmp_path / "other")] == before


def test_a_file_of_another_format(tmp_path: Path, saved: Path) -> None:
    members = read_members(saved)
    members["manifest.json"] = b'{"format": "codeshed-index", "format_version": 2, "meta": "unknown to us"}'
    write_members(saved, members)
    with pytest.raises(IndexVersionError, match="format 2"):
        load_index(saved, tmp_path / "other")
    saved.rename(tmp_path / "codeshed-saved.index")
    found = find_artifacts(tmp_path)
    assert (found.artifacts, found.n_of_other_versions, found.n_unreadable) == ((), 1, 0)


def test_a_file_with_a_database_of_another_format(tmp_path: Path, saved: Path) -> None:
    """Its manifest is not believed: the database says itself what it is."""
    members = read_members(saved)
    database = tmp_path / "database"
    database.write_bytes(members["index.sqlite"])
    set_format(database, 7)
    members["index.sqlite"] = database.read_bytes()
    manifest = json.loads(members["manifest.json"])
    manifest["members"][0]["sha256"] = hashlib.sha256(members["index.sqlite"]).hexdigest()
    members["manifest.json"] = json.dumps(manifest).encode()
    write_members(saved, members)
    rebuild(tmp_path / "other", 7)
    with pytest.raises(IndexVersionError, match=f"{saved.name} was written by a newer version .* format 7"):
        load_index(saved, tmp_path / "other")
    check_holds(tmp_path / "other", 7)


def test_a_link_or_folder_in_the_archive(tmp_path: Path, saved: Path) -> None:
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE):
        with tarfile.open(saved, "w") as archive:
            entry = tarfile.TarInfo("manifest.json")
            entry.type = kind
            entry.linkname = "/etc/passwd"
            archive.addfile(entry)
        with pytest.raises(ArtifactUnusableError, match="something else"):
            load_index(saved, tmp_path / "other")
