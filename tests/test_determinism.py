"""The same tree gives the same bytes: for any hash seed and any order of the document."""

import json
import random
from pathlib import Path

import pytest

from tests.surface.cli import SHOP, SHOP_ARGUMENTS, run

FORMS = (
    ("footprint",),
    ("footprint", "--format", "json"),
    ("footprint", "--all", "--format", "json"),
    ("footprint", "--all", "--policy", "v2", "--format", "json"),
    ("footprint", "--all", "--policy", "v1", "--format", "json"),
    ("footprint", "checkout"),
)


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
def test_any_hash_seed_gives_the_same_bytes(form: tuple[str, ...]) -> None:
    outputs = {run(*form, *SHOP_ARGUMENTS, hash_seed=seed).out for seed in (0, 1, 4242)}
    assert len(outputs) == 1


@pytest.mark.parametrize("form", ["semantic-data", "edges"])
def test_a_folder_gives_the_same_bytes_for_any_hash_seed(form: str) -> None:
    outputs = {run("export", form, "--repo", str(SHOP), hash_seed=seed).out for seed in (0, 1, 4242)}
    assert len(outputs) == 1
    assert all(outputs)


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
        assert run(*form, *arguments, hash_seed=seed).out == expected
