"""The signature of an index: settings, our code, and versions of packages. An index with another signature is rebuilt.

Turns: Settings and the name of a scorer → a text that is equal if all of these are equal.
"""

from codeshed.model.repository_settings import Settings, settings_signature
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.index.code_digest import FACTS_CODE, INDEX_CODE
from codeshed.project.index.installed_versions import installed_version
from codeshed.project.scoring.scorer_program import is_program_name
from codeshed.version import __version__

_SCORER = " documentation scorer "

SYNTAX_PACKAGES = (
    "tree-sitter",
    "tree-sitter-c",
    "tree-sitter-c-sharp",
    "tree-sitter-cpp",
    "tree-sitter-go",
    "tree-sitter-java",
    "tree-sitter-javascript",
    "tree-sitter-lua",
    "tree-sitter-php",
    "tree-sitter-python",
    "tree-sitter-ruby",
    "tree-sitter-rust",
    "tree-sitter-scala",
    "tree-sitter-typescript",
)
"""Packages whose versions determine the facts of a file."""

INDEX_PACKAGES = (*SYNTAX_PACKAGES, "pyrefly", "splintr-rs")
"""Packages whose versions determine the content of an index."""


def extractor_signature() -> str:
    """Return all that determines the facts of a file, for the keys of the parse cache."""
    return f"facts {FACTS_CODE} codeshed {__version__} {_versions(SYNTAX_PACKAGES)}"


def index_signature(settings: Settings, scorer: str = "") -> str:
    """Return all that determines the content of an index; `scorer` names the program that judges documentation, if any."""
    return (
        f"codeshed {__version__} code {INDEX_CODE} sizes {DEFAULT_SIZE_FUNCTION} "
        f"{_versions(INDEX_PACKAGES)} settings {settings_signature(settings)}"
        f"{_SCORER if scorer else ''}{scorer}"
    )


def scorer_in_signature(signature: str) -> str:
    """Return the name of the scorer that an index remembers; empty if it has none."""
    name = signature.partition(_SCORER)[2]
    return name if is_program_name(name) else ""


def _versions(packages: tuple[str, ...]) -> str:
    return " ".join(f"{package} {installed_version(package)}" for package in packages)
