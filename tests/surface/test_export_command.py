"""`codeshed export` as a program meets it."""

import json
from pathlib import Path

from tests.surface.cli import SHOP, run

_SMALL = {
    "shop.py": "LIMIT = 3\n\nclass Cart:\n    def add(self): ...\n\ndef run(cart: Cart):\n    cart.add()\n    return LIMIT\n"
}


def test_edges_are_json_lines_with_evidence(tmp_path: Path) -> None:
    for path, text in _SMALL.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    outcome = run("export", "edges", "--kind", "call,read", "--types", "off", cwd=tmp_path)
    assert (outcome.code, outcome.err) == (0, "")
    assert [json.loads(line) for line in outcome.out.splitlines()] == [
        {
            "source": "shop.py::run",
            "target": "shop.py::Cart.add",
            "kind": "call",
            "confidence": 0.95,
            "provenance": "typed",
            "sites": [{"path": "shop.py", "line": 7, "column": 4, "end_line": 7, "end_column": 14}],
            "n_sites": 1,
            "is_exact": False,
        },
        {
            "source": "shop.py::run",
            "target": "shop.py::LIMIT",
            "kind": "read",
            "confidence": 1.0,
            "provenance": "declared",
            "sites": [{"path": "shop.py", "line": 8, "column": 11, "end_line": 8, "end_column": 16}],
            "n_sites": 1,
            "is_exact": False,
        },
    ]


def test_a_class_within_a_function_is_not_exported_as_that_function(tmp_path: Path) -> None:
    text = "def make():\n    class Local: ...\n\n    def helper():\n        return Local()\n\n    return helper\n"
    (tmp_path / "shop.py").write_text(text, encoding="utf-8")
    outcome = run("export", "edges", "--kind", "call,usage", "--types", "off", cwd=tmp_path)
    edges = [json.loads(line) for line in outcome.out.splitlines()]
    assert [(each["source"], each["kind"], each["target"]) for each in edges] == [
        ("shop.py::make.helper", "call", "shop.py::make.Local"),
    ]


def test_an_unknown_kind_is_a_message_with_the_right_ones() -> None:
    outcome = run("export", "edges", "--kind", "calls", "--repo", str(SHOP))
    assert (outcome.code, outcome.out) == (2, "")
    assert "'calls'" in outcome.err
    assert "call, dataflow, inherits" in outcome.err


def test_what_was_found_is_valid_and_gives_the_same_footprints(tmp_path: Path) -> None:
    exported = run("export", "semantic-data", "--repo", str(SHOP), "--quiet")
    assert (exported.code, exported.err) == (0, "")
    document = tmp_path / "shop.json"
    document.write_text(exported.out, encoding="utf-8")
    validated = run("validate", str(document), "--source-root", str(SHOP))
    assert validated.code == 0, validated.out
    direct = run("footprint", "--all", "--repo", str(SHOP))
    through_document = run("footprint", "--all", "--semantic-data", str(document), "--source-root", str(SHOP))
    assert direct.code == 0
    assert direct.out == through_document.out


def test_a_folder_without_python_is_a_message_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("nothing", encoding="utf-8")
    for command in (("footprint",), ("export", "edges"), ("export", "semantic-data")):
        outcome = run(*command, cwd=tmp_path)
        assert (outcome.code, outcome.out) == (2, "")
        assert "no code found" in outcome.err
        assert "--repo DIR" in outcome.err


def test_a_missing_folder_is_a_message(tmp_path: Path) -> None:
    outcome = run("footprint", "--repo", str(tmp_path / "nowhere"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "nowhere" in outcome.err
