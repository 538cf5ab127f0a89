"""`codeshed export codegraph-context`: the document, its schema, its errors, and the cache that keeps it."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from codeshed.api import codegraph_context_answers
from codeshed.api.project import open_project
from codeshed.build.size import size_function
from codeshed.query.codegraph_context import codegraph_context as question
from codeshed.render.schemas import schema
from codeshed.store.kept_answers import KeptAnswers
from tests.support.rounds import rounds
from tests.surface.cli import SHOP, Outcome, run

ENTITY = "Cart.total"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "shop"
    shutil.copytree(SHOP, folder, ignore=shutil.ignore_patterns(".codeshed"))
    return folder


def export(shop: Path, *arguments: str) -> Outcome:
    return run("export", "codegraph-context", *arguments, "--repo", str(shop), "--types", "off", "--quiet")


def document(shop: Path, *arguments: str) -> dict[str, Any]:
    outcome = export(shop, *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_the_document_is_valid_and_counts_its_own_tokens(shop: Path) -> None:
    outcome = export(shop, ENTITY, "--change-type", "refactor")
    found = json.loads(outcome.out)
    assert found["token_count"] == size_function().measure(outcome.out)
    assert found["query_context"]["hop_depth"] == 3
    published = schema("codegraph-context")
    jsonschema.validate(found, published)
    jsonschema_rs.validator_for(published).validate(found)


def test_the_document_is_accepted_by_validate(shop: Path, tmp_path: Path) -> None:
    path = tmp_path / "CodeGraphContext.json"
    path.write_text(export(shop, ENTITY).out, encoding="utf-8")
    assert run("validate", str(path)).code == 0


def test_bodies_are_never_in_it(shop: Path) -> None:
    found = export(shop, ENTITY).out
    assert "return" in (shop / "shop" / "cart.py").read_text(encoding="utf-8")
    assert "return self" not in found


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("Cart.nothing",), "entity_not_found"),
        (("shop/cart.py:9999",), "entity_not_found"),
        ((ENTITY, "--size-limit", "50"), "context_size_exceeded"),
    ],
)
def test_an_error_is_a_document_of_its_own_and_exit_code_2(
    shop: Path, arguments: tuple[str, ...], error: str
) -> None:
    outcome = export(shop, *arguments)
    assert outcome.code == 2
    found = json.loads(outcome.out)
    assert found["error"] == error
    jsonschema.validate(found, schema(error.replace("_", "-")))


def test_a_cycle_is_an_error_document_only_if_wanted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def one():\n    two()\n\n\ndef two():\n    one()\n", encoding="utf-8")
    outcome = export(tmp_path, "one", "--fail-on-cycle")
    assert (outcome.code, outcome.err) == (2, "")
    found = json.loads(outcome.out)
    assert found["cycle_path"] == ["a.py-a-one", "a.py-a-two", "a.py-a-one"]
    jsonschema.validate(found, schema("dependency-cycle-detected"))
    assert export(tmp_path, "one").code == 0


def test_an_area_of_focus_may_be_a_string(shop: Path) -> None:
    with open_project(shop, types="off") as project:
        found = project.codegraph_context(ENTITY, focus="test_interfaces").to_dict()
    assert found["query_context"]["focus_areas"] == ["test_interfaces"]


def test_wrong_options_say_what_may_be_given(shop: Path) -> None:
    outcome = export(shop, ENTITY, "--change-type", "rewrite")
    assert (outcome.code, outcome.out) == (2, "")
    assert "refactor" in outcome.err


def test_a_document_is_made_once_while_nothing_changes(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    plain = question.codegraph_context

    def counted(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever the question takes
        made.append(arguments)
        return plain(*arguments, **options)

    monkeypatch.setattr(question, "codegraph_context", counted)
    with open_project(shop, types="off") as project:
        # Without types, this project is read in memory: nothing is kept.
        assert project.codegraph_context(ENTITY).to_json() == project.codegraph_context(ENTITY).to_json()
    assert len(made) == 2
    made.clear()
    with open_project(shop) as project:
        first = project.codegraph_context(ENTITY).to_json()
        assert project.codegraph_context(ENTITY).to_json() == first
        assert len(made) == 1
        project.codegraph_context(ENTITY, hop_depth=1)
        assert len(made) == 2
        (shop / "shop" / "extra.py").write_text("def added(): ...\n", encoding="utf-8")
        project.refresh().codegraph_context(ENTITY)
        assert len(made) == 3


def test_a_kept_document_is_never_stale(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every random edit, what the cache gives is what is made without it."""
    random = Random(28)  # noqa: S311 - edits that repeat
    module, extra, coverage = shop / "shop" / "cart.py", shop / "shop" / "extra.py", shop / "lcov.info"
    text = module.read_text(encoding="utf-8")
    caller = "\n\ndef made_{0}(cart: Cart):\n    return cart.total()\n"
    edits: list[Callable[[], object]] = [
        lambda: module.write_text(text, encoding="utf-8"),
        lambda: module.write_text(text + caller.format(random.randrange(3)), encoding="utf-8"),
        lambda: module.write_text("# moved\n\n" + text, encoding="utf-8"),
        lambda: extra.write_text("from shop.cart import Cart\n" + caller.format(9), encoding="utf-8"),
        lambda: extra.unlink(missing_ok=True),
        lambda: coverage.write_text(f"TN:\nSF:shop/cart.py\nDA:{random.randrange(40)},1\n", encoding="utf-8"),
        lambda: coverage.unlink(missing_ok=True),
        lambda: None,
    ]
    seen = set()
    for step in range(rounds(10)):
        random.choice(edits)()
        answers = []
        for cache in (tmp_path / "cache", tmp_path / f"empty{step}"):
            monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
            with open_project(shop) as project:
                answers.append(project.codegraph_context(ENTITY).to_json())
        assert answers[0] == answers[1]
        seen.add(answers[0])
    assert len(seen) > 1


def test_the_estimate_is_that_of_a_coverage_file_while_it_is_true(shop: Path) -> None:
    def classified() -> dict[str, Any]:
        with open_project(shop) as project:
            found = project.codegraph_context(ENTITY).to_dict()
        classification: dict[str, Any] = found["entities"][0]["tdd_classification"]
        return classification

    assert classified()["test_coverage_source"] == "test_reach"
    module = shop / "shop" / "cart.py"
    lines = range(1, len(module.read_text(encoding="utf-8").splitlines()) + 1)
    for count, expected in ((0, 0.0), (1, 1.0)):
        records = "".join(f"DA:{line},{count}\n" for line in lines)
        (shop / "lcov.info").write_text(f"TN:\nSF:shop/cart.py\n{records}end_of_record\n", encoding="utf-8")
        found = classified()
        assert (found["test_coverage_estimate"], found["test_coverage_source"]) == (expected, "coverage_file")
    os.utime(module, ns=(0, 2**62))
    assert classified()["test_coverage_source"] == "test_reach"


def test_a_document_of_other_code_is_not_used(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_project(shop) as project:
        project.codegraph_context(ENTITY)
        monkeypatch.setattr(codegraph_context_answers, "program_state", lambda: "another program")
        monkeypatch.setattr(question, "codegraph_context", _refuse)
        with pytest.raises(AssertionError, match="made again"):
            project.codegraph_context(ENTITY)


def _refuse(*_: object, **__: object) -> None:
    raise AssertionError("made again")


def test_kept_answers_are_bounded_and_damaged_ones_are_no_harm(tmp_path: Path) -> None:
    kept = KeptAnswers(tmp_path, max_bytes=30)
    for number in range(5):
        kept.keep((str(number),), b"0123456789")
    found = [kept.get((str(number),)) for number in range(5)]
    assert 1 <= sum(each is not None for each in found) <= 3
    assert KeptAnswers(None).get(("1",)) is None
