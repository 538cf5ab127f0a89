"""The repository at another revision: what was committed, indexed as if from nothing, outside the user's folder."""

import subprocess
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

import codeshed
from codeshed.api.project import Project
from codeshed.errors import RevisionIncompleteError, RevisionNotKeptError, RevisionUnknownError
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.revisions.open_revision import Revision, prepare_revision
from codeshed.project.revisions.revision_cache import list_slots
from codeshed.store.cache_folder import remove_cache, user_cache_folder
from tests.project.index_edits import check_same_index
from tests.support.repositories import Repository

OFF = Settings(types="off")
_LARGE = 1_000_000_000


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit(
        codeshed_toml='types = "off"\n',
        app__a_py="def f(): ...\n",
        app__b_py="from app.a import f\ndef g(): f()\n",
    )
    repository.commit(app__a_py="def f(): ...\n\ndef new(): f()\n")
    return repository


def test_a_project_answers_about_the_commit(shop: Repository) -> None:
    shop.write(app__a_py="def f(): ...\n\ndef unsaved(): f()\n")
    with codeshed.open_project(shop.root) as project:
        assert _callers_of_f(project.open_revision("HEAD~1")) == ["g"]
        assert _callers_of_f(project.open_revision("HEAD")) == ["g", "new"]
        assert _callers_of_f(project) == ["g", "unsaved"]


def test_a_revision_of_a_revision_is_one_of_the_repository(shop: Repository) -> None:
    with codeshed.open_project(shop.root) as project:
        first = project.open_revision("HEAD~1")
        assert _callers_of_f(first.open_revision("main")) == ["g", "new"]


def test_graphs_in_memory_have_the_settings_of_the_working_tree(shop: Repository) -> None:
    shop.write(codeshed_toml='types = "off"\nexclude = ["app/b.py"]\n')
    with codeshed.open_project(shop.root) as project:
        old = project.open_revision("HEAD~1")
        assert "app/b.py::g" not in old.code_graph(size_function="words").nodes.symbols
        assert "app/b.py::g" not in old.code_graph().nodes.symbols


def test_sources_are_those_of_the_commit(shop: Repository) -> None:
    with codeshed.open_project(shop.root) as project:
        old = project.open_revision("HEAD~1")
        assert "def new" not in old.context("app/a.py::f").to_text()
        assert old.root != shop.root
        assert (old.root / "app" / "a.py").read_text(encoding="utf-8") == "def f(): ...\n"


def test_nothing_is_written_below_the_repository(shop: Repository, tmp_path: Path) -> None:
    before = _listing(shop.root)
    _prepare(shop.root, "HEAD~1", tmp_path / "cache")
    assert _listing(shop.root) == before


@pytest.mark.parametrize("has_own_index", [True, False])
def test_an_index_equals_one_from_nothing(shop: Repository, tmp_path: Path, *, has_own_index: bool) -> None:
    if has_own_index:
        bring_up_to_date(_request(shop.root))
    found = _prepare(shop.root, "HEAD~1", tmp_path / "cache")
    later = _prepare(shop.root, "HEAD", tmp_path / "cache")

    for number, (revision, each) in enumerate((("HEAD~1", found), ("HEAD", later))):
        copy = tmp_path / str(number) / "shop"
        shop.git("worktree", "add", "--quiet", "--detach", str(copy), revision)
        bring_up_to_date(_request(copy))
        check_same_index(each.index_dir, copy / ".codeshed", revision)


def test_a_revision_is_made_once(shop: Repository, tmp_path: Path) -> None:
    found = _prepare(shop.root, "HEAD~1", tmp_path / "cache")
    (found.root / "app" / "a.py").touch()
    time = (found.index_dir / "CURRENT").stat().st_mtime_ns

    assert found.was_made
    assert _prepare(shop.root, "main~1", tmp_path / "cache") == replace(found, was_made=False)
    assert (found.index_dir / "CURRENT").stat().st_mtime_ns >= time
    assert len(list_slots(tmp_path / "cache")) == 1


def test_two_at_once_make_one(shop: Repository, tmp_path: Path) -> None:
    found: list[Revision] = []
    threads = [
        threading.Thread(target=lambda: found.append(_prepare(shop.root, "HEAD", tmp_path / "cache")))
        for _ in range(3)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert any(each.was_made for each in found)
    # A thread that comes late finds what the others made.
    assert {replace(each, was_made=True) for each in found} == {replace(found[0], was_made=True)}
    assert len(list_slots(tmp_path / "cache")) == 1


def test_a_folder_of_the_repository_has_only_its_files(shop: Repository, tmp_path: Path) -> None:
    shop.commit(other__c_py="x = 1\n")
    found = _prepare(shop.root / "app", "HEAD", tmp_path / "cache")
    assert found.root.name == "app"
    assert [each.name for each in sorted(found.root.iterdir())] == ["a.py", "b.py"]


def test_git_knows_the_commits_by_id(shop: Repository) -> None:
    with codeshed.open_project(shop.root) as project:
        old = project.open_revision("HEAD")
        report = old.affected("HEAD~1..HEAD")
    assert [each.name for each in report.packages] == ["app"]


def test_settings_are_those_of_the_working_tree(shop: Repository) -> None:
    shop.write(codeshed_toml='types = "off"\nexclude = ["b.py"]\n')
    with codeshed.open_project(shop.root) as project:
        assert _callers_of_f(project.open_revision("HEAD")) == ["new"]


def test_links_and_names_of_git_do_no_harm(shop: Repository, tmp_path: Path) -> None:
    (shop.root / "way").symlink_to(tmp_path)
    (shop.root / "a_link.py").symlink_to("app/a.py")
    shop.commit()
    found = _prepare(shop.root, "HEAD", tmp_path / "cache")
    assert (found.root / "way").is_symlink()
    assert (found.root / "a_link.py").readlink() == Path("app/a.py")


def test_the_longest_unused_is_removed_first(
    shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codeshed.project.revisions.revision_cache._IN_USE_SECONDS", -1)
    _prepare(shop.root, "HEAD~1", tmp_path / "cache")
    kept = _prepare(shop.root, "HEAD", tmp_path / "cache", max_bytes=1)
    assert [slot.index_dir for slot in list_slots(tmp_path / "cache")] == [kept.index_dir]


def test_one_in_use_stays(shop: Repository, tmp_path: Path) -> None:
    _prepare(shop.root, "HEAD~1", tmp_path / "cache")
    _prepare(shop.root, "HEAD", tmp_path / "cache", max_bytes=1)
    assert len(list_slots(tmp_path / "cache")) == 2


def test_cleaning_the_cache_removes_revisions(shop: Repository, tmp_path: Path) -> None:
    _prepare(shop.root, "HEAD", tmp_path / "cache")
    assert remove_cache(tmp_path / "cache") > 1000
    assert list_slots(tmp_path / "cache") == ()


@pytest.mark.parametrize("revision", ["nothing", "HEAD~7", "", "--upload-pack=x", "HEAD:app"])
def test_an_unknown_revision(shop: Repository, tmp_path: Path, revision: str) -> None:
    with pytest.raises(RevisionUnknownError):
        _prepare(shop.root, revision, tmp_path / "cache")


def test_a_folder_without_git(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "a.py").write_text("x = 1\n")
    with pytest.raises(RevisionUnknownError, match="not a git repository"):
        _prepare(tmp_path / "plain", "HEAD", tmp_path / "cache")


def test_no_git(shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RevisionUnknownError, match="git cannot be run"):
        _prepare(shop.root, "HEAD", tmp_path / "cache")


def test_a_shallow_clone_has_its_own_commits(shop: Repository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    _clone(shop.root, clone, "--depth=1")
    assert _prepare(clone, "HEAD", tmp_path / "cache").commit == shop.git("rev-parse", "HEAD")
    with pytest.raises(RevisionUnknownError) as error:
        _prepare(clone, "HEAD~1", tmp_path / "cache")
    assert "shallow" in error.value.hint


def test_a_clone_without_contents(shop: Repository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shop.git("config", "uploadpack.allowFilter", "true")
    _clone(shop.root, clone, "--filter=blob:none")
    with pytest.raises(RevisionIncompleteError):
        _prepare(clone, "HEAD~1", tmp_path / "cache")


def test_submodules_are_named(shop: Repository) -> None:
    inner = Repository(shop.root / "inner")
    inner.commit(c_py="x = 1\n")
    shop.commit()
    with codeshed.open_project(shop.root) as project:
        graph = project.open_revision("HEAD").code_graph()
    assert [each.code for each in graph.warnings] == ["SUBMODULES_LEFT_OUT"]


def test_no_cache_folder(shop: Repository) -> None:
    with pytest.raises(RevisionNotKeptError):
        prepare_revision(_request(shop.root), "HEAD", None, max_bytes=_LARGE)


def test_a_cache_that_is_a_file(shop: Repository, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    with pytest.raises(RevisionNotKeptError):
        _prepare(shop.root, "HEAD", tmp_path / "cache")


def test_the_cache_of_the_user_is_used(shop: Repository) -> None:
    with codeshed.open_project(shop.root) as project:
        root = project.open_revision("HEAD").root
    cache = user_cache_folder()
    assert cache is not None
    assert root.is_relative_to(cache / "revisions")


def _prepare(root: Path, revision: str, cache: Path, *, max_bytes: int = _LARGE) -> Revision:
    return prepare_revision(_request(root), revision, cache, max_bytes=max_bytes)


def _request(root: Path) -> IndexRequest:
    return IndexRequest(root=root, index_dir=root / ".codeshed", settings=OFF)


def _callers_of_f(project: Project) -> list[str]:
    with project:
        return sorted(each.node.name for each in project.callers("app/a.py::f").neighbours)


def _listing(root: Path) -> list[tuple[str, int]]:
    return sorted((str(path), path.stat().st_mtime_ns) for path in root.rglob("*"))


def _clone(source: Path, target: Path, *options: str) -> None:
    subprocess.run(  # noqa: S603 - a fixed program
        ["git", "clone", "--quiet", "--no-checkout", *options, source.as_uri(), str(target)],  # noqa: S607 - as users have it
        check=True,
        capture_output=True,
    )
