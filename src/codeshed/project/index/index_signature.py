"""What an index was made with: if any of it is different, the index is built again.

Turns: Settings → a text that is equal for equal settings, equal code of ours and equal versions of the packages that
decide what is found.
"""

from codeshed.model.settings import Settings, settings_signature
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.index.code_digest import FACTS_CODE, INDEX_CODE
from codeshed.project.index.installed_versions import installed_version
from codeshed.version import __version__

SYNTAX = (
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
"""Packages whose versions decide what is found in a file."""

DECISIVE = (*SYNTAX, "pyrefly", "splintr-rs")
"""Packages whose versions decide what an index holds."""


def extractor_signature() -> str:
    """Return what decides which facts are found in a file."""
    return f"facts {FACTS_CODE} codeshed {__version__} {_versions(SYNTAX)}"


def index_signature(settings: Settings) -> str:
    """Return what decides what an index holds."""
    return (
        f"codeshed {__version__} code {INDEX_CODE} sizes {DEFAULT_SIZE_FUNCTION} "
        f"{_versions(DECISIVE)} settings {settings_signature(settings)}"
    )


def _versions(packages: tuple[str, ...]) -> str:
    return " ".join(f"{package} {installed_version(package)}" for package in packages)
