"""Recall and agreement of reads and writes."""

from pathlib import Path

import pytest

from bench.accuracy.__main__ import main
from bench.accuracy.calls import ROWS
from bench.accuracy.source_names import SourceNames
from bench.accuracy.state import predicted_uses, score_uses
from bench.accuracy.truth import read_state_truth
from tests.bench.toy_shop import SHOP, edge_lines, edges, named, write_files, write_recording
from tests.support.expectations import assert_expected


def use(user: str, kind: str, variable: str, scope: str, **changes: object) -> dict[str, object]:
    return {
        "user": named(user),
        "variable": named(variable),
        "kind": kind,
        "scope": scope,
        "lines": [7],
        "manners": ["NAME"],
        **changes,
    }


RECORDING: dict[str, object] = {
    "uses": [
        use("cart.total", "read", "cart.RULES", "module"),
        use("cart.prepare", "write", "cart.RULES", "module"),
        use("cart.prepare", "read", "cart.RULES", "module", is_optional=True),
        use("rules.Half.label", "read", "rules.Rule.name", "class"),
    ],
    "aliases": [{"variable": named("rules.Half.name"), "stands_for": named("rules.Rule.name")}],
    "executed": {"src/shop/cart.py": [7, 13], "src/shop/rules.py": [20]},
}

NOTATION = """
src/shop/cart.py::total -call-> src/shop/cart.py::RULES [typed] @7
src/shop/cart.py::prepare -read-> src/shop/cart.py::RULES @13
src/shop/cart.py::total -write-> src/shop/cart.py::RULES @7
src/shop/cart.py::prepare -read-> src/shop/rules.py::Half.name @14
src/shop/cart.py::total -read-> src/shop/cart.py::total @7
src/shop/rules.py::Half.label.setter -read-> src/shop/rules.py::Half.name [inferred] @20
"""


def test_uses_are_found_confirmed_or_false(tmp_path: Path) -> None:
    truth = read_state_truth(write_recording(tmp_path / "state.json.gz", RECORDING))
    names = SourceNames(root=write_files(tmp_path, SHOP), package="src/shop")
    scores = [score_uses(truth, predicted_uses(edges(NOTATION), row, names, truth)) for row in ROWS]
    found = [
        sorted(f"{each.user.name} {each.kind} {each.variable.name}" for each in score.found)
        for score in scores
    ]
    assert found == [
        ["shop.cart.total read shop.cart.RULES"],
        ["shop.cart.total read shop.cart.RULES", "shop.rules.Half.label read shop.rules.Rule.name"],
        ["shop.cart.total read shop.cart.RULES", "shop.rules.Half.label read shop.rules.Rule.name"],
    ]
    assert [len(score.confirmed) for score in scores] == [2, 3, 3]
    assert [[each.user.name for each in score.false] for score in scores] == [["shop.cart.total"]] * 3
    assert [each.kind for each in scores[-1].missed] == ["write"]


def test_names_and_attributes_are_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write_files(tmp_path, SHOP)
    truth = write_recording(tmp_path / "state.json.gz", RECORDING)
    (tmp_path / "edges.jsonl").write_text(edge_lines(edges(NOTATION)))
    main(["state", str(root), str(truth), "--edges", str(tmp_path / "edges.jsonl"), "--misses", "5"])
    out = capsys.readouterr().out
    assert_expected(
        out.split("Found by")[0],
        """
        Reads and writes: shop

          edges                                 recall  agreement  found of recorded  confirmed of judged
          ------------------------------------  ------  ---------  -----------------  -------------------
          names of modules, read: certain        1.000      1.000             1 of 1               2 of 2
          names of modules, read: at least .5    1.000      1.000             1 of 1               2 of 2
          names of modules, read: all            1.000      1.000             1 of 1               2 of 2
          names of modules, write: certain       0.000      0.000             0 of 1               0 of 1
          names of modules, write: at least .5   0.000      0.000             0 of 1               0 of 1
          names of modules, write: all           0.000      0.000             0 of 1               0 of 1
          attributes, read: certain              0.000      0.000             0 of 1               0 of 0
          attributes, read: at least .5          1.000      1.000             1 of 1               1 of 1
          attributes, read: all                  1.000      1.000             1 of 1               1 of 1
          attributes, write: certain             0.000      0.000             0 of 0               0 of 0
          attributes, write: at least .5         0.000      0.000             0 of 0               0 of 0
          attributes, write: all                 0.000      0.000             0 of 0               0 of 0
        """,
        callers=0,
    )
    assert "src/shop/cart.py:7  shop.cart.prepare writes shop.cart.RULES  [write: NAME]" in out
