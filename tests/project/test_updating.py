"""An index that is brought up to date is the index that would be built."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from codeshed.errors import NothingToIndexError
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.repository_settings import Settings
from codeshed.model.semantic import ReferenceRole
from codeshed.project.index.index_refresh import open_repository, refresh_index
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.stored_resolution import StoredResolution
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.index.usable_index import open_usable
from codeshed.store.graph_file import open_graph
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import GENERATED
from tests.project.index_edits import check_index_edits, check_same_index
from tests.resolve.incremental import files_in
from tests.resolve.test_incremental import package_folder
from tests.support.rounds import rounds

_OFF = Settings(types="off")
_SHOP = {
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.price import total\n\ndef add(x):\n    return total(x)\n",
    "shop/price.py": "def total(x):\n    return x\n",
    "shop/other.py": "def alone():\n    pass\n",
}


def _shop(folder: Path) -> IndexRequest:
    for path, text in _SHOP.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return IndexRequest(root=folder, index_dir=folder / ".codeshed", settings=_OFF)


@pytest.mark.parametrize("seed", range(rounds(2)))
def test_edits_with_types(seed: int, tmp_path: Path) -> None:
    files = files_in(package_folder("iniconfig"))
    check_index_edits(files, tmp_path, seed=seed, n_edits=10, every=5, types="on")


@pytest.mark.parametrize("seed", range(rounds(2)))
def test_edits_without_types(seed: int, tmp_path: Path) -> None:
    files = files_in(package_folder("pluggy"))
    check_index_edits(files, tmp_path, seed=seed, n_edits=20, every=10, types="off")


def test_what_overrides_a_method_of_another_package(tmp_path: Path) -> None:
    root, on = tmp_path / "code", Settings(types="on")
    request = IndexRequest(root=root, index_dir=tmp_path / "index", settings=on)
    root.mkdir()
    (root / "cache.py").write_text(
        "from collections.abc import MutableMapping\n"
        "class Cache(MutableMapping):\n    def trim(self): self.popitem()\n"
    )
    bring_up_to_date(request)
    for number, body in enumerate(("def popitem(self): ...", "def other(self): ...", "popitem = 1")):
        (root / "recent.py").write_text(f"import cache\nclass Recent(cache.Cache):\n    {body}\n")
        bring_up_to_date(request)
        fresh = tmp_path / f"index-{number}"
        bring_up_to_date(IndexRequest(root=root, index_dir=fresh, settings=on))
        check_same_index(request.index_dir, fresh, body)
        with open_index(fresh) as index:
            references = StoredResolution(index).document("cache.py").references
        found = {each.target_symbol for each in references if each.role is ReferenceRole.CALL}
        assert ("recent.py::Recent.popitem" in found) is (number == 0)


def test_nothing_changed_is_nothing_done(tmp_path: Path) -> None:
    request = _shop(tmp_path)
    assert bring_up_to_date(request).rebuild_reason == "there was none"
    assert bring_up_to_date(request).is_unchanged


def test_an_edit_resolves_what_it_can_affect(tmp_path: Path) -> None:
    request = _shop(tmp_path)
    bring_up_to_date(request)
    (tmp_path / "shop/price.py").write_text("def total(x):\n    return x\n\ndef unasked():\n    pass\n")
    outcome = bring_up_to_date(request)
    assert (outcome.n_changed, outcome.n_resolved) == (1, 1)
    (tmp_path / "shop/price.py").write_text("def totals(x):\n    return x\n")
    assert bring_up_to_date(request).n_resolved == 2


def test_what_attributes_say_is_brought_in(tmp_path: Path) -> None:
    request = _shop(tmp_path)
    (tmp_path / "shop/made.go").write_text("package shop\n")
    bring_up_to_date(request)
    for number, (text, expected) in enumerate(
        (
            ("price.py linguist-generated\n*.go linguist-generated\n", {"shop/made.go", "shop/price.py"}),
            ("*.go linguist-generated\n", {"shop/made.go"}),
            ("*.go -linguist-generated\n", set()),
        )
    ):
        (tmp_path / ".gitattributes").write_text(text)
        assert refresh_index(request).n_changed > 0
        assert bring_up_to_date(request).is_unchanged
        fresh = replace(request, index_dir=tmp_path / f".codeshed-{number}")
        bring_up_to_date(fresh)
        check_same_index(request.index_dir, fresh.index_dir, text)
        with open_usable(request) as reader:
            assert {record.path for record in reader.files if record.status == GENERATED} == expected
            documents = StoredResolution(reader).iter_documents()
            assert {document.path for document in documents if document.is_generated} == expected


def test_an_answer_sees_another_manifest(tmp_path: Path) -> None:
    request = _shop(tmp_path)
    with open_repository(request).reader:
        pass
    (tmp_path / "package.json").write_text('{"name": "shop"}')
    opened = open_repository(request)
    opened.reader.close()
    assert opened.outcome is not None
    opened = open_repository(request)
    opened.reader.close()
    assert opened.outcome is None


def test_other_settings_build_anew(tmp_path: Path) -> None:
    request = _shop(tmp_path)
    bring_up_to_date(request)
    other = IndexRequest(
        root=tmp_path, index_dir=request.index_dir, settings=Settings(types="off", exclude=("other.py",))
    )
    outcome = bring_up_to_date(other)
    assert "settings" in outcome.rebuild_reason
    assert outcome.n_files == 3


def test_other_lists_of_common_names_build_anew(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(
        "class User: ...\ndef load() -> User: ...\ndef greet(user: User) -> str: ...\n"
    )

    def flows_with(settings: Settings) -> tuple[str, list[tuple[str, str]]]:
        request = IndexRequest(root=tmp_path, index_dir=tmp_path / ".codeshed", settings=settings)
        outcome = bring_up_to_date(request)
        with open_usable(request) as reader:
            assert reader.graph_path is not None
            edges = list(open_graph(reader.graph_path).iter_edges())
        flows = [(edge.source, edge.target) for edge in edges if edge.kind is EdgeKind.DATAFLOW]
        return outcome.rebuild_reason, flows

    assert flows_with(_OFF) == ("there was none", [("shop.py::load", "shop.py::greet")])
    rebuilt_because, flows = flows_with(Settings(types="off", excluded_types=("User",)))
    assert "settings" in rebuilt_because
    assert flows == []


def test_a_folder_without_code(tmp_path: Path) -> None:
    with pytest.raises(NothingToIndexError):
        bring_up_to_date(IndexRequest(root=tmp_path, index_dir=tmp_path / ".codeshed", settings=_OFF))


def test_entry_points_of_all_languages_outlive_edits_of_others(tmp_path: Path) -> None:
    request = _shop(tmp_path)
    test, main = tmp_path / "test_shop.py", tmp_path / "A.java"
    test.write_text("def test_all():\n    pass\n")
    main.write_text("class A { static void main(String[] args) {} }\n")
    (tmp_path / "B.java").write_text("class B { static void main(String[] args) {} }\n")

    def symbols() -> set[str]:
        bring_up_to_date(request)
        with open_usable(request) as reader:
            assert reader.graph_path is not None
            return {each.symbol for each in open_graph(reader.graph_path).entry_points}

    everything = {"A.java::A.main", "B.java::B.main", "test_shop.py::test_all"}
    assert symbols() == everything
    test.write_text("def test_more():\n    pass\n")
    assert symbols() == {"A.java::A.main", "B.java::B.main", "test_shop.py::test_more"}
    main.write_text("class A { static void run(String[] args) {} }\n")
    assert symbols() == {"B.java::B.main", "test_shop.py::test_more"}
    (tmp_path / "B.java").unlink()
    assert symbols() == {"test_shop.py::test_more"}


def test_how_far_it_is_is_told_file_by_file(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    request = replace(_shop(tmp_path), progress=lambda *news: told.append(news))
    (tmp_path / "page.js").write_text("function show() {}\n")
    bring_up_to_date(request)
    for stage, n_files in (
        ("reading", 5),
        ("following values, round 1", 4),
        ("resolving", 4),
        ("resolving other languages", 1),
    ):
        assert [news for news in told if news[0] == stage and news[2]][-1] == (stage, n_files, n_files)
