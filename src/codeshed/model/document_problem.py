"""Findings of `codeshed validate`: what is wrong with a document, and where."""

from collections.abc import Iterator, Sequence

import msgspec

ERROR = "error"
WARNING = "warning"


class DocumentProblem(msgspec.Struct, frozen=True, kw_only=True):
    """One place where a document breaks the contract."""

    path: str
    code: str
    severity: str
    message: str
    remedy: str


def broken_rule(path: str, code: str, message: str, remedy: str) -> DocumentProblem:
    """Return a broken rule as a problem of severity ERROR."""
    return DocumentProblem(path=path, code=code, severity=ERROR, message=message, remedy=remedy)


def order_problems(
    keys: Sequence[tuple[object, ...]], where: str, order: str, *, is_strict: bool = True
) -> Iterator[DocumentProblem]:
    """Yield the first item that is out of order, or there twice; `keys` are the sort keys of the array at `where`."""
    for index in range(1, len(keys)):
        before, here = keys[index - 1], keys[index]
        if sorted((before, here)) != [before, here] or (is_strict and before == here):
            yield broken_rule(
                f"{where}[{index}]",
                "out_of_order",
                "it stands behind one that comes after it, or is there twice",
                f"sort by {order}",
            )
            return
