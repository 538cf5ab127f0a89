"""Where an index is."""

from pathlib import Path

from codeshed.store.index_layout import index_dir_of


def test_in_the_repository(tmp_path: Path) -> None:
    assert index_dir_of(tmp_path, environment={}) == tmp_path / ".codeshed"
    assert index_dir_of(tmp_path, environment={"CODESHED_INDEX_DIR": ""}) == tmp_path / ".codeshed"


def test_where_the_caller_says(tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    assert index_dir_of(tmp_path, chosen, environment={"CODESHED_INDEX_DIR": "/elsewhere"}) == chosen


def test_the_variable_serves_many_repositories(tmp_path: Path) -> None:
    environment = {"CODESHED_INDEX_DIR": str(tmp_path / "indexes")}
    roots = [tmp_path / "a" / "shop", tmp_path / "b" / "shop"]
    for root in roots:
        root.mkdir(parents=True)
    folders = [index_dir_of(root, environment=environment) for root in roots]
    assert len(set(folders)) == 2
    assert all(folder.parent == tmp_path / "indexes" for folder in folders)
    assert all(folder.name.startswith("shop-") for folder in folders)
    assert index_dir_of(tmp_path / "b" / "." / "shop", environment=environment) == folders[1]
