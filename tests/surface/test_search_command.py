"""`codeshed search` and `codeshed find`, as a user meets them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.contract.test_schemas import check_schema
from tests.support.repositories import Repository
from tests.surface.cli import SHOP, run


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a copy of the example with one commit."""
    root = tmp_path_factory.mktemp("search") / "shop"
    shutil.copytree(SHOP, root, ignore=shutil.ignore_patterns(".codeshed"))
    (root / "codeshed.toml").write_text('types = "off"\n', encoding="utf-8")
    Repository(root).commit()
    return root


def _json(shop: Path, *arguments: str) -> dict[str, Any]:
    found = run(*arguments, "--repo", str(shop), "--format", "json")
    assert found.code == 0, found.err
    answer: dict[str, Any] = json.loads(found.out)
    return answer


def test_words_find_a_method(shop: Path) -> None:
    found = run("search", "total of the cart", "--repo", str(shop))
    assert found.code == 0
    assert "shop/cart.py" in found.out
    assert "Cart.total" in found.out
    assert len(found.out.splitlines()) <= 40


def test_the_answer_keeps_its_schema_and_explains_itself(shop: Path) -> None:
    answer = _json(shop, "search", "total of the cart", "--explain", "--graph-ranking", "--context-expansion")
    check_schema("search", answer)
    (first,) = [hit for hit in answer["hits"][:2] if hit["symbol"] == "shop/cart.py::Cart.total"]
    assert {word["word"] for word in first["scoreBreakdown"]["words"]} >= {"cart", "total"}
    assert first["scoreBreakdown"]["graph"]["enabled"] is True
    beside = [hit for hit in answer["hits"] if hit["scoreType"] == "context"]
    assert beside
    assert all(hit["reasons"] for hit in beside)


def test_graph_ranking_keeps_the_members(shop: Path) -> None:
    def symbols(*options: str) -> list[str]:
        hits = _json(shop, "search", "money of a cart", "--max", "4", *options)["hits"]
        return [hit["ref"]["chunkUid"] for hit in hits]

    assert len(symbols()) == 4
    assert sorted(symbols()) == sorted(symbols("--graph-ranking"))
    assert sorted(symbols()) == sorted(symbols("--graph-ranking", "--graph-ranking-seeds", "none"))


def test_graph_ranking_says_what_its_work_cut(shop: Path) -> None:
    answer = _json(
        shop, "search", "total of the cart", "--graph-ranking", "--graph-ranking-max-work", "1", "--explain"
    )
    (cut,) = [each for each in answer["truncation"] if each["scope"] == "ranking"]
    assert (cut["cap"], cut["limit"]) == ("maxWorkUnits", 1)
    assert answer["hits"][0]["scoreBreakdown"]["graph"]["truncated"] is True
    assert answer["stats"]["workUnitsUsed"] <= 1


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--kind", "type"), {"type"}),
        (("--kind", "function"), {"function"}),
        (("--kind", "module", "--kind", "type"), {"module", "type"}),
    ],
)
def test_kinds_are_filtered(shop: Path, options: tuple[str, ...], expected: set[str]) -> None:
    answer = _json(shop, "search", "cart money price", *options)
    hits = answer["hits"]
    assert hits
    assert {hit["kind"] for hit in hits} <= expected
    assert {file["path"] for file in answer["bestFiles"]} == {hit["file"] for hit in hits}


def test_paths_and_tests_are_filtered(shop: Path) -> None:
    files = {
        each["path"]
        for each in _json(shop, "search", "amount of money", "--path", "shop/money.py")["bestFiles"]
    }
    assert files == {"shop/money.py"}
    only = _json(shop, "search", "total cart", "--tests", "only")
    assert only["hits"]
    assert all(hit["isTest"] for hit in only["hits"])
    assert not any(
        hit.get("isTest") for hit in _json(shop, "search", "total cart", "--tests", "none")["hits"]
    )


def test_only_changed_files_are_searched(shop: Path, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    shutil.copytree(shop, root, ignore=shutil.ignore_patterns(".codeshed"))
    money = root / "shop" / "money.py"
    money.write_text(
        money.read_text(encoding="utf-8") + "\n\ndef cart_tax():\n    return 1\n", encoding="utf-8"
    )
    answer = _json(root, "search", "cart tax", "--changed-since", "HEAD")
    assert {hit["file"] for hit in answer["hits"]} == {"shop/money.py"}
    assert answer["hits"][0]["name"] == "cart_tax"


def test_a_text_comes_from_a_file(shop: Path, tmp_path: Path) -> None:
    issue = tmp_path / "issue.md"
    issue.write_text(
        f'It fails\n\n  File "{shop}/shop/cart.py", line 25, in total\nValueError: x\n', encoding="utf-8"
    )
    answer = _json(shop, "search", "--file", str(issue))
    assert answer["hits"][0]["symbol"] == "shop/cart.py::Cart.total"
    assert answer["query"]["frames"] == [f"{shop}/shop/cart.py:25"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("search", "xylophone"), 1),
        (("search",), 2),
        (("search", "  "), 2),
        (("search", "cart", "--language", "klingon"), 2),
        (("search", "cart", "--graph-ranking-seeds", "all"), 2),
        (("search", "cart", "--tests", "perhaps"), 2),
        (("find", "Cart"), 0),
        (("find", "Crat"), 2),
        (("find", "Cart", "--kind", "gadget"), 2),
    ],
)
def test_exit_codes(shop: Path, arguments: tuple[str, ...], code: int) -> None:
    assert run(*arguments, "--repo", str(shop)).code == code


def test_settings_turn_graph_ranking_on(shop: Path, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    shutil.copytree(shop, root, ignore=shutil.ignore_patterns(".codeshed"))
    text = 'types = "off"\n[retrieval.graphRanking]\nenabled = true\nseedSelection = "top1"\nmaxGraphWorkUnits = 77\n'
    (root / "codeshed.toml").write_text(text, encoding="utf-8")
    answer = _json(root, "search", "total of the cart", "--explain")
    assert answer["basis"]["caps"]["maxWorkUnits"] == 77
    assert "graph" in answer["hits"][0]["scoreBreakdown"]
    off = _json(root, "search", "total of the cart", "--explain", "--no-graph-ranking")
    assert "graph" not in off["hits"][0]["scoreBreakdown"]


def test_a_weight_of_no_feature_is_refused(shop: Path, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    shutil.copytree(shop, root, ignore=shutil.ignore_patterns(".codeshed"))
    (root / "codeshed.toml").write_text(
        "[retrieval.graphRanking]\nweights = { pagerank = 1 }\n", encoding="utf-8"
    )
    found = run("search", "cart", "--repo", str(root))
    assert found.code == 2
    assert "retrieval is wrong: Invalid enum value 'pagerank'" in found.err
    assert "docs/reference/search.md" in found.err


def test_the_text_says_that_graph_ranking_ran_out_of_work(shop: Path) -> None:
    found = run(
        "search", "total of the cart", "--graph-ranking", "--graph-ranking-max-work", "1", "--repo", str(shop)
    )
    assert "CUT" in found.out
    assert "(--graph-ranking-max-work 2)" in found.out


def test_a_binary_file_is_no_query(shop: Path, tmp_path: Path) -> None:
    binary = tmp_path / "program"
    binary.write_bytes(b"cart\0total")
    found = run("search", "--file", str(binary), "--repo", str(shop))
    assert (found.code, found.out) == (2, "")
    assert f"{binary} is binary" in found.err


def test_a_shallow_clone_says_that_commits_are_missing(shop: Path, tmp_path: Path) -> None:
    source, clone = tmp_path / "source", tmp_path / "clone"
    shutil.copytree(shop, source, ignore=shutil.ignore_patterns(".codeshed"))
    Repository(source).commit(**{"shop/money.py": "def money():\n    return 1\n"})
    Repository(source).git("clone", "-q", "--depth", "1", source.as_uri(), str(clone))
    found = run("search", "money", "--repo", str(clone))
    assert "not all commits were searched: this is a shallow clone" in found.out


def test_the_line_of_a_hit_has_words_of_the_query_that_the_code_has(shop: Path) -> None:
    absent = " ".join(f"qqq{chr(97 + n)}zzz" for n in range(26))
    first = _json(shop, "search", f"{absent} amount of the cart total", "--kind", "function")["hits"][0]
    assert "total" in first["text"].lower() or "amount" in first["text"].lower()


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (("--graph-ranking-seed-k", "3"), "--graph-ranking"),
        (("--graph-ranking-max-work", "3"), "--graph-ranking"),
        (("--context-expansion-explain",), "--context-expansion"),
    ],
)
def test_options_of_what_is_off_are_refused(shop: Path, options: tuple[str, ...], wanted: str) -> None:
    found = run("search", "cart", *options, "--repo", str(shop))
    assert found.code == 2
    assert f"add {wanted}\n" in found.err
    assert run("search", "cart", *options, wanted, "--repo", str(shop)).code == 0


def test_a_frame_is_explained_and_its_line_belongs_to_the_function_alone(shop: Path) -> None:
    text = 'it fails\n  File "/x/shop/cart.py", line 26, in total\nValueError\n'
    hits = _json(shop, "search", text, "--explain")["hits"]
    assert hits[0]["symbol"] == "shop/cart.py::Cart.total"
    assert hits[0]["scoreBreakdown"]["frames"] == ["/x/shop/cart.py:26 in total"]
    assert not [hit for hit in hits[1:] if (hit["file"], hit["line"]) == ("shop/cart.py", 26)]
    assert (
        "frame      /x/shop/cart.py:26 in total" in run("search", text, "--explain", "--repo", str(shop)).out
    )


def test_locals_are_listed_last_and_shown_on_request(tmp_path: Path) -> None:
    code = "class ClintIndex:\n    pass\n\ndef make():\n    clint = ClintIndex()\n    return clint\n"
    (tmp_path / "a.py").write_text(code, encoding="utf-8")
    (tmp_path / "codeshed.toml").write_text('types = "off"\n', encoding="utf-8")
    names = [each["name"] for each in _json(tmp_path, "find", "Clint")["matches"]]
    assert names == ["ClintIndex", "clint"]
    shown = run("find", "Clint", "--repo", str(tmp_path)).out
    assert "ClintIndex" in shown
    assert "make.clint" not in shown
    assert "1 more: --all" in shown
    assert "make.clint" in run("find", "Clint", "--repo", str(tmp_path), "--all").out
    assert "make.clint" in run("find", "Clint", "--repo", str(tmp_path), "--kind", "variable").out


def test_a_search_without_hits_says_what_to_try(shop: Path) -> None:
    found = run("search", "chekcout", "--repo", str(shop))
    assert found.code == 1
    assert "codeshed find NAME" in found.out


def test_an_empty_name_is_refused(shop: Path) -> None:
    found = run("find", " ", "--repo", str(shop))
    assert found.code == 2
    assert "the name is empty" in found.err


def test_names_are_found_by_parts_and_by_likeness(shop: Path) -> None:
    def matches(name: str) -> list[tuple[str, str]]:
        found = run("find", name, "--repo", str(shop), "--format", "json")
        answer = json.loads(found.out)
        check_schema("find", answer)
        return [(each["match"], each["name"]) for each in answer["matches"]]

    assert matches("Cart")[0] == ("exact", "Cart")
    assert matches("cart.tot")[0] == ("prefix", "total")
    assert ("case", "Cart") in matches("CART")
    assert ("substring", "total") in matches("ota")
    assert ("similar", "checkout") in matches("chekcout")
