"""Packs that were read ahead are those of the revision that is updated, and of no other."""

from pathlib import Path

from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.pack_prefetch import PackPrefetch, read_packs
from codeshed.project.index.update import bring_up_to_date
from codeshed.store.index_reading import open_index


def _request(root: Path) -> IndexRequest:
    return IndexRequest(root=root, index_dir=root / ".codeshed", settings=Settings(types="off"))


def test_packs_of_an_older_revision_are_not_used(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    request = _request(tmp_path)
    bring_up_to_date(request)
    ahead = PackPrefetch(request.index_dir)
    with open_index(request.index_dir) as reader:
        assert [pack.heads for pack in ahead.packs(reader)] == [pack.heads for pack in read_packs(reader)]
    (tmp_path / "b.py").write_text("def g(): ...\n")
    bring_up_to_date(request)
    with open_index(request.index_dir) as reader:
        paths = [head.path for pack in ahead.packs(reader) for head in pack.heads]
    assert paths == ["a.py", "b.py"]


def test_without_an_index_there_is_nothing_to_read(tmp_path: Path) -> None:
    assert PackPrefetch(tmp_path / ".codeshed").packs(None) == []
