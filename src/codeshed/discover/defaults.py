"""Which files and folders are no code of the repository's own, by their names and by what a folder holds.

Turns: names → a Default, which says why something is left out, or None. A name alone decides only where no project
would give it to code of its own: packages called `build`, `dist` or `vendor` exist and are read.

These are the weakest rules: ignore files and settings override them by name. Only what is `ALWAYS_LEFT_OUT` stays out.
"""

import codecs
import re
from collections.abc import Set as AbstractSet

import msgspec

from codeshed.discover.left_out import Layer, Reason, Rule
from codeshed.discover.minified import LONG_LINE_BYTES, MIN_BYTES, is_minified, read_head
from codeshed.model.language_traits import traits_of
from codeshed.model.settings import LARGEST_FILE_BYTES

ALWAYS_LEFT_OUT = frozenset({".git", ".codeshed"})
"""Folders of the tools that keep the repository and its index; no rule brings them back."""

MAX_NOTEBOOK_BYTES = LARGEST_FILE_BYTES
"""A notebook holds its outputs too, pictures among them."""

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
"""So many tell the format of a file."""
_MINIFIED = re.compile(r".+([.-](?:min|bundle)\.[cm]?js)")
_BUILT_SUFFIXES = (".egg-info", ".dist-info", ".egg")
_BUILT_CONTENT_BY_NAME = {
    "build": re.compile(r"lib|(lib|bdist|temp)\..*|scripts-.*"),
    "dist": re.compile(r".*\.(whl|egg|tar\.gz)"),
    "_build": re.compile(r"html|doctrees"),
}


class Default(msgspec.Struct, frozen=True):
    """A default that leaves something out: why, and by which pattern."""

    reason: Reason
    pattern: str

    @property
    def rule(self) -> Rule:
        """The default as a rule among those that the repository states."""
        return Rule(layer=Layer.DEFAULTS, source="defaults", line=0, pattern=self.pattern)


def default_by_name(name: str) -> Default | None:
    """Return the default that leaves out a folder of this name, if that can be told without a look into it."""
    if name.startswith("."):
        return Default(Reason.HIDDEN, f"{name}/" if name in ALWAYS_LEFT_OUT else ".*/")
    reason = _REASON_BY_NAME.get(name)
    if reason is not None:
        return Default(reason, f"{name}/")
    if not name.endswith(_BUILT_SUFFIXES):
        return None
    suffix = next(suffix for suffix in _BUILT_SUFFIXES if name.endswith(suffix))
    return Default(Reason.BUILD_OUTPUT, f"*{suffix}/")


def default_by_content(name: str, entries: AbstractSet[str]) -> Default | None:
    """Return the default that leaves out a folder that holds entries of these names."""
    mark = next((mark for mark in ENVIRONMENT_MARKS if mark in entries), None)
    if mark is not None:
        return Default(Reason.ENVIRONMENT, f"*/{mark}")
    if "__init__.py" in entries:
        return None
    if name == "vendor":
        return Default(Reason.VENDORED, "vendor/")
    built = _BUILT_CONTENT_BY_NAME.get(name)
    if built is None or any(entry.endswith(".py") for entry in entries):
        return None
    made = min((entry for entry in entries if built.fullmatch(entry)), default=None)
    return None if made is None else Default(Reason.BUILD_OUTPUT, f"{name}/{made}")


def default_of_content(language: str | None, location: str, n_bytes: int) -> Default | None:
    """Return the default that leaves out a file of code by what it holds: scripts are made short, some files are no code."""
    traits = traits_of(language)
    if traits.is_minified and n_bytes >= MIN_BYTES and is_minified(read_head(location)):
        return Default(Reason.MINIFIED, f"code in lines of more than {LONG_LINE_BYTES} bytes")
    if traits.other_start and re.match(traits.other_start, _first_bytes(location)):
        return Default(Reason.OTHER_FORMAT, "begins like XML")
    return None


def _first_bytes(location: str) -> bytes:
    return read_head(location, _N_FIRST_BYTES).removeprefix(codecs.BOM_UTF8)


def default_of_file(name: str, n_bytes: int, max_file_bytes: int) -> Default | None:
    """Return the default that leaves out a file of code; `._x.py` is what macOS writes beside `x.py`."""
    if name.startswith("._"):
        return Default(Reason.HIDDEN, "._*")
    minified = _MINIFIED.fullmatch(name) if name.endswith("js") else None
    if minified is not None:
        return Default(Reason.MINIFIED, f"*{minified[1]}")
    limit = MAX_NOTEBOOK_BYTES if name.lower().endswith(".ipynb") else max_file_bytes
    return Default(Reason.TOO_LARGE, f"more than {limit} bytes") if n_bytes > limit else None
