"""Which target of a build a file belongs to.

Turns: a folder → BuildTargets → the targets of a path. Only the folders above a path are looked at. Pants, Bazel, Nx and the
workspaces of pnpm and npm are known by what lies in the root; the first of these that is there counts.
"""

import re
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from codeshed.discover.build_calls import BuildCall, parse_build_file
from codeshed.discover.files import read_bytes
from codeshed.discover.patterns import parse_pattern

BuildSystem = Literal["pants", "bazel", "nx", "pnpm", "npm"]

_BUILD_NAMES = ("BUILD", "BUILD.bazel")
_PANTS_NAMES = ("BUILD", "BUILD.pants")
_PYTHON_TESTS = ("test_*.py", "*_test.py", "tests.py")
_PYTHON_TEST_HELPERS = ("conftest.py", "test_*.pyi", "*_test.pyi", "tests.pyi")
_PANTS_SOURCES: dict[str, tuple[str, ...]] = {
    "python_sources": (
        "*.py",
        "*.pyi",
        *(f"!{each}" for each in (*_PYTHON_TESTS, *_PYTHON_TEST_HELPERS)),
    ),
    "python_tests": _PYTHON_TESTS,
    "python_test_utils": _PYTHON_TEST_HELPERS,
    "go_package": ("*.go",),
    "java_sources": ("*.java", "!*Test.java"),
    "junit_tests": ("*Test.java",),
    "scala_sources": ("*.scala", "!*Spec.scala", "!*Suite.scala"),
    "scalatest_tests": ("*Spec.scala", "*Suite.scala"),
    "javascript_sources": ("*.js", "*.cjs", "*.mjs", "*.jsx", "!*.test.js", "!*.test.jsx"),
    "javascript_tests": ("*.test.js", "*.test.cjs", "*.test.mjs", "*.test.jsx"),
    "typescript_sources": ("*.ts", "*.tsx", "*.mts", "*.cts", "!*.test.ts", "!*.test.tsx"),
    "typescript_tests": ("*.test.ts", "*.test.tsx"),
}
"""What a target of Pants holds if it does not say so."""

_LISTED = re.compile(r"""^\s*-\s*(['"]?)(?P<glob>[^'"#]+?)\1\s*(?:#.*)?$""")


class _Package(msgspec.Struct):
    """What is used of package.json and project.json."""

    name: str | None = None
    workspaces: list[str] | dict[str, list[str]] | None = None


class BuildTargets:
    """Finds targets; what lies in a folder is read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.system = self._find_system()
        self._text = cache(self._read)
        self._calls = cache(self._read_calls)

    def targets_of(self, path: str) -> tuple[str, ...]:
        """Return the targets that a file belongs to, in order; none if nothing claims it."""
        match self.system:
            case "pants":
                return self._of_pants(path)
            case "bazel":
                return self._of_bazel(path)
            case "nx":
                return self._of_nx(path)
            case "pnpm" | "npm":
                return self._of_workspace(path)
            case None:
                return ()

    def _find_system(self) -> BuildSystem | None:
        marks: tuple[tuple[str, BuildSystem], ...] = (
            ("pants.toml", "pants"),
            ("MODULE.bazel", "bazel"),
            ("WORKSPACE.bazel", "bazel"),
            ("WORKSPACE", "bazel"),
            ("nx.json", "nx"),
            ("pnpm-workspace.yaml", "pnpm"),
        )
        for name, system in marks:
            if self._read(name) is not None:
                return system
        package = _package(self._read("package.json"))
        return "npm" if package is not None and package.workspaces else None

    def _read(self, path: str) -> bytes | None:
        content = read_bytes(self._root, path)
        return content if isinstance(content, bytes) else None

    def _read_calls(self, folder: str, names: tuple[str, ...]) -> tuple[BuildCall, ...] | None:
        """Return the rules of a folder, None if it has no BUILD file."""
        for name in reversed(names):
            content = self._text(_joined(folder, name))
            if content is not None:
                return parse_build_file(content)
        return None

    def _of_bazel(self, path: str) -> tuple[str, ...]:
        for folder in _folders_above(path):
            calls = self._calls(folder, _BUILD_NAMES)
            if calls is None:
                continue
            inner = path.removeprefix(f"{folder}/") if folder else path
            labels = {inner, f":{inner}", f"//{folder}:{inner}"}
            found = [
                f"//{folder}:{each.name}"
                for each in calls
                if each.name is not None
                and any(labels & set(given) or _is_matched(given, inner) for given in each.patterns.values())
            ]
            # What a macro makes of its files is not known: all of the package is at least not too little.
            return tuple(dict.fromkeys(found)) or (f"//{folder}:all",)
        return ()

    def _of_pants(self, path: str) -> tuple[str, ...]:
        for folder in _folders_above(path):
            inner = path.removeprefix(f"{folder}/") if folder else path
            found = []
            for each in self._calls(folder, _PANTS_NAMES) or ():
                given = each.patterns.get("sources") or each.patterns.get("source")
                if _is_matched(given or _PANTS_SOURCES.get(each.rule, ()), inner):
                    found.append(f"{folder or '//'}:{each.name or folder.rpartition('/')[2]}")
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def _of_nx(self, path: str) -> tuple[str, ...]:
        for folder in _folders_above(path):
            for name in ("project.json", "package.json"):
                project = _package(self._text(_joined(folder, name)))
                if project is not None and (folder or name == "project.json"):
                    named = project.name or folder.rpartition("/")[2]
                    return (named,) if named else ()
        return ()

    def _of_workspace(self, path: str) -> tuple[str, ...]:
        globs = self._workspace_globs()
        for folder in _folders_above(path):
            package = _package(self._text(_joined(folder, "package.json")))
            if package is not None and folder and _is_matched(globs, folder):
                return (package.name or folder,)
            if package is not None and not folder and self.system == "pnpm" and package.name:
                # The root is a package of every pnpm workspace; npm counts it as none.
                return (package.name,)
        return ()

    def _workspace_globs(self) -> tuple[str, ...]:
        if self.system == "pnpm":
            return _listed_packages((self._text("pnpm-workspace.yaml") or b"").decode("utf-8", "replace"))
        package = _package(self._text("package.json"))
        workspaces = None if package is None else package.workspaces
        given = workspaces.get("packages", []) if isinstance(workspaces, dict) else workspaces or []
        return tuple(each.removeprefix("./").rstrip("/") for each in given)


def _folders_above(path: str) -> list[str]:
    """Return the folders that a path lies in, the nearest first, `` for the root."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:n_parts]) for n_parts in range(len(parts), -1, -1)]


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _package(content: bytes | None) -> _Package | None:
    if content is None:
        return None
    try:
        return msgspec.json.decode(content, type=_Package)
    except msgspec.DecodeError:
        return _Package()


def _listed_packages(text: str) -> tuple[str, ...]:
    """Return what stands below `packages:` in a list; nothing else of YAML is read."""
    found: list[str] = []
    is_inside = False
    for line in text.splitlines():
        entry = _LISTED.match(line)
        if line.strip() == "packages:":
            is_inside = True
        elif is_inside and entry is not None:
            found.append(entry["glob"].removeprefix("./").rstrip("/"))
        elif line.strip() and not line.lstrip().startswith("#"):
            is_inside = False
    return tuple(found)


def _is_matched(globs: tuple[str, ...], path: str) -> bool:
    """Whether one of the patterns matches a path from end to end, and none of those after `!` does."""
    wanted = [each for each in globs if not each.startswith("!")]
    unwanted = [each[1:] for each in globs if each.startswith("!")]
    return any(_matches(each, path) for each in wanted) and not any(_matches(each, path) for each in unwanted)


def _matches(glob: str, path: str) -> bool:
    pattern = parse_pattern(b"/" + glob.removeprefix(":").encode("utf-8", "surrogateescape"))
    if pattern is None:
        return False
    text = path.encode("utf-8", "surrogateescape")
    return pattern.literal == text or (
        pattern.regex is not None and re.fullmatch(pattern.regex, text, re.DOTALL) is not None
    )
