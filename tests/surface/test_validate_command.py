"""`codeshed validate` as a user meets it."""

import json
from pathlib import Path

import pytest

from tests.support.expectations import assert_expected
from tests.surface.cli import SHOP, run


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
