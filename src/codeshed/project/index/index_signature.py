"""What an index was made with: if any of it is different, the index is built again.

Turns: Settings → a text that is equal for equal settings and equal versions of all that decides what is found.
"""

from codeshed.model.settings import Settings, settings_signature
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.index.installed_versions import installed_version
from codeshed.version import __version__

EXTRACTOR_VERSION = 20
"""Counts the changes of what is found in the same files."""

RESOLUTION_VERSION = 27
"""Counts the changes of what is made of the same facts, and of what an index remembers."""

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
    return f"facts {EXTRACTOR_VERSION} codeshed {__version__} {_versions(SYNTAX)}"


def index_signature(settings: Settings) -> str:
    """Return what decides what an index holds."""
    return (
        f"codeshed {__version__} extractor {EXTRACTOR_VERSION} resolution {RESOLUTION_VERSION} sizes {DEFAULT_SIZE_FUNCTION} "
        f"{_versions(DECISIVE)} settings {settings_signature(settings)}"
    )


def _versions(packages: tuple[str, ...]) -> str:
    return " ".join(f"{package} {installed_version(package)}" for package in packages)
