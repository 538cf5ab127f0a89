"""Which files are found, which are left out, and why."""

import os
from pathlib import Path

import pytest

from codeshed.discover import default_exclusions, rule_scope
from codeshed.discover import source_discovery as walking
from codeshed.discover.exclusion_reasons import Layer, Reason
from codeshed.discover.ignore_patterns import MAX_PATTERN_BYTES
from codeshed.discover.path_explanation import Standing
from codeshed.discover.source_discovery import Discovery, discover_files
from codeshed.errors import FileUnreadableError
from codeshed.model.languages.language import MANIFEST_NAMES, SUFFIXES
from codeshed.model.repository_settings import Settings
from tests.support.expectations import assert_expected
from tests.support.trees import make_tree


def dump(found: Discovery) -> str:
    lines = [
        *found.files,
        *(f"- {each.path} {each.reason.value}" for each in found.left_out),
        *(f"+ {path}" for path in found.environments),
    ]
    return "\n".join(lines)


def check_walk(root: Path, paths: str, expected: str) -> None:
    """Check what is found in a tree: files, `-` what is left out, `+` the environments."""
    make_tree(root, paths)
    assert_expected(dump(discover_files(root)), expected)


def test_python_files_in_order(tmp_path: Path) -> None:
    check_walk(
        tmp_path,
        """
        b.py
        a/z.pyi
        a/__init__.py
        a/notes.ipynb
        a/b.txt
        a-b/x.PY
        README.md
        noext
        a/x_pb2.py
        """,
        """
        a-b/x.PY
        a/__init__.py
        a/notes.ipynb
        a/x_pb2.py
        a/z.pyi
        b.py
        """,
    )


def test_environments_are_left_out_and_named(tmp_path: Path) -> None:
    check_walk(
        tmp_path,
        """
        app.py
        venv/pyvenv.cfg
        venv/bin/activate_this.py
        venv/lib/python3.11/site-packages/requests/api.py
        venv/lib64 -> lib
        .venv/pyvenv.cfg
        .venv/lib/python3.12/site-packages/x.py
        windows/pyvenv.cfg
        windows/Lib/site-packages/x.py
        conda/conda-meta/history
        conda/lib/python3.10/site-packages/x.py
        empty/pyvenv.cfg
        bundle/site-packages/x.py
        usr/lib/python3/dist-packages/x.py
        web/node_modules/gyp/x.py
        .tox/py311/pyvenv.cfg
        .tox/py311/lib/python3.11/site-packages/x.py
        """,
        """
        app.py
        - .tox hidden
        - .venv environment
        - bundle/site-packages environment
        - conda environment
        - empty environment
        - usr/lib/python3/dist-packages environment
        - venv environment
        - web/node_modules environment
        - windows environment
        + .venv/lib/python3.12/site-packages
        + bundle/site-packages
        + conda/lib/python3.10/site-packages
        + usr/lib/python3/dist-packages
        + venv/lib/python3.11/site-packages
        + windows/Lib/site-packages
        """,
    )


def test_what_is_not_written_here(tmp_path: Path) -> None:
    check_walk(
        tmp_path,
        """
        .git/hooks/x.py
        a/__pycache__/x.py
        a/_vendor/six.py
        a/._x.py
        a/x.py
        a.egg-info/x.py
        third_party/lib/x.py
        vendor/lib/x.py
        """,
        """
        a/x.py
        - .git hidden
        - a.egg-info build_output
        - a/._x.py hidden
        - a/__pycache__ cache
        - a/_vendor vendored
        - third_party vendored
        - vendor vendored
        """,
    )


def test_packages_that_are_called_like_outputs_are_code(tmp_path: Path) -> None:
    check_walk(
        tmp_path,
        """
        app/build/__init__.py
        app/build/lib/x.py
        app/dist/helpers.py
        app/vendor/__init__.py
        app/vendor/models.py
        scripts/build/lib.py
        scripts/build/lib/x.py
        tools/build/release.py
        tools/dist/inner/x.py
        docs/_build/conf/x.py
        """,
        """
        app/build/__init__.py
        app/build/lib/x.py
        app/dist/helpers.py
        app/vendor/__init__.py
        app/vendor/models.py
        docs/_build/conf/x.py
        scripts/build/lib.py
        scripts/build/lib/x.py
        tools/build/release.py
        tools/dist/inner/x.py
        """,
    )


def test_outputs_of_builds(tmp_path: Path) -> None:
    check_walk(
        tmp_path,
        """
        build/lib/a/x.py
        sub/build/bdist.linux-x86_64/x.py
        sub/build/temp.linux/x.py
        dist/a-1.whl
        dist/a/x.py
        docs/_build/html/_downloads/x.ipynb
        """,
        """
        - build build_output
        - dist build_output
        - docs/_build build_output
        - sub/build build_output
        """,
    )


def test_links(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.py").touch()
    check_walk(
        tmp_path / "root",
        """
        a/x.py
        a/up -> ..
        a/self -> .
        b.py -> a/x.py
        c.txt -> a/x.py
        copy -> a
        gone.py -> nowhere.py
        gone -> nowhere
        loop.py -> loop.py
        one -> two
        two -> one
        out -> ../outside
        out.py -> ../outside/x.py
        absolute.py -> /etc/passwd
        text -> /etc/passwd
        .hidden/deep/y.py
        .hidden/deep/more/z.py
        .hidden/deep/back -> ../deep
        kept -> .hidden/deep
        kept2 -> .hidden/deep
        inner -> .hidden/deep/more
        packages -> third_party
        third_party/x.py
        .venv -> ../outside
        fifo.py -> /dev/null
        .git/hooks/x.py
        hooks -> .git/hooks
        hook.py -> .git/hooks/x.py
        """,
        """
        a/x.py
        b.py
        inner/z.py
        kept/y.py
        - .git hidden
        - .hidden hidden
        - .venv link_outside
        - a/self link_repeated
        - a/up link_repeated
        - absolute.py link_outside
        - copy link_repeated
        - fifo.py link_outside
        - gone.py link_broken
        - hook.py hidden
        - hooks hidden
        - kept/back link_repeated
        - kept/more link_repeated
        - kept2 link_repeated
        - loop.py link_broken
        - out link_outside
        - out.py link_outside
        - packages vendored
        - third_party vendored
        """,
    )


def test_a_root_behind_a_link(tmp_path: Path) -> None:
    make_tree(tmp_path, "real/a/x.py\nreal/a/b.py -> x.py\nroot -> real")
    assert discover_files(tmp_path / "root").files == ("a/b.py", "a/x.py")


def test_the_root_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    make_tree(
        tmp_path, ".hidden/vendor/x.py\n.hidden/vendor/pyvenv.cfg\n.hidden/vendor/lib/site-packages/y.py"
    )
    found = discover_files(tmp_path / ".hidden" / "vendor")
    assert (found.files, found.environments) == (("x.py",), ("lib/site-packages",))


def test_pipes_and_folders_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    check_walk(
        tmp_path, "x.py/y.py\nlink.py -> pipe.py", "x.py/y.py\n- link.py not_a_file\n- pipe.py not_a_file"
    )


def test_scripts_that_were_made_short_are_left_out(tmp_path: Path) -> None:
    check_walk(
        tmp_path,
        "a.js\na.min.js\na-min.mjs\na.bundle.cjs\nmin.js\nadmin.js",
        "a.js\nadmin.js\nmin.js\n- a-min.mjs minified\n- a.bundle.cjs minified\n- a.min.js minified",
    )


def test_huge_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default_exclusions, "MAX_NOTEBOOK_BYTES", 20)
    for name, n_bytes in (("a.py", 11), ("b.py", 10), ("c.ipynb", 20), ("d.ipynb", 21)):
        (tmp_path / name).write_bytes(b"x" * n_bytes)
    found = discover_files(tmp_path, Settings(max_file_bytes=10))
    assert_expected(dump(found), "b.py\nc.ipynb\n- a.py too_large\n- d.ipynb too_large")
    assert [each.rule and each.rule.pattern for each in found.left_out] == [
        "more than 10 bytes",
        "more than 20 bytes",
    ]


def test_what_is_known_of_a_file(tmp_path: Path) -> None:
    make_tree(tmp_path, "a.py: x = 1\nb.py -> a.py")
    status = (tmp_path / "a.py").stat()
    known = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
    found = discover_files(tmp_path)
    assert [(file.path, file.n_bytes, file.mtime_ns, file.ctime_ns, file.inode) for file in found.stats] == [
        ("a.py", *known),
        ("b.py", *known),
    ]


def test_names(tmp_path: Path) -> None:
    make_tree(tmp_path, "with space/a b.py\nü/é.py\nquote'\".py\next:x/a.py\na::b.py\nc\\d.py")
    for name in ("new\nline", "\x1b[31m", os.fsdecode(b"\xff")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").touch()
        (tmp_path / f"{name}.py").touch()
        (tmp_path / f"{name}.txt").touch()
    assert_expected(
        dump(discover_files(tmp_path)),
        r"""
        quote'".py
        with space/a b.py
        ü/é.py
        - \udcff unusable_name
        - \udcff.py unusable_name
        - \x1b[31m unusable_name
        - \x1b[31m.py unusable_name
        - a::b.py unusable_name
        - c\\d.py unusable_name
        - ext:x unusable_name
        - new\nline unusable_name
        - new\nline.py unusable_name
        """,
    )


def test_folders_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(tmp_path, "a/x.py\nlocked/y.py")
    scandir = os.scandir

    def listing(location: str) -> "os._ScandirIterator[str]":
        if location.endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return scandir(location)

    monkeypatch.setattr(os, "scandir", listing)
    assert_expected(dump(discover_files(tmp_path)), "a/x.py\n- locked unreadable")


def test_what_is_left_out_is_bounded_and_counted(tmp_path: Path) -> None:
    make_tree(tmp_path, "\n".join(f"p{i:03}/__pycache__/x.py" for i in range(150)) + "\nz/_vendor/x.py")
    found = discover_files(tmp_path)
    assert len(found.left_out) == walking.MAX_LISTED + 1
    assert found.left_out[-1].path == "z/_vendor"
    assert found.n_left_out_by_reason == ((Reason.CACHE, 150), (Reason.VENDORED, 1))


def test_every_reason_layer_and_standing_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "discovery.md").read_text(encoding="utf-8")
    values = [member.value for each in (Reason, Layer, Standing) for member in each]
    assert [value for value in values if f"`{value}`" not in page] == []


def test_every_suffix_and_manifest_is_listed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "discovery.md").read_text(encoding="utf-8")
    names = [*(f".{suffix}" for suffix in SUFFIXES), *MANIFEST_NAMES]
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_the_bounds_are_those_that_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "discovery.md").read_text(encoding="utf-8")
    bounds = {
        "bytes of an ignore file": f"{rule_scope.MAX_RULE_FILE_BYTES:,}".replace(",", " "),
        "bytes of a pattern": str(MAX_PATTERN_BYTES),
        "ignore files in force at one place": str(rule_scope.MAX_RULE_FILES),
        "rules in force at one place": str(rule_scope.MAX_RULES),
    }
    assert [what for what, limit in bounds.items() if f"| {what} | {limit} |" not in page] == []


def test_a_root_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError, match="not a folder"):
        discover_files(tmp_path / "missing")
