"""What history says of footprints: sets around a changed function, and pairs of incomplete and complete neighbours."""

from pathlib import Path

import pytest

from bench.context.changed_together import changed_together
from bench.footprint_meaning.co_change import measure_commit, nearest_first
from bench.footprint_meaning.contract_pairs import (
    ObservedFunction,
    changed_bodies,
    is_fix,
    match_pairs,
    observe,
)
from bench.footprint_meaning.intervals import bootstrap, mean, odds_ratio
from tests.support.repositories import Repository

SHOP = '''def total(prices):
    return sum(prices)


def average(prices):
    return total(prices) / len(prices)


def price(name: str) -> int:
    """Return the price of a name.

    The price is in cents. Raises KeyError for a name that has none.
    """
    return {"tea": 250}[name]
'''


def _function(
    name: str, size: int, *, is_incomplete: bool, n_fixes: int = 0, path: str = "a.py"
) -> ObservedFunction:
    return ObservedFunction(
        symbol=f"{path}::{name}",
        path=path,
        is_incomplete=is_incomplete,
        size=size,
        n_changes=n_fixes,
        n_fixes=n_fixes,
    )


def test_sets_around_a_changed_function(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit(shop_py=SHOP)
    repository.commit(
        shop_py=SHOP.replace("sum(prices)", "sum(prices, 0)").replace("len(prices)", "max(1, len(prices))")
    )
    (cases,) = changed_together(tmp_path / "shop", 5, seed=1)
    sets = measure_commit(cases).sets
    # From `average`, `total` lies forward; from `total`, a line of `average` calls it.
    assert {name: each.share for name, each in sets.items()} == {
        "two edges": 0.5,
        "working set": 1.0,
        "forward": 0.5,
        "nearest in the file, as many tokens": 0.5,
        "same file": 1.0,
        "same file and working set": 1.0,
        "context": 1.0,
        "context, bodies": 1.0,
    }
    assert sets["two edges"].tokens < sets["working set"].tokens < sets["same file"].tokens


def test_the_nearest_functions_of_a_file_within_a_budget() -> None:
    places = [("a", 1, 10), ("b", 20, 10), ("c", 30, 30), ("d", 90, 10)]
    assert nearest_first(places, 20, 25) == ["b", "a"]
    assert nearest_first(places, 20, 5) == []


def test_annotations_documentation_and_format_are_no_change() -> None:
    before = "class C:\n    def one(self, a):\n        b = a\n        return b\n    def two(self): return 1\n"
    documented = (
        "class C:\n"
        "    def one(self, a: int) -> int:\n"
        '        """Return it."""\n'
        "        b: int = a\n\n"
        "        return b\n"
        "    def two(self): return 2\n"
    )
    assert changed_bodies(before, documented) == {"C.two"}


def test_what_is_defined_twice_or_no_python_is_left_out() -> None:
    assert changed_bodies("def f(): pass\ndef f(): return 1\n", "def f(): return 2\n") == frozenset()
    assert changed_bodies("print 'x'\n", "print('x')\n") == frozenset()


def test_which_commits_are_fixes() -> None:
    subjects = ("Fix a crash", "bugs in totals", "Add a prefix", "fixture for tests")
    assert [subject for subject in subjects if is_fix(subject)] == ["Fix a crash", "bugs in totals"]


def test_pairs_are_of_one_file_and_of_similar_size() -> None:
    functions = [
        _function("one", 100, is_incomplete=True),
        _function("two", 104, is_incomplete=True),
        _function("like_two", 105, is_incomplete=False),
        _function("like_one", 120, is_incomplete=False),
        _function("large", 300, is_incomplete=False),
        _function("elsewhere", 100, is_incomplete=False, path="b.py"),
    ]
    pairs = [(pair.incomplete.symbol, pair.complete.symbol) for pair in match_pairs(functions)]
    assert pairs == [("a.py::two", "a.py::like_two"), ("a.py::one", "a.py::like_one")]


def test_changes_are_counted_since_the_first_commit(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit(shop_py="def early(): return 0\n")
    repository.commit(shop_py=SHOP)
    repository.write(shop_py=SHOP.replace("sum(prices)", "sum(prices, 0)"))
    repository.git("commit", "--quiet", "--all", "--message", "Fix totals")
    found = observe(tmp_path / "shop", 1)
    assert found is not None
    by_symbol = {each.symbol: each for each in found.functions}
    assert {symbol: (each.n_changes, each.n_fixes) for symbol, each in by_symbol.items()} == {
        "shop.py::total": (1, 1),
        "shop.py::average": (0, 0),
        "shop.py::price": (0, 0),
    }
    assert [symbol for symbol, each in by_symbol.items() if not each.is_incomplete] == ["shop.py::price"]


def test_intervals_hold_the_mean_and_are_the_same_each_time() -> None:
    values = [0.0, 0.2, 0.4, 1.0, 0.6]
    low, high = bootstrap(values, mean)
    assert low < mean(values) < high
    assert (low, high) == bootstrap(values, mean)


def test_an_odds_ratio_of_pairs_that_differ() -> None:
    assert odds_ratio([(3, 1), (2, 1)]) == pytest.approx(5.5 / 2.5)
    assert odds_ratio([(0, 0)]) == pytest.approx(1.0)
