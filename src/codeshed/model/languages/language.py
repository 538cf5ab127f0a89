"""Languages by name and file suffix; which paths are manifests and tests; which names are of a standard library."""

import re

from codeshed.model.languages.language_traits import TRAITS_BY_LANGUAGE, traits_of

_LANGUAGE_BY_SUFFIX = {
    "py": "python",
    "pyi": "python",
    "ipynb": "python",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "typescript",
    "rs": "rust",
    "go": "go",
    "java": "java",
    "cs": "csharp",
    "rb": "ruby",
    "php": "php",
    "lua": "lua",
    "scala": "scala",
    "sc": "scala",
    "c": "c",
    "h": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "cxx": "cpp",
    "hh": "cpp",
    "hpp": "cpp",
    "hxx": "cpp",
    "inl": "cpp",
    "ipp": "cpp",
    "ixx": "cpp",
    "tcc": "cpp",
    "tpp": "cpp",
    "txx": "cpp",
    "cppm": "cpp",
}

SUFFIXES = frozenset(_LANGUAGE_BY_SUFFIX)
"""The suffixes of all files of code, without their dots."""

PYTHON = "python"
"""The language with an extractor and resolver of its own; all others share one."""

LANGUAGES = frozenset(TRAITS_BY_LANGUAGE)
"""All languages that are read, by name."""

MANIFEST_NAMES = frozenset({
    "pyproject.toml", "setup.cfg", "package.json", "tsconfig.json", "jsconfig.json", "pnpm-workspace.yaml",
    "go.mod", "go.work", "Cargo.toml", "composer.json", "composer.lock", "compile_commands.json",
    "Directory.Build.props", "Directory.Build.targets", ".luarc.json", ".emmyrc.json",
})  # fmt: skip
"""Package manifests and build configurations, which import resolution reads."""

_TEST_FOLDERS = frozenset({
    "test", "tests", "testing", "__tests__", "spec", "specs", "testdata", "fixtures",
})  # fmt: skip
_TEST_FILE = re.compile(
    r"""
      (test_.*|.*_tests?|conftest)\.(py|pyi|ipynb)
    | .*[._](test|spec)\.[cm]?[jt]sx?
    | .*_test\.(go|rs|cc|cpp|c)
    | (Test.*|.*(Test|Tests|IT|Spec))\.(java|cs|scala|php|kt)
    | .*_(test|spec)\.(rb|lua)
    """,
    re.VERBOSE,
)


def language_of_path(path: str) -> str | None:
    """Return the language of a file by its suffix."""
    return _LANGUAGE_BY_SUFFIX.get(path.rsplit(".", 1)[-1].lower()) if "." in path else None


def is_manifest(path: str) -> bool:
    """Whether a file is a manifest: one of MANIFEST_NAMES, `tsconfig.build.json`, `Shop.csproj`."""
    name = path.rpartition("/")[2]
    return (
        name in MANIFEST_NAMES
        or name.endswith((".csproj", ".rockspec"))
        or (name.startswith(("tsconfig.", "tsconfig-", "jsconfig.")) and name.endswith(".json"))
    )


def is_python(path: str) -> bool:
    """Whether a file is read as Python: sources, stubs and notebooks."""
    return language_of_path(path) == PYTHON


def is_standard_library_name(name: str, language: str) -> bool:
    """Whether a dotted name is of a standard library: `json.dumps` in Python, `fs/promises` in JavaScript.

    Built-in globals have the language as a prefix: `lua.string.format`.
    """
    first, _, rest = name.partition(".")
    known = traits_of(language).standard_names
    firsts = (first, rest.partition(".")[0]) if first in LANGUAGES else (first,)
    return any(each.partition("/")[0] in known for each in firsts)


_EXAMPLE_FOLDERS = frozenset({
    "demo", "demos", "example", "examples", "playground", "playgrounds", "sample", "samples",
})  # fmt: skip


def may_mean(path: str, other: str) -> bool:
    """Whether code of one file may mean code of another by its name alone: source never means tests or examples."""
    return not _is_beside_source(other) or _is_beside_source(path)


def _is_beside_source(path: str) -> bool:
    return is_test_path(path) or not _EXAMPLE_FOLDERS.isdisjoint(path.split("/")[:-1])


def is_test_path(path: str) -> bool:
    """Whether a file holds tests, by the naming conventions of its language."""
    folders, _, name = path.rpartition("/")
    return not _TEST_FOLDERS.isdisjoint(folders.split("/")) or _TEST_FILE.fullmatch(name) is not None
