"""Which files and folders are no code of the repository's own, by their names and by what a folder holds.

Turns: names → a Reason to leave something out, or None. A name alone decides only where no project would give it to
code of its own: packages called `build`, `dist` or `vendor` exist and are read.
"""

import re
from collections.abc import Set as AbstractSet

from codeshed.discover.files import MAX_SOURCE_BYTES
from codeshed.discover.left_out import Reason

MAX_PYTHON_BYTES = 5_000_000
"""A Python file larger than this holds tables that a program wrote."""

MAX_NOTEBOOK_BYTES = MAX_SOURCE_BYTES
"""A notebook holds its outputs too, pictures among them."""

INSTALLED_FOLDERS = frozenset({"site-packages", "dist-packages"})
_REASON_BY_NAME = {
    **dict.fromkeys((*INSTALLED_FOLDERS, "node_modules", "__pypackages__"), Reason.ENVIRONMENT),
    **dict.fromkeys(("_vendor", "_vendored", "vendored"), Reason.VENDORED),
    **dict.fromkeys(
        ("third_party", "third-party", "thirdparty", "3rdparty", "_third_party"), Reason.VENDORED
    ),
    "__pycache__": Reason.CACHE,
}
_BUILT_SUFFIXES = (".egg-info", ".dist-info", ".egg")
_BUILT_CONTENT_BY_NAME = {
    "build": re.compile(r"lib|(lib|bdist|temp)\..*|scripts-.*"),
    "dist": re.compile(r".*\.(whl|egg|tar\.gz)"),
    "_build": re.compile(r"html|doctrees"),
}


def reason_by_name(name: str) -> Reason | None:
    """Return why a folder of this name is left out, if that can be told without a look into it."""
    if name.startswith("."):
        return Reason.HIDDEN
    return Reason.BUILD_OUTPUT if name.endswith(_BUILT_SUFFIXES) else _REASON_BY_NAME.get(name)


def reason_by_content(name: str, entries: AbstractSet[str]) -> Reason | None:
    """Return why a folder is left out that holds entries of these names."""
    if "pyvenv.cfg" in entries or "conda-meta" in entries:
        return Reason.ENVIRONMENT
    if "__init__.py" in entries:
        return None
    if name == "vendor":
        return Reason.VENDORED
    built = _BUILT_CONTENT_BY_NAME.get(name)
    if built is None or any(entry.endswith(".py") for entry in entries):
        return None
    return Reason.BUILD_OUTPUT if any(map(built.fullmatch, entries)) else None


def file_reason(name: str, n_bytes: int) -> Reason | None:
    """Return why a Python file is left out; `._x.py` is what macOS writes beside `x.py`."""
    if name.startswith("._"):
        return Reason.HIDDEN
    limit = MAX_NOTEBOOK_BYTES if name.lower().endswith(".ipynb") else MAX_PYTHON_BYTES
    return Reason.TOO_LARGE if n_bytes > limit else None
