"""Bug fixes as tasks for search, and how weights are learned of them."""

import numpy as np

from bench.search.fixes import without_trailers
from bench.search.weights import learn, ranks_of


def test_trailers_are_no_part_of_a_query() -> None:
    message = "Fix totals\n\nThey ignored carts without items.\n\nSigned-off-by: A <a@b.c>\nFixes: #12\n"
    assert without_trailers(message) == "Fix totals\n\nThey ignored carts without items."


def test_a_message_of_one_line_stays() -> None:
    assert without_trailers("parser: fix totals") == "parser: fix totals"


def test_each_right_row_is_lifted_above_the_wrong_ones() -> None:
    columns = np.array([[1.0, 0.0], [0.0, 1.0], [0.4, 0.4], [0.0, 0.9], [0.1, 0.2]])
    tasks = [(columns, (0,)), (columns[[2, 0, 1, 3, 4]], (1,))]
    weights = learn(tasks, ("word", "noise"), frozenset())
    assert weights[0] > weights[1]
    assert ranks_of(columns @ weights, [0]) == [0]
