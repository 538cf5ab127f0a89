"""Does indexing twice give the same bytes?

Turns: the exports of two indexes of one repository → RepeatabilityReport.
"""

import msgspec


class DifferentExport(msgspec.Struct, frozen=True, kw_only=True):
    """An export that came out different: its first different byte and line, and what each of the two has there."""

    name: str
    line: int
    byte: int
    first: str
    second: str


class RepeatabilityReport(msgspec.Struct, frozen=True, kw_only=True):
    """The exports that were compared, and those that differ."""

    is_repeatable: bool
    exports: tuple[str, ...]
    n_bytes: int
    different: tuple[DifferentExport, ...]


_N_BEFORE = 20
_N_SHOWN = 60


def compare_exports(contents: list[tuple[str, bytes, bytes]]) -> RepeatabilityReport:
    """Compare exports that were made twice, each with its name."""
    different = tuple(_first_difference(*each) for each in contents if each[1] != each[2])
    return RepeatabilityReport(
        is_repeatable=not different,
        exports=tuple(name for name, _, _ in contents),
        n_bytes=sum(len(first) for _, first, _ in contents),
        different=different,
    )


def _first_difference(name: str, first: bytes, second: bytes) -> DifferentExport:
    offset = _first_different_byte(first, second)
    begin = max(0, offset - _N_BEFORE)
    shown = (
        content[begin : begin + _N_SHOWN].decode("utf-8", "backslashreplace") for content in (first, second)
    )
    return DifferentExport(
        name=name, line=first.count(b"\n", 0, offset) + 1, byte=offset, first=next(shown), second=next(shown)
    )


def _first_different_byte(first: bytes, second: bytes) -> int:
    """Return the first offset at which two texts differ, by binary search."""
    low, high = 0, max(len(first), len(second))
    while low < high:
        middle = (low + high) // 2
        if first[low : middle + 1] == second[low : middle + 1]:
            low = middle + 1
        else:
            high = middle
    return low
