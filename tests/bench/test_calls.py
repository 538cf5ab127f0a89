"""Recall and agreement of calls."""

from pathlib import Path

import pytest

from bench.accuracy.__main__ import main
from bench.accuracy.call_sites import manner_of
from bench.accuracy.calls import ROWS, predicted_calls, score_calls
from bench.accuracy.source_names import SourceNames
from bench.accuracy.truth import Call, Named, RecordedSite, read_call_truth
from tests.bench.toy_shop import SHOP, edge_lines, edges, named, write_files, write_recording
from tests.support.expectations import assert_expected

EXECUTED = {
    "src/shop/cart.py": [1, 3, 6, 7, 8, 9, 12, 13, 16],
    "src/shop/rules.py": [1, 2, 3, 5, 6, 7, 12, 15, 16],
}


def call(caller: str, callee: str, line: int, form: str, text: str, **changes: object) -> dict[str, object]:
    return {
        "caller": named(caller),
        "callee": named(callee),
        "callee_lambda": False,
        "in": "package",
        "kinds": ["direct"],
        "sites": [[line, form, text, "direct"]],
        **changes,
    }


CALLS = [
    call("cart.total", "rules.Half.apply", 8, "call:name.m()", "apply"),
    call("cart.prepare", "rules.Half.__init__", 13, "call:name()", "Half"),
    call("rules.Rule.run", "rules.Rule.apply", 6, "call:self.m()", "apply"),
    call("cart", "cart.total", 17, "call:name()", "total", kinds=["resume"]),
    call("rules.Rule.run", "rules.Rule.run", 7, "call:name()", "check", callee_lambda=True),
    {**call("cart.total", "rules.Rule.apply", 1, "call:name()", "x"), "in": "tests"},
]


def check_scores(tmp_path: Path, notation: str, expected: str) -> None:
    """Check the three rows: found and missed calls as shares, and what counts as false."""
    root = write_files(tmp_path, SHOP)
    truth = read_call_truth(
        write_recording(tmp_path / "calls.json.gz", {"edges": CALLS, "executed": EXECUTED})
    )
    names = SourceNames(root=root, package="src/shop")
    lines = []
    for row in ROWS:
        score = score_calls(truth, predicted_calls(edges(notation), row, names))
        false = ", ".join(f"{each.caller.name} -> {each.callee.name}" for each in score.false)
        lines.append(
            f"{row.label}: {len(score.found)}/{score.n_recorded} {len(score.found)}/{score.n_judged} {false}"
        )
    assert_expected("\n".join(line.strip() for line in lines), expected)


def test_calls_count_by_provenance(tmp_path: Path) -> None:
    check_scores(
        tmp_path,
        """
        src/shop/cart.py::prepare -call-> src/shop/rules.py::Half.__init__ [typed] @13
        src/shop/rules.py::Rule.run.<lambda> -call-> src/shop/rules.py::Rule.apply [inferred] @6
        src/shop/cart.py::total -call-> src/shop/rules.py::Half.apply [heuristic] @8
        """,
        """
        certain: 1/3 1/1
        at least .5: 2/3 2/2
        all: 3/3 3/3
        """,
    )


def test_an_override_counts_where_a_call_leads_to_it(tmp_path: Path) -> None:
    check_scores(
        tmp_path,
        """
        src/shop/cart.py::total -call-> src/shop/rules.py::Rule.apply [typed] @8
        src/shop/rules.py::Rule.apply -overriddenBy-> src/shop/rules.py::Half.apply
        src/shop/cart.py::total -call-> src/shop/rules.py::Half.apply [inferred] @8
        src/shop/rules.py::Half.apply -overriddenBy-> src/shop/rules.py::Quarter.apply
        """,
        """
        certain: 0/3 0/1 shop.cart.total -> shop.rules.Rule.apply
        at least .5: 1/3 1/2 shop.cart.total -> shop.rules.Rule.apply
        all: 1/3 1/2 shop.cart.total -> shop.rules.Rule.apply
        """,
    )


def test_only_calls_that_could_have_been_seen_are_judged(tmp_path: Path) -> None:
    check_scores(
        tmp_path,
        """
        src/shop/cart.py::total -call-> src/shop/rules.py::Half.__init__ @9
        src/shop/cart.py::prepare -call-> src/shop/rules.py::Rule.apply @14
        src/shop/cart.py::prepare -call-> src/shop/rules.py::Half.apply
        src/shop/cart.py -call-> src/shop/cart.py::total @16
        src/shop/cart.py::total -call-> ext:builtins.len @8
        """,
        """
        certain: 0/3 0/2 shop.cart.prepare -> shop.rules.Half.apply, shop.cart.total -> shop.rules.Half.__init__
        at least .5: 0/3 0/2 shop.cart.prepare -> shop.rules.Half.apply, shop.cart.total -> shop.rules.Half.__init__
        all: 0/3 0/2 shop.cart.prepare -> shop.rules.Half.apply, shop.cart.total -> shop.rules.Half.__init__
        """,
    )


@pytest.mark.parametrize(
    ("callee", "sites", "manner"),
    [
        ("shop.price.gross", [("call:name()", "gross")], "by name: name()"),
        ("shop.price.gross", [("op:iter", ""), ("call:self.m()", "gross")], "by name: self.m()"),
        ("shop.price.gross", [("call:name()", "callback")], "call of a value: callback, alias, wrapper"),
        ("shop.Price.__init__", [("call:name()", "Price")], "constructor"),
        ("shop.Price.__len__", [("call:name()", "len")], "special method, through a builtin or an instance"),
        ("shop.Price.__add__", [("op:BinOp", "")], "operator, iteration, with, truth"),
        ("shop.Price.net", [("attr:Load", "net")], "property or descriptor"),
        ("shop.__getattr__", [("other:ImportFrom", "")], "other"),
    ],
)
def test_manners(callee: str, sites: list[tuple[str, str]], manner: str) -> None:
    made = Call(Named("a.py", "a"), Named("b.py", callee))
    assert manner_of(made, [RecordedSite(1, form, text, "direct") for form, text in sites]) == manner


def test_several_pairs_are_printed_apart_and_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_files(tmp_path, SHOP)
    truth = write_recording(tmp_path / "calls.json.gz", {"edges": CALLS, "executed": EXECUTED})
    exported = tmp_path / "edges.jsonl"
    notation = """
    src/shop/cart.py::total -call-> src/shop/rules.py::Half.apply [typed] @8
    src/shop/cart.py::total -call-> src/shop/rules.py::Rule.apply [heuristic] @8
    """
    exported.write_text(edge_lines(edges(notation)))
    pair = [str(root), str(truth), "--edges", str(exported)]
    main([*pair, *pair, "--misses", "1"])
    out = capsys.readouterr().out
    assert out.count("Calls: shop") == 2
    assert out.count("Calls: all") == 1
    assert "certain       0.333      1.000             2 of 6               2 of 2" in out
    assert "all           0.333      0.500             2 of 6               4 of 4" in out
    assert "src/shop/cart.py:13  shop.cart.prepare -> shop.rules.Half.__init__  [constructor]" in out
    assert "src/shop/cart.py:8  shop.cart.total -> shop.rules.Rule.apply  [heuristic]" in out
