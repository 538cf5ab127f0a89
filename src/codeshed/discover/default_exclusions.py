"""Default exclusions: files and folders that are not the repository's own code, by their names and contents.

Turns: the name of a file or folder → a Default with the reason, or None. A folder's name alone decides only if no project
would give it to its own code: packages called `build`, `dist` or `vendor` exist and are read.

These rules have the lowest precedence: ignore files and settings override them, except for `ALWAYS_LEFT_OUT`.
"""

import codecs
import re
from collections.abc import Set as AbstractSet

import msgspec

from codeshed.discover.exclusion_reasons import Layer, Reason, Rule
from codeshed.discover.minified import LONG_LINE_BYTES, MIN_BYTES, is_minified, read_head
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.repository_settings import LARGEST_FILE_BYTES

ALWAYS_LEFT_OUT = frozenset({".git", ".codeshed"})
"""The folders of git and of the index; no rule includes them."""

MAX_NOTEBOOK_BYTES = LARGEST_FILE_BYTES
"""Notebooks are large because of their outputs."""

ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
INSTALLED_FOLDERS = frozenset({"site-packages", "dist-packages"})
_REASON_BY_NAME = {
    **dict.fromkeys((*INSTALLED_FOLDERS, "node_modules", "__pypackages__"), Reason.ENVIRONMENT),
    **dict.fromkeys(("_vendor", "_vendored", "vendored"), Reason.VENDORED),
    **dict.fromkeys(
        ("third_party", "third-party", "thirdparty", "3rdparty", "_third_party"), Reason.VENDORED
    ),
    "__pycache__": Reason.CACHE,
}
_N_FIRST_BYTES = 64
"""How many bytes are read to detect a file's format."""
_MINIFIED = re.compile(r".+([.-](?:min|bundle)\.[cm]?js)")
_BUILT_SUFFIXES = (".egg-info", ".dist-info", ".egg")
_BUILT_CONTENT_BY_NAME = {
    "build": re.compile(r"lib|(lib|bdist|temp)\..*|scripts-.*"),
    "dist": re.compile(r".*\.(whl|egg|tar\.gz)"),
    "_build": re.compile(r"html|doctrees"),
}


class DefaultExclusion(msgspec.Struct, frozen=True):
    """A default exclusion: its reason and pattern."""

    reason: Reason
    pattern: str

    @property
    def rule(self) -> Rule:
        """The default as a Rule, like those of ignore files and settings."""
        return Rule(layer=Layer.DEFAULTS, source="defaults", line=0, pattern=self.pattern)


def default_by_name(name: str) -> DefaultExclusion | None:
    """Return the default that excludes a folder by its name alone."""
    if name.startswith("."):
        return DefaultExclusion(Reason.HIDDEN, f"{name}/" if name in ALWAYS_LEFT_OUT else ".*/")
    reason = _REASON_BY_NAME.get(name)
    if reason is not None:
        return DefaultExclusion(reason, f"{name}/")
    if not name.endswith(_BUILT_SUFFIXES):
        return None
    suffix = next(suffix for suffix in _BUILT_SUFFIXES if name.endswith(suffix))
    return DefaultExclusion(Reason.BUILD_OUTPUT, f"*{suffix}/")


def default_by_content(name: str, entries: AbstractSet[str]) -> DefaultExclusion | None:
    """Return the default that excludes a folder by its name and the names of its entries."""
    mark = next((mark for mark in ENVIRONMENT_MARKS if mark in entries), None)
    if mark is not None:
        return DefaultExclusion(Reason.ENVIRONMENT, f"*/{mark}")
    if "__init__.py" in entries:
        return None
    if name == "vendor":
        return DefaultExclusion(Reason.VENDORED, "vendor/")
    built = _BUILT_CONTENT_BY_NAME.get(name)
    if built is None or any(entry.endswith(".py") for entry in entries):
        return None
    made = min((entry for entry in entries if built.fullmatch(entry)), default=None)
    return None if made is None else DefaultExclusion(Reason.BUILD_OUTPUT, f"{name}/{made}")


def default_of_content(language: str | None, location: str, n_bytes: int) -> DefaultExclusion | None:
    """Return the default that excludes a file by its content: minified scripts, other formats with a suffix of code."""
    traits = traits_of(language)
    if traits.may_be_minified and n_bytes >= MIN_BYTES and is_minified(read_head(location)):
        return DefaultExclusion(Reason.MINIFIED, f"code in lines of more than {LONG_LINE_BYTES} bytes")
    if traits.other_format_start and re.match(traits.other_format_start, _first_bytes(location)):
        return DefaultExclusion(Reason.OTHER_FORMAT, "begins like XML")
    return None


def _first_bytes(location: str) -> bytes:
    return read_head(location, _N_FIRST_BYTES).removeprefix(codecs.BOM_UTF8)


def default_of_file(name: str, n_bytes: int, max_file_bytes: int) -> DefaultExclusion | None:
    """Return the default that excludes a file by its name and size; `._x.py` is macOS metadata of `x.py`."""
    if name.startswith("._"):
        return DefaultExclusion(Reason.HIDDEN, "._*")
    minified = _MINIFIED.fullmatch(name) if name.endswith("js") else None
    if minified is not None:
        return DefaultExclusion(Reason.MINIFIED, f"*{minified[1]}")
    limit = MAX_NOTEBOOK_BYTES if name.lower().endswith(".ipynb") else max_file_bytes
    return DefaultExclusion(Reason.TOO_LARGE, f"more than {limit} bytes") if n_bytes > limit else None
