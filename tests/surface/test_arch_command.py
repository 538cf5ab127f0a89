"""`codeshed arch diff` and `codeshed arch init`, as a user meets them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.test_schemas import check_schema
from tests.support.repositories import Repository
from tests.surface.cli import run

_SETTINGS = 'types = "off"\n'


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """Return a repository of three commits: `ui` uses `core`, then also `net`, and at last `core` uses `ui`."""
    repository = Repository(tmp_path / "shop")
    (repository.root / "codeshed.toml").write_text(_SETTINGS, encoding="utf-8")
    repository.commit(
        core__cart_py="import os\nimport requests\ndef total(): ...\n",
        core__price_py="def price(): ...\n",
        net__http_py="def get(): ...\n",
        ui__view_py="from core.cart import total\n",
    )
    repository.commit(ui__view_py="from core.cart import total\n\nfrom net.http import get\n")
    repository.commit(
        core__cart_py="import os\nimport httpx\ndef total(): ...\n",
        core__price_py="from ui.view import get\ndef price(): ...\n",
        ui__page_py="from core.price import price\n",
    )
    return repository


def difference(root: Path, *arguments: str) -> dict[str, Any]:
    outcome = run("arch", "diff", *arguments, "--repo", str(root), "--format", "json", "-q")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    check_schema("architecture-diff", found)
    return found


def shown(found: dict[str, Any]) -> list[str]:
    return [
        f"{each['change']} {each['source']} -> {each['target']} {each['before']} → {each['after']} {each['file']}:{each['line']}"
        for each in found["dependencies"]
    ]


def test_dependencies_that_changed_since_a_commit(shop: Repository) -> None:
    found = difference(shop.root, "HEAD~2")
    assert shown(found) == [
        "new core -> ui 0 → 1 core/price.py:1",
        "new ui -> net 0 → 1 ui/view.py:3",
        "new core -> httpx 0 → 1 core/cart.py:2",
        "grown ui -> core 1 → 2 ui/page.py:1",
        "gone core -> requests 1 → 0 core/cart.py:2",
    ]
    assert found["counts"] == {"before": 2, "after": 4, "new": 3, "grown": 1, "gone": 1}


def test_the_commit_and_author_of_the_first_site(shop: Repository) -> None:
    by_target = {each["target"]: each for each in difference(shop.root, "HEAD~2")["dependencies"]}
    commits = shop.git("log", "--format=%H").split()
    assert by_target["net"]["commit"] == commits[1]
    assert by_target["ui"]["commit"] == commits[0]
    assert by_target["requests"]["commit"] == commits[2]
    assert {each["author"] for each in by_target.values()} == {"A"}


def test_two_revisions_and_the_working_tree(shop: Repository) -> None:
    assert shown(difference(shop.root, "HEAD~2", "HEAD~1")) == ["new ui -> net 0 → 1 ui/view.py:3"]
    assert shown(difference(shop.root, "HEAD")) == []
    shop.write(net__http_py="import core.cart\n")
    (found,) = difference(shop.root, "HEAD")["dependencies"]
    assert (found["source"], found["target"]) == ("net", "core")
    assert "commit" not in found


def test_packages_are_told_apart_by_their_first_folders(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "code")
    (repository.root / "codeshed.toml").write_text(_SETTINGS, encoding="utf-8")
    repository.commit(a__b__one_py="x = 1\n", a__c__two_py="y = 1\n", d__three_py="z = 1\n")
    repository.commit(a__b__one_py="import a.c.two\nimport d.three\n")
    assert [each["target"] for each in difference(repository.root, "HEAD~1")["dependencies"]] == ["a/c", "d"]
    assert [
        each["target"] for each in difference(repository.root, "HEAD~1", "--depth", "1")["dependencies"]
    ] == ["d"]


def test_a_cap_has_its_record(shop: Repository) -> None:
    found = difference(shop.root, "HEAD~2", "--cap", "maxEdges=2")
    assert len(found["dependencies"]) == 2
    (record,) = found["truncation"]
    assert (record["cap"], record["observed"], record["omitted"]) == ("maxEdges", 5, 3)


def test_the_text_names_changes_and_authors(shop: Repository) -> None:
    text = run("arch", "diff", "HEAD~2", "--repo", str(shop.root), "-q").out
    assert "core -> ui" in text
    assert "NEW" in text
    assert "GONE" in text
    assert shop.git("log", "-1", "--format=%h", "--abbrev=10") in text


@pytest.mark.parametrize("arguments", [("nope",), ("HEAD", "nope"), ("HEAD", "--depth", "0"), ()])
def test_wrong_calls_of_diff(shop: Repository, arguments: tuple[str, ...]) -> None:
    assert run("arch", "diff", *arguments, "--repo", str(shop.root), "-q").code == 2


def proposed(root: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    outcome = run("arch", "init", *arguments, "--repo", str(root))
    assert outcome.code == 0, outcome.err
    rules: dict[str, Any] = json.loads(outcome.out)
    check_schema("architecture-rules", rules)
    return rules, outcome.err


def test_layers_with_the_fewest_imports_upwards_are_proposed(shop: Repository) -> None:
    rules, caught = proposed(shop.root)
    (rule,) = rules["rules"]
    assert [each["name"] for each in rule["layers"]] == ["ui", "core | net"]
    assert "core/price.py" in caught
    assert "ui/view.py" in caught
    (shop.root / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    checked = run("arch", "check", "--rules", "rules.json", "-q", cwd=shop.root)
    assert checked.code == 1
    assert "core/price.py:1" in checked.out
    assert checked.out.count("error LAYERING") == 1


def test_what_is_proposed_for_code_without_cycles_is_kept(shop: Repository) -> None:
    shop.git("checkout", "--quiet", "HEAD~1")
    rules, _ = proposed(shop.root)
    (shop.root / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    assert run("arch", "check", "--rules", "rules.json", "-q", cwd=shop.root).code == 0
    shop.write(net__http_py="import ui.view\n", extra__new_py="x = 1\n")
    text = run("arch", "check", "--rules", "rules.json", "-q", cwd=shop.root).out
    assert "error LAYERING" in text
    assert "extra/new.py: error UNLAYERED_FILE" in text


def test_the_folder_that_holds_the_code_is_found_or_named(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "code")
    repository.write(
        codeshed_toml=_SETTINGS,
        src__app__a__one_py="import app.b.two\n",
        src__app__b__two_py="x = 1\n",
        src__app__c_py="import app.a.one\n",
        tools__run_py="y = 1\n",
    )
    names = [each["name"] for each in proposed(repository.root)[0]["rules"][0]["layers"]]
    assert names == ["c", "a", "b"]
    named = proposed(repository.root, "--container", "src/app/")[0]
    assert [each["name"] for each in named["rules"][0]["layers"]] == names


@pytest.mark.parametrize("container", ["nope", "../..", "core/cart.py"])
def test_a_folder_without_code_is_refused(shop: Repository, container: str) -> None:
    outcome = run("arch", "init", "--container", container, "--repo", str(shop.root), "-q")
    assert outcome.code == 2
    assert "no code is in" in outcome.err
