"""Render whether two sets of exports are identical, and where they first differ."""

from codeshed.render.wording import bytes_text, plural, printable

_N_BEFORE = 20
_N_SHOWN = 60


def verify_text(contents: list[tuple[str, bytes, bytes]]) -> str:
    """Say whether exports that were made twice are identical; show the first difference of each that is not."""
    different = [each for each in contents if each[1] != each[2]]
    if not different:
        n_bytes = sum(len(first) for _, first, _ in contents)
        names = ", ".join(name for name, _, _ in contents)
        return f"repeatable: {bytes_text(n_bytes)} in {names} are the same both times\n"
    head = f"not repeatable: {plural(len(different), 'export')} of {len(contents)} came out different\n"
    return (
        head + "".join(_difference(*each) for each in different) + "next: please report this with the code\n"
    )


def _difference(name: str, first: bytes, second: bytes) -> str:
    offset = _first_difference(first, second)
    line = first.count(b"\n", 0, offset) + 1
    begin = max(0, offset - _N_BEFORE)
    shown = (
        printable(content[begin : begin + _N_SHOWN].decode("utf-8", "backslashreplace"))
        for content in (first, second)
    )
    return f"{name}, line {line}, byte {offset}:\n" + "".join(f"    {text}\n" for text in shown)


def _first_difference(first: bytes, second: bytes) -> int:
    """Return the first offset at which two texts differ, by binary search."""
    low, high = 0, max(len(first), len(second))
    while low < high:
        middle = (low + high) // 2
        if first[low : middle + 1] == second[low : middle + 1]:
            low = middle + 1
        else:
            high = middle
    return low
