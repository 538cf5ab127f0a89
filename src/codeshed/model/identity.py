"""How things are named: symbol ids and paths. One function makes each kind of key.

A symbol id is `path::Qualified.name`; a module is its path; an external is `ext:dotted.name`.
"""

import hashlib
import re

EXTERNAL_PREFIX = "ext:"
SEPARATOR = "::"
_ORDINAL = re.compile(r"#\d+$")
_NUMBER = re.compile(r"([0-9]{1,9})")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]+$")
_NO_PATH = re.compile(r"\Aext:|::|\\|\x00|(?:\A|/)\.{0,2}(?:/|\Z)")
"""What no path has: another kind of symbol, other separators, and parts that are empty or lead elsewhere."""


def content_hash(content: bytes) -> str:
    """Return the hash by which files are told apart: the SHA-256 of their bytes."""
    return hashlib.sha256(content).hexdigest()


def path_text(path: str) -> str:
    """Return a path as text that can be written everywhere; bytes of it that are no UTF-8 are replaced."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def is_relative_posix_path(path: str) -> bool:
    """Whether a path is repo-relative, in POSIX form, and stays inside its root."""
    return _NO_PATH.search(path) is None


def path_of_symbol(symbol: str) -> str | None:
    """Return the path within a symbol id: `a/b.py::C.m` gives `a/b.py`; a foreign id gives None."""
    if symbol.startswith(EXTERNAL_PREFIX) or SEPARATOR not in symbol:
        return None
    return symbol.split(SEPARATOR, 1)[0]


def member_symbol(owner: str, name: str) -> str:
    """Return the id of a member: of `a.py` it is `a.py::f`, of `a.py::C` it is `a.py::C.f`."""
    joint = "." if SEPARATOR in owner or owner.startswith(EXTERNAL_PREFIX) else SEPARATOR
    return f"{owner}{joint}{name}"


def member_name(symbol: str, owner: str, name: str) -> str:
    """Return what a member is called within its owner: `C.price.setter` is `price.setter` in `C`, `C.m#2` is `m`.

    An id that does not begin with its owner's says nothing; then the plain name holds.
    """
    inner = symbol.removeprefix(f"{owner}.")
    return name if inner == symbol else without_ordinal(inner)


def qualified_name(symbol: str) -> str:
    """Return what stands behind the path: `a/b.py::C.m` gives `C.m`; other ids stay as they are."""
    return symbol.split(SEPARATOR, 1)[1] if SEPARATOR in symbol else symbol.removeprefix(EXTERNAL_PREFIX)


def dotted_name(symbol: str) -> str:
    """Write a symbol as Python would import it: `src/a/b.py::C.m` as `src.a.b.C.m`, `ext:a.b` as `a.b`."""
    if symbol.startswith(EXTERNAL_PREFIX):
        return symbol.removeprefix(EXTERNAL_PREFIX)
    path, _, name = symbol.partition(SEPARATOR)
    module = _SUFFIX.sub("", path).removesuffix("/__init__").replace("/", ".")
    return f"{module}.{name}" if name else module


def last_name(symbol: str) -> str:
    """Return the last name in a symbol id: `a/b.py::C.m` gives `m`; an id that ends in no name is its own.

    An ordinal is no part of the name: `a.cpp::over` and its overload `a.cpp::over#2` are both called `over`.
    """
    name = without_ordinal(symbol.removesuffix("."))
    begin = max(name.rfind("."), name.rfind(":"), name.rfind("/")) + 1
    return name[begin:] or symbol


def without_ordinal(name: str) -> str:
    """Return a name without what tells it from others of that name: `C.m#2` gives `C.m`."""
    return _ORDINAL.sub("", name) if name[-1:].isdecimal() and "#" in name else name


def call_site_id(symbol: str, ordinal: int) -> str:
    """Return the id of a call: who calls, and the how many-th of its calls it is."""
    return f"{symbol}@{ordinal}"


def chunk_uid(symbol: str) -> str | None:
    """Return the id of the piece of text that a symbol is found by; what lies in other packages has none.

    It is made of the path, the qualified name and its ordinal alone, so that edits elsewhere leave it as it is. Of a
    module it names the rest, without what is defined there.
    """
    if symbol.startswith(EXTERNAL_PREFIX):
        return None
    return symbol if SEPARATOR in symbol else f"{symbol}{SEPARATOR}"


def symbol_of_chunk(uid: str) -> str:
    """Return the symbol whose text a chunk is."""
    return uid.removesuffix(SEPARATOR)


def package_of_path(path: str) -> str:
    """Return the folder of a path, `.` for a file at the root."""
    return path.rsplit("/", 1)[0] if "/" in path else "."


def natural_order(symbol: str) -> tuple[tuple[str, int], ...]:
    """Return by what people look for a name: numbers in it count as numbers, so that `f#2` is before `f#10`."""
    parts = _NUMBER.split(symbol)
    return tuple(
        (part, int(digits or 0)) for part, digits in zip(parts[::2], (*parts[1::2], ""), strict=True)
    )
