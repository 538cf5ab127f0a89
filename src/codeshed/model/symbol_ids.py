"""Symbol ids and paths: how they are built and taken apart.

A symbol id is `path::Qualified.name`; that of a module is its path, that of an external symbol `ext:dotted.name`, that of a
program `ext:command:name`.
"""

import hashlib
import re

EXTERNAL_PREFIX = "ext:"
COMMAND_PREFIX = "ext:command:"
"""What the id of a program begins with that code starts by its name: `ext:command:git`."""

SEPARATOR = "::"
_ORDINAL = re.compile(r"#\d+$")
_NUMBER = re.compile(r"([0-9]{1,9})")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]+$")
_NO_PATH = re.compile(r"\Aext:|::|\\|\x00|(?:\A|/)\.{0,2}(?:/|\Z)")
"""What no path contains: the marks of symbol ids, other separators, and empty, `.` or `..` parts."""


def content_hash(content: bytes) -> str:
    """Return the SHA-256 of a file's bytes."""
    return hashlib.sha256(content).hexdigest()


def path_text(path: str) -> str:
    """Return a path as valid UTF-8 text; other bytes in it are replaced."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def is_relative_posix_path(path: str) -> bool:
    """Whether a path is repo-relative, in POSIX form, and stays inside its root."""
    return _NO_PATH.search(path) is None


def path_of_symbol(symbol: str) -> str | None:
    """Return the path in a symbol id: `a/b.py::C.m` gives `a/b.py`; an external or foreign id gives None."""
    if symbol.startswith(EXTERNAL_PREFIX) or SEPARATOR not in symbol:
        return None
    return symbol.split(SEPARATOR, 1)[0]


def member_symbol(owner: str, name: str) -> str:
    """Return the id of a member: of `a.py` it is `a.py::f`, of `a.py::C` it is `a.py::C.f`."""
    joint = "." if SEPARATOR in owner or owner.startswith(EXTERNAL_PREFIX) else SEPARATOR
    return f"{owner}{joint}{name}"


def member_name(symbol: str, owner: str, name: str) -> str:
    """Return the name of a member within its owner: `C.price.setter` is `price.setter` in `C`, `C.m#2` is `m`.

    If the id does not begin with the owner's, it is `name`.
    """
    inner = symbol.removeprefix(f"{owner}.")
    return name if inner == symbol else without_ordinal(inner)


def qualified_name(symbol: str) -> str:
    """Return the id without its path: `a/b.py::C.m` gives `C.m`; other ids stay as they are."""
    return symbol.split(SEPARATOR, 1)[1] if SEPARATOR in symbol else symbol.removeprefix(EXTERNAL_PREFIX)


def dotted_name(symbol: str) -> str:
    """Write a symbol as Python would import it: `src/a/b.py::C.m` as `src.a.b.C.m`, `ext:a.b` as `a.b`."""
    if symbol.startswith(EXTERNAL_PREFIX):
        return symbol.removeprefix(EXTERNAL_PREFIX)
    path, _, name = symbol.partition(SEPARATOR)
    module = _SUFFIX.sub("", path).removesuffix("/__init__").replace("/", ".")
    return f"{module}.{name}" if name else module


def last_name(symbol: str) -> str:
    """Return the last name in a symbol id: `a/b.py::C.m` gives `m`; an id that ends in no name is returned as it is.

    An ordinal is no part of the name: `a.cpp::over` and its overload `a.cpp::over#2` are both called `over`.
    """
    name = without_ordinal(symbol.removesuffix("."))
    begin = max(name.rfind("."), name.rfind(":"), name.rfind("/")) + 1
    return name[begin:] or symbol


def without_ordinal(name: str) -> str:
    """Return a name without the ordinal that distinguishes overloads and redefinitions: `C.m#2` gives `C.m`."""
    return _ORDINAL.sub("", name) if name[-1:].isdecimal() and "#" in name else name


def call_site_id(symbol: str, ordinal: int) -> str:
    """Return the id of a call site: the caller, and the number of the call in it."""
    return f"{symbol}@{ordinal}"


def chunk_uid(symbol: str) -> str | None:
    """Return the id of a symbol's chunk: the text that a search finds it by. External symbols have none.

    It depends on path, qualified name and ordinal alone, so that it survives edits elsewhere. A module's chunk is its code
    outside of all definitions.
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
    """Return a natural sort key: numbers in a name count as numbers, so that `f#2` is before `f#10`."""
    parts = _NUMBER.split(symbol)
    return tuple(
        (part, int(digits or 0)) for part, digits in zip(parts[::2], (*parts[1::2], ""), strict=True)
    )
