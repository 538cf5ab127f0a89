"""The same tree gives the same bytes: for any hash seed and any order of the document."""

import json
import random
import shutil
from pathlib import Path

import pytest

from tests.surface.cli import SHOP, SHOP_ARGUMENTS, run, run_all_apart, run_apart
from tests.surface.questions import QUESTIONS, make_shop

FORMS = (
    ("footprint",),
    ("footprint", "--format", "json"),
    ("footprint", "--all", "--format", "json"),
    ("footprint", "--all", "--sets", "--format", "json"),
    ("footprint", "--all", "--policy", "v2", "--format", "json"),
    ("footprint", "--all", "--policy", "v1", "--format", "json"),
    ("footprint", "checkout"),
)


def test_any_hash_seed_gives_the_same_bytes() -> None:
    calls = [(*form, *SHOP_ARGUMENTS) for form in FORMS]
    first, *others = (run_all_apart(calls, hash_seed=seed) for seed in (0, 1, 4242))
    for call, expected, *found in zip(calls, first, *others, strict=True):
        assert expected.out, call
        assert found == [expected] * len(others), call


@pytest.mark.parametrize("form", ["semantic-data", "edges"])
def test_a_folder_gives_the_same_bytes_for_any_hash_seed(form: str) -> None:
    outputs = {run_apart("export", form, "--repo", str(SHOP), hash_seed=seed).out for seed in (0, 1, 4242)}
    assert len(outputs) == 1
    assert all(outputs)


ANSWERS = (
    ("graph", "checkout", "--paths", "--depth", "2", "--format", "json"),
    ("graph", "shop/cart.py", "--cap", "maxNodes=5", "--cap", "maxEdges=4", "--format", "json"),
    ("graph", "total", "--format", "json"),
    ("graph", "Cart"),
    ("impact", "Cart.total", "--depth", "3", "--format", "json"),
    ("impact", "--changed", "shop/cart.py", "--cap", "maxNodes=3", "--format", "json"),
    ("impact", "checkout"),
    ("context", "checkout", "--max-tokens", "700", "--quiet"),
    ("context", "Cart", "--for", "edit", "--explain", "--format", "json", "--quiet"),
    ("context", "Cart", "--for", "edit", "--explain", "--format", "json", "--full", "--quiet"),
    ("context", "Cart.total", "shop/storage.py", "--format", "xml", "--hops", "2", "--quiet"),
    *((name, *arguments, "--format", "json") for name, arguments in QUESTIONS.items()),
)


def test_answers_have_the_same_bytes_for_any_hash_seed_and_number_of_workers(tmp_path: Path) -> None:
    outputs = []
    make_shop(tmp_path / "shop")
    for number, (hash_seed, n_workers) in enumerate(((0, 1), (1, 2), (4242, 2))):
        root = tmp_path / str(number) / "shop"
        # A cache of its own, so that every file is read again.
        cache = {"XDG_CACHE_HOME": str(tmp_path / str(number) / "cache")}
        shutil.copytree(tmp_path / "shop", root)
        (root / "codeshed.toml").write_text(f'workers = {n_workers}\ntypes = "off"\n', encoding="utf-8")
        calls = [(*form, "--repo", str(root)) for form in ANSWERS]
        outcomes = run_all_apart(calls, hash_seed=hash_seed, environment=cache)
        assert {outcome.err for outcome in outcomes} == {""}
        outputs.append([outcome.out for outcome in outcomes])
    for form, *found in zip(ANSWERS, *outputs, strict=True):
        assert found[0], form
        assert len(set(found)) == 1, form


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
def test_any_order_of_the_document_gives_the_same_bytes(form: tuple[str, ...], tmp_path: Path) -> None:
    expected = run(*form, *SHOP_ARGUMENTS).out
    for seed in (1, 2):
        data = json.loads((SHOP / "semantic-data.json").read_text(encoding="utf-8"))
        shuffler = random.Random(seed)  # noqa: S311 - a shuffle that repeats
        shuffler.shuffle(data["documents"])
        shuffler.shuffle(data["external_symbols"])
        for document in data["documents"]:
            shuffler.shuffle(document["definitions"])
            shuffler.shuffle(document["references"])
        shuffled = tmp_path / f"{seed}.json"
        shuffled.write_text(json.dumps(data), encoding="utf-8")
        arguments = ("--semantic-data", str(shuffled), "--source-root", str(SHOP))
        assert run(*form, *arguments).out == expected
