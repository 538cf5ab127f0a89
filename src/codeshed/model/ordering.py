"""Whether an array stands in its order.

Turns: keys of its items → DocumentProblems.
"""

from collections.abc import Iterator, Sequence

from codeshed.model.document_problem import DocumentProblem, broken


def order_problems(
    keys: Sequence[tuple[object, ...]], where: str, order: str, *, is_strict: bool = True
) -> Iterator[DocumentProblem]:
    """Yield the first place that is out of order, or that is there twice."""
    for index in range(1, len(keys)):
        before, here = keys[index - 1], keys[index]
        if sorted((before, here)) != [before, here] or (is_strict and before == here):
            yield broken(
                f"{where}[{index}]",
                "out_of_order",
                "it stands behind one that comes after it, or is there twice",
                f"sort by {order}",
            )
            return
