"""Build targets of files, and dependents of targets, for Pants, Bazel, Nx, pnpm and npm.

Turns: a root → BuildTargets → the targets of a path, the dependents of a target. The targets of a path need only the
folders above it. The build system is detected by files in the root, in the order of `_find_system`.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

import msgspec

from codeshed.discover.build_calls import BuildCall, parse_build_file
from codeshed.discover.build_dependents import BuildDependents, bazel_dependents, pants_dependents
from codeshed.discover.build_labels import pants_label
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.ignore_patterns import parse_pattern

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
"""The default `sources` of Pants target types."""

_MAX_BUILD_FILES = 20_000
"""Dependents are computed from this many BUILD files or packages at most."""

_LISTED = re.compile(r"""^\s*-\s*(['"]?)(?P<glob>[^'"#]+?)\1\s*(?:#.*)?$""")


_OTHER_NAME = re.compile(r"workspace:(?P<name>@?[^@]+)@")
"""The real name of an aliased workspace package: `"other": "workspace:real@*"`."""


class _Package(msgspec.Struct):
    """The fields of package.json and project.json that are read."""

    name: str | None = None
    workspaces: list[str] | dict[str, list[str]] | None = None
    dependencies: object = None
    dev_dependencies: object = msgspec.field(name="devDependencies", default=None)
    peer_dependencies: object = msgspec.field(name="peerDependencies", default=None)
    optional_dependencies: object = msgspec.field(name="optionalDependencies", default=None)
    implicit_dependencies: object = msgspec.field(name="implicitDependencies", default=None)

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of its dependencies of all kinds."""
        dependencies = (
            self.dependencies,
            self.dev_dependencies,
            self.peer_dependencies,
            self.optional_dependencies,
            self.implicit_dependencies,
        )
        found: list[str] = []
        for each in dependencies:
            items = each.items() if isinstance(each, dict) else _without_versions(each)
            for name, version in items:
                own = _OTHER_NAME.match(version) if isinstance(version, str) else None
                found.append(str(name) if own is None else own["name"])
        return tuple(found)


class BuildTargets:
    """Finds targets and their dependents; each file is read once.

    `find_folders` returns all folders of the repository; it is called only for dependents.
    """

    def __init__(self, root: Path, find_folders: Callable[[], Iterable[str]] = tuple) -> None:
        self._root = root
        self._find_folders = find_folders
        self._problems: dict[str, str] = {}
        self._text = cache(self._read)
        self._calls = cache(self._read_calls)
        self._package = cache(self._read_package)
        self.system = self._find_system()

    @property
    def problems(self) -> tuple[tuple[str, str], ...]:
        """The files that could not be parsed so far, as sorted pairs of path and reason."""
        return tuple(sorted(self._problems.items()))

    def targets_of(self, path: str) -> tuple[str, ...]:
        """Return the targets of a file, in order of declaration; none if no target claims it."""
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

    def dependents_of(self, target: str) -> tuple[str, ...]:
        """Return the targets that declare a dependency on a target, in BUILD files or manifests."""
        return () if self._dependents is None else self._dependents.dependents_of(target)

    @cached_property
    def _dependents(self) -> BuildDependents | None:
        if self.system is None:
            return None
        if self.system not in {"pants", "bazel"}:
            return self._package_dependents()
        names = _BUILD_NAMES if self.system == "bazel" else _PANTS_NAMES
        rules: dict[str, tuple[BuildCall, ...]] = {}
        for folder in sorted(self._find_folders()):
            calls = self._calls(folder, names)
            if calls is None:
                continue
            if len(rules) == _MAX_BUILD_FILES:
                self._problems[_joined(folder, names[0])] = "there are too many BUILD files to follow all"
                break
            rules[folder] = calls
        if self.system == "bazel":
            return bazel_dependents(rules, self._is_file)
        return pants_dependents(rules, self._of_pants, self._is_file)

    def _package_dependents(self) -> BuildDependents:
        """Return the dependents among the packages of a workspace; an Nx project is also known by its package's name."""
        needed_by_target: dict[str, list[str]] = {}
        target_by_name: dict[str, str] = {}
        for folder in sorted(self._find_folders()):
            path = _joined(folder, "package.json")
            package = self._package(path)
            project = self._package(_joined(folder, "project.json")) if self.system == "nx" else None
            found = [each for each in (project, package) if each is not None]
            target = next(iter(self.targets_of(path)), None) if found else None
            # A package outside of the workspace, such as a fixture, belongs to the target around it.
            if target is None or (self.system != "nx" and target != (found[0].name or folder)):
                continue
            if len(needed_by_target) == _MAX_BUILD_FILES:
                self._problems[path] = "there are too many packages to follow all"
                break
            needed_by_target.setdefault(target, []).extend(name for each in found for name in each.needed)
            for each in found:
                target_by_name.setdefault(each.name or target, target)
        return BuildDependents(
            {
                target: [target_by_name[name] for name in needed if name in target_by_name]
                for target, needed in needed_by_target.items()
            }
        )

    def _is_file(self, path: str) -> bool:
        return self._read(path) is not None

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
        package = self._package("package.json")
        return "npm" if package is not None and package.workspaces else None

    def _read(self, path: str) -> bytes | None:
        content = read_bytes(self._root, path)
        return content if isinstance(content, bytes) else None

    def _read_calls(self, folder: str, names: tuple[str, ...]) -> tuple[BuildCall, ...] | None:
        """Return the rules of a folder, None if it has no BUILD file."""
        for name in reversed(names):
            path = _joined(folder, name)
            content = self._text(path)
            if content is not None:
                calls = parse_build_file(content)
                if calls is None:
                    self._problems[path] = "its rules cannot be read"
                return calls or ()
        return None

    def _read_package(self, path: str) -> _Package | None:
        """Return a package.json or project.json, None if it does not exist, an empty one if it is broken."""
        content = self._text(path)
        if content is None:
            return None
        try:
            return msgspec.json.decode(content, type=_Package)
        except msgspec.DecodeError:
            self._problems[path] = "it is no JSON that names a project, so that its folder gives the name"
            return _Package()

    def _of_bazel(self, path: str) -> tuple[str, ...]:
        for folder in _folders_above(path):
            calls = self._calls(folder, _BUILD_NAMES)
            if calls is None:
                continue
            inner = path.removeprefix(f"{folder}/") if folder else path
            if inner in _BUILD_NAMES:
                return (f"//{folder}:all",)
            label = f"//{folder}:{inner}"
            labels = {inner, f":{inner}", label}
            found = [
                f"//{folder}:{each.name}"
                for each in calls
                if each.name is not None
                and any(
                    labels & set(patterns) or _is_matched(patterns, inner)
                    for patterns in each.patterns.values()
                )
            ]
            # Macros are opaque, so an unclaimed file belongs to the whole package, which is never too small.
            return tuple(dict.fromkeys((*(found or [f"//{folder}:all"]), *self.dependents_of(label))))
        return ()

    def _of_pants(self, path: str) -> tuple[str, ...]:
        for folder in _folders_above(path):
            inner = path.removeprefix(f"{folder}/") if folder else path
            found = []
            calls = self._calls(folder, _PANTS_NAMES)
            if calls is not None and inner in _PANTS_NAMES:
                return (f"{folder or '//'}:",)
            for each in calls or ():
                patterns = each.patterns.get("sources") or each.patterns.get("source")
                if _is_matched(patterns or _PANTS_SOURCES.get(each.rule, ()), inner):
                    found.append(pants_label(folder, each.name))
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def _of_nx(self, path: str) -> tuple[str, ...]:
        for folder in _folders_above(path):
            for name in ("project.json", "package.json"):
                project = self._package(_joined(folder, name))
                if project is not None and (folder or name == "project.json"):
                    named = project.name or folder.rpartition("/")[2]
                    return (named,) if named else ()
        return ()

    def _of_workspace(self, path: str) -> tuple[str, ...]:
        globs = self._workspace_globs()
        for folder in _folders_above(path):
            package = self._package(_joined(folder, "package.json"))
            if package is not None and folder and _is_matched(globs, folder):
                return (package.name or folder,)
            if package is not None and not folder and self.system == "pnpm" and package.name:
                # The root is a package of every pnpm workspace; npm counts it as none.
                return (package.name,)
        return ()

    def _workspace_globs(self) -> tuple[str, ...]:
        if self.system == "pnpm":
            return _listed_packages((self._text("pnpm-workspace.yaml") or b"").decode("utf-8", "replace"))
        package = self._package("package.json")
        workspaces = None if package is None else package.workspaces
        patterns = workspaces.get("packages", []) if isinstance(workspaces, dict) else workspaces or []
        return tuple(each.removeprefix("./").rstrip("/") for each in patterns)


def _without_versions(names: object) -> list[tuple[object, object]]:
    return [(name, None) for name in names] if isinstance(names, list) else []


def _folders_above(path: str) -> list[str]:
    """Return the folders above a path, the nearest first, `` for the root."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:n_parts]) for n_parts in range(len(parts), -1, -1)]


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _listed_packages(text: str) -> tuple[str, ...]:
    """Return the list items below `packages:`; no other YAML is read."""
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
    """Whether one of the patterns matches the whole path, and none of those with `!` does."""
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
