"""Which target a file belongs to: a tree of files in, targets out."""

from pathlib import Path

import pytest

from codeshed.discover.build_calls import parse_build_file
from codeshed.discover.build_targets import BuildTargets


def targets(tmp_path: Path, files: dict[str, str], *paths: str) -> tuple[str | None, list[tuple[str, ...]]]:
    for path, text in files.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    found = BuildTargets(tmp_path)
    return found.system, [found.targets_of(path) for path in paths]


def test_pants(tmp_path: Path) -> None:
    files = {
        "pants.toml": "",
        "src/app/BUILD": 'python_sources()\npython_tests(name="tests", timeout=3)\n',
        "src/data/BUILD": 'resources(name="all", sources=["**/*.json", "!old/*"])\npython_source(name="m", source="main.py")\n',
        "BUILD": 'python_sources(name="root")\n',
    }
    system, found = targets(
        tmp_path,
        files,
        "src/app/a.py",
        "src/app/test_a.py",
        "src/data/deep/x.json",
        "src/data/old/x.json",
        "src/data/main.py",
        "setup.py",
        "src/app/a.txt",
    )
    assert system == "pants"
    assert found == [
        ("src/app:app",),
        ("src/app:tests",),
        ("src/data:all",),
        (),
        ("src/data:m",),
        ("//:root",),
        (),
    ]


def test_bazel(tmp_path: Path) -> None:
    files = {
        "MODULE.bazel": "",
        "app/BUILD.bazel": """
load("//x:y.bzl", "macro")
py_library(name = "lib", srcs = glob(["*.py"], exclude = ["main.py"]) + ["in/b.py"], deps = ["//other:main.py"])
py_binary(name = "main", srcs = [":main.py"], data = select({"//a": ["x.txt"], "//b": ["y.txt"]}))
macro(name = "made")
""",
        "BUILD": 'exports_files(["a.txt"])\n',
    }
    system, found = targets(
        tmp_path,
        files,
        "app/a.py",
        "app/main.py",
        "app/in/b.py",
        "app/in/c.py",
        "app/x.txt",
        "top.py",
    )
    assert system == "bazel"
    assert found == [
        ("//app:lib",),
        ("//app:main",),
        ("//app:lib",),
        ("//app:all",),
        ("//app:main",),
        ("//:all",),
    ]


def test_nx(tmp_path: Path) -> None:
    files = {
        "nx.json": "{}",
        "package.json": '{"name": "root"}',
        "apps/web/project.json": '{"name": "web"}',
        "libs/ui/project.json": "{}",
        "libs/old/package.json": '{"name": "@org/old"}',
    }
    system, found = targets(
        tmp_path, files, "apps/web/src/a.ts", "libs/ui/a.ts", "libs/old/a.ts", "tools/a.ts"
    )
    assert system == "nx"
    assert found == [("web",), ("ui",), ("@org/old",), ()]


def test_pnpm(tmp_path: Path) -> None:
    files = {
        "pnpm-workspace.yaml": "# all\npackages:\n  - 'packages/*'\n  - \"apps/**\"  # deep\n  - '!apps/old'\ncatalog:\n  - x\n",
        "package.json": '{"name": "root"}',
        "packages/a/package.json": '{"name": "@org/a"}',
        "packages/a/test/fixture/package.json": '{"name": "fixture"}',
        "apps/deep/b/package.json": "{}",
        "apps/old/package.json": '{"name": "old"}',
    }
    system, found = targets(
        tmp_path,
        files,
        "packages/a/src/x.ts",
        "packages/a/test/fixture/x.ts",
        "apps/deep/b/x.ts",
        "apps/old/x.ts",
    )
    assert system == "pnpm"
    assert found == [("@org/a",), ("@org/a",), ("apps/deep/b",), ("root",)]


@pytest.mark.parametrize("workspaces", ['["./packages/*"]', '{"packages": ["packages/*/"]}'])
def test_npm(tmp_path: Path, workspaces: str) -> None:
    files = {
        "package.json": '{"name": "root", "workspaces": ' + workspaces + "}",
        "packages/a/package.json": '{"name": "a"}',
    }
    assert targets(tmp_path, files, "packages/a/x.js", "x.js") == ("npm", [("a",), ()])


def test_a_root_without_a_name_is_no_target(tmp_path: Path) -> None:
    files = {"pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n", "package.json": "{}"}
    assert targets(tmp_path, files, "x.js") == ("pnpm", [()])
    files = {"nx.json": "{}", "project.json": "{}"}
    assert targets(tmp_path / "nx", files, "x.js") == ("nx", [()])


def test_nothing_that_builds(tmp_path: Path) -> None:
    assert targets(tmp_path, {"package.json": '{"name": "x"}', "BUILD": ""}, "a.py") == (None, [()])


@pytest.mark.parametrize(
    "text", ["", "def (", "[" * 5000, "f(" * 2000, "\0", "x = 1\n", "name(name = other)\n"]
)
def test_what_cannot_be_read_has_no_names(text: str) -> None:
    assert all(each.name is None for each in parse_build_file(text.encode()))
