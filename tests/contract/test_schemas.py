"""Every JSON output against the published schema of its type."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from codeshed.model.repository_settings import Settings
from codeshed.render.schemas import ANALYSIS_SCHEMAS, TYPE_BY_SCHEMA, schema
from tests.support.repositories import Repository
from tests.surface.cli import ROOT, SHOP, SHOP_ARGUMENTS, run

PUBLISHED = ROOT / "docs" / "reference" / "schemas"


def check_schema(name: str, document: Any) -> None:  # noqa: ANN401 - any JSON
    published = json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(document, published)


@pytest.mark.parametrize("name", sorted(TYPE_BY_SCHEMA))
def test_published_schemas_are_those_of_the_types(name: str) -> None:
    published = json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))
    assert published == json.loads(json.dumps(schema(name)))


def test_semantic_data() -> None:
    check_schema("semantic-data", json.loads((SHOP / "semantic-data.json").read_text(encoding="utf-8")))
    with pytest.raises(jsonschema.ValidationError):
        check_schema("semantic-data", {"documents": [{"path": 3}]})


@pytest.mark.parametrize("policy", ["closure", "v2", "v1"])
@pytest.mark.parametrize(
    "extra",
    [("checkout",), ("--all",), ("checkout", "--max-tokens", "50"), ("Cart", "--min-confidence", "0")],
)
def test_footprints(policy: str, extra: tuple[str, ...]) -> None:
    out = run("footprint", *extra, *SHOP_ARGUMENTS, "--policy", policy, "--format", "json").out
    if "--all" not in extra:
        check_schema("footprint", json.loads(out))
        return
    lines = out.splitlines()
    assert len(lines) == 25
    for line in lines:
        check_schema("footprint-row", json.loads(line))
    whole = run("footprint", *extra, "--sets", *SHOP_ARGUMENTS, "--policy", policy, "--format", "json").out
    for line in whole.splitlines():
        check_schema("footprint-result", json.loads(line))


def test_profile() -> None:
    check_schema("footprint-profile", json.loads(run("footprint", *SHOP_ARGUMENTS, "--format", "json").out))


def test_what_is_exported() -> None:
    check_schema("semantic-data", json.loads(run("export", "semantic-data", "--repo", str(SHOP)).out))
    lines = run("export", "edges", "--repo", str(SHOP), "--types", "off").out.splitlines()
    assert lines
    for line in lines:
        check_schema("edge", json.loads(line))


def test_the_index_and_its_state() -> None:
    check_schema("index", json.loads(run("index", "--repo", str(SHOP), "--json").out))
    state = json.loads(run("status", "--repo", str(SHOP), "--json", "--slow", "--unresolved").out)
    assert state["index"]["unresolved"]
    check_schema("status", state)
    paths = ("shop/cart.py", "shop", "/etc", "nothing")
    check_schema("path-status", json.loads(run("status", *paths, "--repo", str(SHOP), "--json").out))


def test_what_commands_about_the_index_did(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write(a_py="def f(): ...\n", codeshed_toml='types = "off"\n')
    check_schema("repeatability", json.loads(run("verify", str(tmp_path), "--json").out))
    for was_there in (False, True):
        removed = json.loads(run("clean", str(tmp_path), "--format", "json").out)
        check_schema("removed-index", removed)
        assert removed["was_there"] is was_there
        run("index", str(tmp_path))


@pytest.mark.parametrize(
    "options",
    [
        ("checkout", "--paths"),
        ("shop/cart.py::Cart.total", "--depth", "9", "--cap", "maxNodes=3", "--cap", "maxCallSites=1"),
        ("shop/cart.py", "--direction", "in", "--graph", "symbolEdges"),
        ("total",),
        ("nothing",),
    ],
)
def test_graph_packs(options: tuple[str, ...]) -> None:
    outcome = run("graph", *options, "--repo", str(SHOP), "--types", "off", "--format", "json")
    check_schema("graph-context-pack", json.loads(outcome.out))


def test_every_answer_has_a_constant_of_the_contract() -> None:
    for constant, (name, kind) in ANALYSIS_SCHEMAS.items():
        assert constant == name.replace("-", "_").upper() + "_SCHEMA"
        assert TYPE_BY_SCHEMA[name] is kind
        assert kind.__name__.endswith("V1")


@pytest.mark.parametrize(
    "asked",
    [
        ("Cart.total",),
        ("Cart", "--direction", "downstream"),
        ("nothing",),
        ("--changed", "shop/cart.py", "--cap", "maxNodes=2", "--depth", "9"),
        ("checkout", "Cart.total", "--graph", "importGraph", "--cap", "maxPaths=1"),
    ],
)
def test_impacts(asked: tuple[str, ...]) -> None:
    document = json.loads(run("impact", *asked, "--repo", str(SHOP), "--format", "json").out)
    check_schema("graph-impact", document)
    assert {"version", "seed", "direction", "depth", "impacted", "basis", "stats"} <= document.keys()


def test_impacts_of_a_difference(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.commit(a_py="def f():\n    return 1\n", b_py="from a import f\n\n\ndef g():\n    return f()\n")
    repository.write(a_py="def h():\n    return 2\n", page_html="")
    for command, name in (("impact", "graph-impact"), ("affected", "affected")):
        outcome = run(command, "--diff", "HEAD", "--types", "off", "--format", "json", cwd=tmp_path)
        check_schema(name, json.loads(outcome.out))


def test_settings() -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    check_schema("settings", tomllib.loads(example))
    check_schema("settings", json.loads(msgspec.json.encode(Settings())))


@pytest.mark.parametrize("wrong", [{"exlude": []}, {"exclude": ["!a"]}, {"types": "maybe"}, {"workers": -1}])
def test_wrong_settings(wrong: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check_schema("settings", wrong)


def test_validation(tmp_path: Path) -> None:
    document = tmp_path / "d.json"
    document.write_text('{"documents": [{"path": "../a.py", "definitions": [3]}]}')
    outcome = run("validate", str(document), "--format", "json")
    assert outcome.code == 1
    check_schema("validation", json.loads(outcome.out))
    document.write_text('{"version": "1.0.0", "seed": {}, "nodes": [], "edges": []}')
    outcome = run("validate", str(document), "--format", "json")
    assert outcome.code == 1
    check_schema("analysis-validation", json.loads(outcome.out))
