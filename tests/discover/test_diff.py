"""Which files differ, and what is in them: without a program of the repository's being run."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from codeshed.discover.git_difference import find_difference
from codeshed.errors import CodeshedError, RevisionUnknownError
from tests.support.repositories import Repository


def old_and_new_texts(
    root: Path, revisions: str | None, *, is_staged: bool = False
) -> dict[str, tuple[str | None, str | None]]:
    """Return both sides of each file, as texts."""
    found = find_difference(root, revisions, is_staged=is_staged)
    assert not any(each.is_unread for each in found.files)
    sides = {each.path: (each.old, each.new) for each in found.files}
    return {
        path: (None if old is None else old.decode(), None if new is None else new.decode())
        for path, (old, new) in sides.items()
    }


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repo")
    made.commit(a_py="1\n", b_py="2\n", app__c_py="3\n", page_html="x\n")
    return made


def test_the_working_tree_with_untracked_and_deleted_files(repository: Repository) -> None:
    repository.write(a_py="9\n", new_py="8\n", page_html="y\n", _gitignore="ignored.py\n", ignored_py="7\n")
    (repository.root / "b.py").unlink()
    assert old_and_new_texts(repository.root, "HEAD") == {
        ".gitignore": (None, ""),
        "a.py": ("1\n", "9\n"),
        "b.py": ("2\n", None),
        "new.py": (None, "8\n"),
        "page.html": ("", ""),
    }


def test_a_file_that_was_only_touched_is_as_it_was(repository: Repository) -> None:
    repository.write(a_py="1\n")
    assert old_and_new_texts(repository.root, "HEAD") == {}


def test_times_do_not_count_in_files_that_are_no_code(repository: Repository) -> None:
    repository.commit(page_html="x\n", notes_txt="1\r\n2\r\n", _gitattributes="notes.txt text\n")
    index = (repository.root / ".git" / "index").read_bytes()
    for name in ("page.html", "notes.txt", "a.py"):
        os.utime(repository.root / name, (1, 1))
    assert old_and_new_texts(repository.root, "HEAD") == {}
    assert old_and_new_texts(repository.root / "app", "HEAD") == {}
    assert (repository.root / ".git" / "index").read_bytes() == index
    repository.write(page_html="y\n")
    assert old_and_new_texts(repository.root, "HEAD") == {"page.html": ("", "")}


def pointer_to(content: str) -> str:
    digest = hashlib.sha256(content.encode()).hexdigest()
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(content)}\n"


def test_a_file_of_lfs_is_as_its_pointer_says(repository: Repository) -> None:
    repository.commit(logo_bin=pointer_to("picture"), big_py=pointer_to("x = 1\n"))
    repository.write(logo_bin="picture", big_py="x = 1\n")
    assert old_and_new_texts(repository.root, "HEAD") == {}
    repository.write(logo_bin="Picture", big_py="x = 2\n")
    found = find_difference(repository.root, "HEAD").files
    assert [(each.path, each.is_unread) for each in found] == [("big.py", True), ("logo.bin", False)]


def test_a_copy_of_a_folder_is_as_it_was(repository: Repository) -> None:
    copy = repository.root.parent / "copy"
    shutil.copytree(repository.root, copy, copy_function=shutil.copy)
    (copy / "page.html").write_text("y\n", encoding="utf-8")
    assert old_and_new_texts(copy, "HEAD") == {"page.html": ("", "")}


def test_another_mode_of_a_script_is_a_change(repository: Repository) -> None:
    (repository.root / "page.html").chmod(0o755)
    assert old_and_new_texts(repository.root, "HEAD") == {"page.html": ("", "")}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_never_waited_for(repository: Repository) -> None:
    (repository.root / "page.html").unlink()
    os.mkfifo(repository.root / "page.html")
    assert old_and_new_texts(repository.root, "HEAD") == {"page.html": ("", "")}


def test_what_is_staged_is_not_what_lies_in_the_folder(repository: Repository) -> None:
    repository.write(a_py="8\n")
    repository.git("add", "a.py")
    repository.write(a_py="9\n", b_py="9\n", new_py="9\n")
    assert old_and_new_texts(repository.root, None, is_staged=True) == {"a.py": ("1\n", "8\n")}


def test_two_revisions_and_since_they_parted(repository: Repository) -> None:
    repository.git("branch", "other")
    repository.commit(a_py="on main\n")
    repository.git("checkout", "--quiet", "other")
    repository.commit(b_py="on other\n")
    both = {"a.py": ("on main\n", "1\n"), "b.py": ("2\n", "on other\n")}
    assert old_and_new_texts(repository.root, "main..other") == both
    assert old_and_new_texts(repository.root, "main..") == both
    assert old_and_new_texts(repository.root, "main...other") == {"b.py": ("2\n", "on other\n")}
    assert old_and_new_texts(repository.root, "main...") == {"b.py": ("2\n", "on other\n")}


def test_a_folder_of_a_repository_is_all_that_counts(repository: Repository) -> None:
    repository.write(a_py="9\n", app__c_py="9\n", app__d_py="9\n")
    assert old_and_new_texts(repository.root / "app", "HEAD") == {
        "c.py": ("3\n", "9\n"),
        "d.py": (None, "9\n"),
    }


def test_what_differs_outside_of_a_folder_is_counted(repository: Repository) -> None:
    repository.write(a_py="9\n", new_html="9\n", app__c_py="9\n")
    os.utime(repository.root / "page.html", (1, 1))
    assert find_difference(repository.root / "app", "HEAD").n_outside == 2
    assert find_difference(repository.root, "HEAD").n_outside == 0
    repository.git("add", "a.py")
    assert find_difference(repository.root / "app", None, is_staged=True).n_outside == 1
    repository.commit()
    assert find_difference(repository.root / "app", "HEAD~1..HEAD").n_outside == 2


@pytest.mark.parametrize("revision", ["nosuch", "--output=x", "HEAD:a.py", "main..nosuch", "", "a\nb"])
def test_a_revision_that_git_does_not_know(repository: Repository, revision: str) -> None:
    if not revision:
        revision = "0" * 40
    with pytest.raises(RevisionUnknownError):
        find_difference(repository.root, revision)


def test_a_folder_without_git(tmp_path: Path) -> None:
    with pytest.raises(CodeshedError):
        find_difference(tmp_path, "HEAD")


def test_nothing_of_the_repository_is_run(repository: Repository) -> None:
    mark = repository.root.parent / "was-run"
    program = f"touch {mark}; cat"
    for name in ("filter.evil.clean", "filter.e=v.clean", "diff.evil.textconv", "diff.evil.command"):
        repository.git("config", name, program)
    repository.git("config", "filter.evil.required", "true")
    for name in ("diff.external", "core.fsmonitor", "core.pager"):
        repository.git("config", name, program)
    repository.write(a_py="a change\n")
    repository.write(_gitattributes="a.py filter=evil diff=evil\nb.py filter=e=v\n", b_py="9\n")
    assert old_and_new_texts(repository.root, "HEAD")["a.py"] == ("1\n", "a change\n")
    assert old_and_new_texts(repository.root, "HEAD..HEAD") == {}
    assert old_and_new_texts(repository.root, None, is_staged=True) == {}
    assert not mark.exists()


def test_a_link_is_no_file(repository: Repository) -> None:
    outside = repository.root.parent / "outside.py"
    outside.write_text("secret\n")
    (repository.root / "link.py").symlink_to(outside)
    (repository.root / "a.py").unlink()
    (repository.root / "a.py").symlink_to(outside)
    found = find_difference(repository.root, "HEAD")
    assert not any(b"secret" in (each.new or b"") for each in found.files)


def test_a_name_that_is_no_text_is_told_and_not_read(repository: Repository) -> None:
    for name in (b"\xff.py", b"\xfe.html"):
        (Path(os.fsdecode(os.fsencode(repository.root) + b"/" + name))).write_text("x = 1\n")
    found = find_difference(repository.root, "HEAD")
    assert [(each.path, each.new, each.is_unread) for each in found.files] == [
        ("\ufffd.html", b"", True),
        ("\ufffd.py", b"", True),
    ]


def test_files_that_are_gone_are_told_with_the_packages_that_they_were_in(tmp_path: Path) -> None:
    made = Repository(tmp_path)
    made.commit(
        package_json='{"name": "whole"}',
        lib__core__package_json='{"name": "@shop/core"}',
        lib__core__src__package_json='{"type": "module"}',
        lib__core__src__a_ts="let a = 1\n",
        lib__core__src__b_py="b = 1\n",
        lib__odd__package_json="{",
        lib__odd__c_js="let c = 1\n",
        lib__core__kept_ts="let d = 1\n",
    )
    made.git("rm", "-r", "--quiet", "lib/core/src", "lib/core/package.json", "lib/odd/c.js")
    names = {"lib/core/src/a.ts": "@shop/core", "lib/odd/c.js": "whole"}
    assert find_difference(tmp_path, "HEAD").package_names == names
    below = find_difference(tmp_path / "lib" / "core", "HEAD")
    assert below.package_names == {"src/a.ts": "@shop/core"}
