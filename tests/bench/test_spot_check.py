"""Random edges to check by hand."""

from pathlib import Path

from bench.accuracy.spot_check import definition_lines, sample_lines
from tests.bench.toy_shop import SHOP, edges, write_files
from tests.support.expectations import assert_expected


def test_a_sample_shows_both_ends(tmp_path: Path) -> None:
    exported = edges(
        """
        src/shop/cart.py::total -call-> src/shop/rules.py::Rule.apply [typed] @8
        src/shop/cart.py::total -read-> src/shop/cart.py::RULES @7,9
        src/shop/cart.py::total -call-> ext:builtins.len [inferred]
        """
    )
    text = "\n".join(sample_lines(write_files(tmp_path, SHOP), exported, 5))
    assert_expected(
        text,
        """
        declared: 1 of 1 edges

           1  read  src/shop/cart.py:7:0  for rule in RULES:  (and 1 more)
              from  src/shop/cart.py::total
              to    src/shop/cart.py::RULES  line 3: RULES = []

        typed: 1 of 1 edges

           1  call  src/shop/cart.py:8:0  price = rule.apply(price)
              from  src/shop/cart.py::total
              to    src/shop/rules.py::Rule.apply  line 2: def apply(self, price):

        inferred: 1 of 1 edges

           1  call  no site
              from  src/shop/cart.py::total
              to    ext:builtins.len

        heuristic: 0 of 0 edges
        """,
        callers=0,
    )


def test_a_sample_is_the_same_for_any_order_of_edges(tmp_path: Path) -> None:
    exported = edges("\n".join(f"a.py::f{number} -call-> a.py::g" for number in range(40)))
    sample = list(sample_lines(tmp_path, exported, 7))
    assert sample == list(sample_lines(tmp_path, reversed(exported), 7))
    assert sum("from" in line for line in sample) == 7


def test_definitions_are_found_by_the_name_in_their_id(tmp_path: Path) -> None:
    source = """
class C:
    size = 1

    def __init__(self):
        self.name = "c"

    @property
    def label(self): ...

    @label.setter
    def label(self, value): ...

    def copy(self): ...

    def copy(self): ...
"""
    file = write_files(tmp_path, {"c.py": source}) / "c.py"
    assert definition_lines(file) == {
        "C": 1,
        "C.size": 2,
        "C.__init__": 4,
        "C.name": 5,
        "C.label": 8,
        "C.label.setter": 11,
        "C.copy": 13,
        "C.copy#2": 15,
    }
