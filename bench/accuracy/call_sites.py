"""How a call looks in the source: its manner in a recording, and whether it leaves open which method runs."""

import functools
from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.truth import Call, RecordedSite

CONSTRUCTORS = frozenset({"__init__", "__new__"})
_UNWRITTEN = {"attr": "property or descriptor", "op": "operator, iteration, with, truth"}
_OPEN_CLASSES = ("cls(", "self.__class__(", "type(self)(")


def manner_of(call: Call, sites: Iterable[RecordedSite]) -> str:
    """Say how a recorded call is written: by its name, as a constructor, through an operator.

    Of several manners the one that names the function counts, for that is the easiest to find.
    """
    name = call.callee.name.rpartition(".")[2]
    manners = {_manner_of_site(name, site) for site in sites}
    by_name = {manner for manner in manners if manner.endswith("()")}
    return min(by_name or manners, default="other")


def _manner_of_site(name: str, site: RecordedSite) -> str:
    family, _, form = site.form.partition(":")
    if family != "call":
        return _UNWRITTEN.get(family, "other")
    if site.text == name:
        return f"by name: {form}"
    if name in CONSTRUCTORS:
        return "constructor"
    is_special = name.startswith("__")
    return (
        "special method, through a builtin or an instance"
        if is_special
        else "call of a value: callback, alias, wrapper"
    )


@functools.cache
def lines_of(file: Path) -> tuple[str, ...]:
    """Return the lines of a file; none of one that cannot be read."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(text.split("\n"))
