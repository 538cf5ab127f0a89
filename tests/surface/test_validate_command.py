"""`codeshed validate` as a user meets it."""

import json
from pathlib import Path

import pytest

from tests.support.expectations import assert_expected
from tests.surface.cli import SHOP, run

GRAPH = ("--repo", str(SHOP), "--types", "off", "--format", "json")


def test_the_example_keeps_the_contract() -> None:
    outcome = run("validate", str(SHOP / "semantic-data.json"), "--source-root", str(SHOP))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("keeps the contract: 0 errors, 0 warnings in 7 documents")


def test_problems_are_findings(tmp_path: Path) -> None:
    document = tmp_path / "d.json"
    document.write_text(
        '{"documents": [{"path": "a.py", "references": [{"enclosing_symbol": "b", "role": "Call"}]}]}'
    )
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.err) == (1, "")
    assert_expected(
        outcome.out,
        """
        error $.documents[0].references[0].enclosing_symbol: no definition or document is called 'b' [unknown_enclosing_symbol]
            → name the definition around it; for code outside any function, the document's path
        breaks the contract: 1 error, 0 warnings in 1 document, 0 definitions, 1 reference, 0 external symbols (codeshed form)
        """,
        callers=0,
    )
    report = json.loads(run("validate", str(document), "--format", "json").out)
    assert report["problems"][0]["code"] == "unknown_enclosing_symbol"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not a JSON document: Input data was truncated"),
        ('{"documents": [', "is not a JSON document: Input data was truncated"),
        ("<xml/>", "is not a JSON document"),
        ('{"documents": [], "schema_version": 7}', "has schema_version 7; this Codeshed reads version 1"),
        ('{"definitions": []}', "is not a SemanticData document"),
    ],
)
def test_what_is_no_document_gives_one_clear_error(tmp_path: Path, content: str, message: str) -> None:
    document = tmp_path / "d.json"
    document.write_text(content)
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert len(outcome.err.splitlines()) == 2


@pytest.mark.parametrize(
    "options", [("checkout", "--paths"), ("Cart", "--depth", "2"), ("nothing",), ("total",)]
)
def test_answers_keep_the_contract(options: tuple[str, ...], tmp_path: Path) -> None:
    document = tmp_path / "pack.json"
    document.write_text(run("graph", *options, *GRAPH).out)
    for extra in ((), ("--schema", "graph-context-pack")):
        outcome = run("validate", str(document), *extra)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out == "keeps the contract: 0 errors, 0 warnings (graph-context-pack)\n"


@pytest.mark.parametrize("options", [("Cart.total",), ("--changed", "shop/cart.py", "--depth", "9")])
def test_impacts_keep_the_contract(options: tuple[str, ...], tmp_path: Path) -> None:
    document = tmp_path / "impact.json"
    document.write_text(run("impact", *options, *GRAPH).out)
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "keeps the contract: 0 errors, 0 warnings (graph-impact)\n"


@pytest.mark.parametrize("options", [("Cart.total",), ("checkout", "Cart", "--max-tokens", "2000")])
def test_contexts_keep_the_contract(options: tuple[str, ...], tmp_path: Path) -> None:
    document = tmp_path / "context.json"
    document.write_text(run("context", *options, "--full", *GRAPH).out)
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "keeps the contract: 0 errors, 0 warnings (composite-context-pack)\n"


@pytest.mark.parametrize(("n_tokens", "code"), [(900, 0), (100, 1)])
def test_compact_contexts_keep_their_budget(n_tokens: int, code: int, tmp_path: Path) -> None:
    document = tmp_path / "context.json"
    told = json.loads(run("context", "Cart.total", "--max-tokens", "900", *GRAPH).out)
    document.write_text(json.dumps({**told, "maxTokens": n_tokens}))
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.err) == (code, "")
    assert "(compact-context)" in outcome.out
    assert ("over_budget" in outcome.out) is bool(code)


@pytest.mark.parametrize("figure", ["bytesUsed", "tokensEstimated"])
def test_contexts_are_as_large_as_they_say(figure: str, tmp_path: Path) -> None:
    document = tmp_path / "context.json"
    told = json.loads(run("context", "Cart.total", "--full", *GRAPH).out)
    document.write_text(json.dumps(told, indent=1))
    assert run("validate", str(document)).code == 0
    told["stats"][figure] -= 1
    document.write_text(json.dumps(told, indent=1))
    outcome = run("validate", str(document))
    assert outcome.code == 1
    assert outcome.out.startswith(f"error $.stats.{figure}: it says {told['stats'][figure]}, on one line")
    assert "[wrong_size]" in outcome.out


@pytest.mark.parametrize(
    ("command", "schema"),
    [
        (("callers", "Cart.total"), "neighbours"),
        (("callees", "checkout", "--cap", "maxNodes=1"), "neighbours"),
        (("callers", "nothing"), "neighbours"),
        (("path", "checkout", "Money.times"), "path"),
        (("path", "Money.times", "nothing"), "path"),
        (("why", "checkout", "Cart.total"), "why"),
        (("why", "Cart.total", "checkout"), "why"),
        (("unused", "--include-public"), "unused"),
        (("footprint", "checkout"), "footprint"),
        (("footprint",), "footprint-profile"),
    ],
)
def test_every_document_is_recognised_and_keeps_its_contract(
    command: tuple[str, ...], schema: str, tmp_path: Path
) -> None:
    document = tmp_path / "answer.json"
    document.write_text(run(*command, *GRAPH).out)
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"keeps the contract: 0 errors, 0 warnings ({schema})\n"


def test_the_state_of_an_index_and_a_validation_are_recognised(tmp_path: Path) -> None:
    for command, schema in (
        (("status", "--repo", str(SHOP), "--json"), "status"),
        (("status", "shop/cart.py", "--repo", str(SHOP), "--json"), "path-status"),
        (("validate", str(SHOP / "semantic-data.json"), "--format", "json"), "validation"),
        (("validate", str(tmp_path / "validation.json"), "--format", "json"), "analysis-validation"),
    ):
        document = tmp_path / f"{schema}.json"
        document.write_text(run(*command).out)
        assert run("validate", str(document)).out == f"keeps the contract: 0 errors, 0 warnings ({schema})\n"


def test_what_is_wrong_with_an_answer_is_told_with_its_place(tmp_path: Path) -> None:
    pack = json.loads(run("graph", "checkout", *GRAPH).out)
    pack["nodes"].reverse()
    pack["egdes"] = []
    document = tmp_path / "pack.json"
    document.write_text(json.dumps(pack))
    outcome = run("validate", str(document))
    assert (outcome.code, outcome.err) == (1, "")
    assert_expected(
        outcome.out,
        """
        error $.nodes[1]: it stands behind one that comes after it, or is there twice [out_of_order]
            → sort by distance and key
        warning $.egdes: the contract has no such field; it is ignored [unknown_field]
            → check its spelling against docs/reference/analysis-schemas.md
        breaks the contract: 1 error, 1 warning (graph-context-pack)
        """,
        callers=0,
    )
    report = json.loads(run("validate", str(document), "--format", "json").out)
    assert (report["schema"], report["is_valid"]) == ("graph-context-pack", False)


def test_a_wrong_shape_is_told_with_its_place(tmp_path: Path) -> None:
    document = tmp_path / "pack.json"
    document.write_text('{"version": "1.0.0", "seed": {"type": "file", "path": 3}, "nodes": [], "edges": []}')
    outcome = run("validate", str(document))
    assert outcome.code == 1
    assert outcome.out.startswith("error $.seed.path: Expected `str`, got `int` [wrong_shape]\n")


def test_a_schema_that_does_not_exist_is_a_wrong_call(tmp_path: Path) -> None:
    outcome = run("validate", str(tmp_path / "x.json"), "--schema", "graph-pack")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("codeshed: no document is called 'graph-pack'\n  choose one of ")
