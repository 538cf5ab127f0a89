"""Which target a file belongs to: a tree of files in, targets out."""

from pathlib import Path

import pytest

from codeshed.discover import build_targets
from codeshed.discover.build_calls import parse_build_file
from codeshed.discover.build_targets import BuildTargets


def targets(tmp_path: Path, files: dict[str, str], *paths: str) -> tuple[str | None, list[tuple[str, ...]]]:
    found = written(tmp_path, files)
    return found.system, [found.targets_of(path) for path in paths]


def written(tmp_path: Path, files: dict[str, str]) -> BuildTargets:
    for path, text in files.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return BuildTargets(tmp_path, lambda: {path.rpartition("/")[0] for path in files})


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


@pytest.mark.parametrize(
    ("target", "dependents"),
    [
        ("@s/web", ("@s/docs", "apps/nameless", "root")),
        ("@s/docs", ("@s/e2e",)),
        ("left-pad", ()),
        ("fixture", ()),
    ],
)
def test_who_depends_on_a_package_of_a_workspace(
    tmp_path: Path, target: str, dependents: tuple[str, ...]
) -> None:
    files = {
        "pnpm-workspace.yaml": "packages:\n  - 'apps/*'\n",
        "package.json": '{"name": "root", "devDependencies": {"@s/web": "workspace:*"}}',
        "apps/web/package.json": '{"name": "@s/web", "dependencies": {"left-pad": "1", "@s/web": "1"}}',
        "apps/web/test/fixture/package.json": '{"name": "fixture", "dependencies": {"@s/docs": "*"}}',
        "apps/docs/package.json": '{"name": "@s/docs", "dependencies": {"@s/web": "workspace:^"}}',
        "apps/e2e/package.json": '{"name": "@s/e2e", "peerDependencies": {"d": "workspace:@s/docs@*", "fixture": "*"}}',
        "apps/nameless/package.json": '{"optionalDependencies": {"@s/web": "*"}, "dependencies": 3}',
        "other/package.json": '{"name": "other", "dependencies": {"@s/web": "*"}}',
    }
    assert written(tmp_path, files).dependents_of(target) == dependents


@pytest.mark.parametrize(
    ("target", "dependents"), [("web", ("web-e2e",)), ("ui", ("@org/old", "web")), ("@org/ui", ())]
)
def test_who_depends_on_a_project_of_nx(tmp_path: Path, target: str, dependents: tuple[str, ...]) -> None:
    files = {
        "nx.json": "{}",
        "package.json": '{"name": "root", "dependencies": {"@org/ui": "*"}}',
        "apps/web/project.json": '{"name": "web"}',
        "apps/web/package.json": '{"name": "@org/web", "dependencies": {"@org/ui": "*"}}',
        "apps/e2e/project.json": '{"name": "web-e2e", "implicitDependencies": ["web"]}',
        "libs/ui/project.json": "{}",
        "libs/ui/package.json": '{"name": "@org/ui"}',
        "libs/old/package.json": '{"name": "@org/old", "devDependencies": {"@org/ui": "*"}}',
    }
    assert written(tmp_path, files).dependents_of(target) == dependents


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
    assert all(each.name is None for each in parse_build_file(text.encode()) or ())


BAZEL = {
    "MODULE.bazel": "",
    "lib/BUILD": """
package(default_visibility = ["//app:__pkg__"])
exports_files(["rules.txt"])
py_library(name = "lib", srcs = ["lib.py"], deps = ["//app:loop"])
macro(name = "made")
""",
    "lib/rules.txt": "",
    "app/app.txt": "",
    "app/BUILD": """
py_binary(name = "app", srcs = ["app.py"], deps = ["//lib"])
java_binary(name = "server", runtime_deps = [":app"])
alias(name = "short", actual = "server")
filegroup(name = "all_data", srcs = ["@other//lib", "app.txt"])
py_test(name = "uses_macro", data = ["@//lib:made_data"])
sh_test(name = "loop", deps = select({"//conditions:default": [":app"]}), tags = ["lib"])
sh_test(name = "reads", args = ["x"], data = ["//lib:rules.txt"])
py_test(name = "hidden", visibility = ["//lib"], srcs = ["hidden.py"])
""",
}


@pytest.mark.parametrize(
    ("target", "dependents"),
    [
        ("//lib:lib", ("//app:app",)),
        ("//app:app", ("//app:loop", "//app:server")),
        ("//app:server", ("//app:short",)),
        ("//lib:made", ("//app:uses_macro",)),
        ("//app:loop", ("//lib:lib",)),
        ("//lib:all", ("//app:app", "//app:reads", "//app:uses_macro")),
        ("//lib:rules", ()),
        ("//app:nothing", ()),
    ],
)
def test_who_depends_on_a_target_of_bazel(tmp_path: Path, target: str, dependents: tuple[str, ...]) -> None:
    assert written(tmp_path, BAZEL).dependents_of(target) == dependents


def test_a_file_of_another_package(tmp_path: Path) -> None:
    assert written(tmp_path, BAZEL).targets_of("lib/rules.txt") == ("//lib:all", "//app:reads")


PANTS = {
    "pants.toml": "",
    "BUILD": 'files(name="top", sources=["x.txt"])\n__defaults__(all=dict(dependencies=["src/lib"]))\n',
    "src/lib/BUILD": 'python_sources()\npython_tests(name="tests", dependencies=["//:top"])\n',
    "src/lib/a.py": "",
    "src/app/BUILD": """
python_sources(name="app", dependencies=["src/lib", "!src/other"])
pex_binary(name="bin", entry_point="main.py:run")
pex_binary(name="module", entry_point="lib.a")
pex_binary(name="nowhere", entry_point="no.such:thing")
docker_image(name="image", dependencies=[":bin", "../lib:tests"])
archive(name="zip", packages=["./:image@x=y"], files=["src/lib/a.py"])
""",
    "src/app/main.py": "",
}


@pytest.mark.parametrize(
    ("target", "dependents"),
    [
        ("src/lib:lib", ("src/app:app", "src/app:module", "src/app:zip")),
        ("src/app:app", ("src/app:bin",)),
        ("src/app:bin", ("src/app:image",)),
        ("src/app:image", ("src/app:zip",)),
        ("src/lib:tests", ("src/app:image",)),
        ("//:top", ("src/lib:tests",)),
        ("//:", ("src/lib:tests",)),
        ("src/lib:", ("src/app:app", "src/app:image", "src/app:module", "src/app:zip")),
    ],
)
def test_who_depends_on_a_target_of_pants(tmp_path: Path, target: str, dependents: tuple[str, ...]) -> None:
    assert written(tmp_path, PANTS).dependents_of(target) == dependents


def test_a_build_file_is_that_of_all_its_targets(tmp_path: Path) -> None:
    bazel = written(
        tmp_path / "bazel", {**BAZEL, "all/BUILD": 'filegroup(name = "a", srcs = glob(["**"]))\n'}
    )
    assert bazel.targets_of("all/BUILD") == ("//all:all",)
    pants = written(tmp_path / "pants", PANTS)
    assert pants.targets_of("src/app/BUILD") == ("src/app:",)
    assert pants.targets_of("BUILD") == ("//:",)
    assert pants.targets_of("gone/BUILD") == ()


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    nx = written(tmp_path / "nx", {"nx.json": "{}", "libs/ui/project.json": "{name: ui}"})
    assert not nx.problems
    assert nx.targets_of("libs/ui/a.ts") == ("ui",)
    assert [path for path, _ in nx.problems] == ["libs/ui/project.json"]
    bazel = written(tmp_path / "bazel", {**BAZEL, "bad/BUILD": "rule(name ="})
    assert bazel.targets_of("app/app.py") == ("//app:app",)
    assert [path for path, _ in bazel.problems] == ["bad/BUILD"]


def test_only_so_many_build_files_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_targets, "_MAX_BUILD_FILES", 1)
    found = written(tmp_path, BAZEL)
    assert found.dependents_of("//lib:lib") == ("//app:app",)
    assert [path for path, _ in found.problems] == ["lib/BUILD"]
