"""Inserting a few texts among many gives the same order as sorting all."""

import random

import numpy as np
import pytest

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.columns import LOOKUP_COST, StringColumn
from codeshed.graph.editing.symbol_union import unite_texts


def _check_united(many: list[str], few: list[str], used: list[int]) -> None:
    columns = [StringColumn.of(many), StringColumn.of(few)]
    rows = [np.array(used, dtype=np.int32), np.arange(len(few), dtype=np.int32)]
    texts, (of_many, of_few) = unite_texts(columns, rows)
    expected = sorted({*(many[row] for row in used), *few})
    place_by_text = {text: place for place, text in enumerate(expected)}
    assert list(texts) == expected
    kept = {*used}
    assert of_many.tolist() == [
        *(place_by_text[text] if row in kept else NO_ROW for row, text in enumerate(many)),
        NO_ROW,
    ]
    assert of_few.tolist() == [*(place_by_text[text] for text in few), NO_ROW]


@pytest.mark.parametrize("seed", range(40))
def test_few_texts_between_many(seed: int) -> None:
    """Close together or far apart, new ones and known ones, before all others and behind them."""
    chosen = random.Random(seed)  # noqa: S311 - nothing is kept secret
    many = sorted({f"{chosen.randrange(10_000):04}" for _ in range(600)})
    used = [row for row in range(len(many)) if chosen.random() < 0.9]
    n_few = chosen.randrange(1, len(used) // LOOKUP_COST)
    begin = chosen.randrange(9_000)
    near = [f"{begin + number:04}" for number in range(n_few)]
    known = chosen.sample(many, n_few)
    far = [chosen.choice(["", "0", "0000", "9999", "99999", f"{chosen.randrange(10_000):04}x"])]
    few = sorted({*chosen.sample([*near, *known, *far], n_few)})
    _check_united(many, few, used)


def test_no_text_and_all_texts() -> None:
    many = [f"{number:03}" for number in range(200)]
    _check_united(many, [], list(range(200)))
    _check_united(many, ["", "999"], list(range(200)))
    _check_united(many, many, [])
