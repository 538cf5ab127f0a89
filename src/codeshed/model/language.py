"""Languages by name and suffix, and what little the language-independent half must know of them."""

import enum
import re


class SignatureEnd(enum.Enum):
    """What ends a signature and begins a body."""

    COLON = ":"
    BRACE = "{"


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
}

PYTHON = "python"
"""The language that is read by a reader of its own."""

READ_LANGUAGES = frozenset({PYTHON, "c", "csharp", "go", "java", "javascript"})
"""The languages whose files are code of a repository."""

MANIFEST_NAMES = frozenset({
    "pyproject.toml", "setup.cfg", "package.json", "tsconfig.json", "jsconfig.json", "pnpm-workspace.yaml",
    "go.mod", "go.work", "Cargo.toml", "composer.json", "compile_commands.json",
})  # fmt: skip
"""Files that say what packages offer and how files find each other."""

_TEST_FOLDERS = frozenset({"test", "tests", "testing", "__tests__", "spec", "specs"})
_TEST_FILE = re.compile(
    r"""
      (test_.*|.*_tests?|conftest)\.(py|pyi|ipynb)
    | .*\.(test|spec)\.[cm]?[jt]sx?
    | .*_test\.(go|rs|cc|cpp|c)
    | (Test.*|.*(Test|Tests|IT|Spec))\.(java|cs|scala|php|kt)
    | .*_(test|spec)\.(rb|lua)
    """,
    re.VERBOSE,
)


def language_of_path(path: str) -> str | None:
    """Return the language that a file's suffix stands for."""
    return _LANGUAGE_BY_SUFFIX.get(path.rsplit(".", 1)[-1].lower()) if "." in path else None


def is_python(path: str) -> bool:
    """Whether a file is read as Python: sources, stubs and notebooks."""
    return language_of_path(path) == PYTHON


def signature_end(language: str | None) -> SignatureEnd:
    """Return what ends a signature in a language."""
    return SignatureEnd.COLON if language == "python" else SignatureEnd.BRACE


def is_test_path(path: str) -> bool:
    """Whether a file holds tests, by the customs of its language."""
    folders, _, name = path.rpartition("/")
    return not _TEST_FOLDERS.isdisjoint(folders.split("/")) or _TEST_FILE.fullmatch(name) is not None
