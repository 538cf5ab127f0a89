"""`codeshed verify` as a user meets it, and what it says of differences."""

from pathlib import Path

import pytest

from codeshed.query.repeatability import compare_exports
from codeshed.render.index.verify_text import verify_text
from tests.support.trees import make_tree
from tests.surface.cli import run, run_apart


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    tree = 'codeshed.toml: types = "off"\n' + "\n".join(
        f"p{number}/m.py: from p{(number + 1) % 5}.m import f ; def f(x): return f(x.run())"
        for number in range(5)
    )
    make_tree(tmp_path, tree)
    before = sorted(tmp_path.rglob("*"))
    outcome = run("verify", "--repo", str(tmp_path))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("repeatable: ")
    assert (
        "edges.jsonl, flows.jsonl, footprints.json, graph.arrays, profile.json, semantic-data.json"
        in outcome.out
    )
    assert sorted(tmp_path.rglob("*")) == before


def test_nothing_of_the_repository_is_imported(tmp_path: Path) -> None:
    """Modules that have the names of ours would be found first in the folder that a process starts in."""
    make_tree(tmp_path, 'codeshed.toml: types = "off"')
    for name in ("msgspec", "numpy", "typing"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(99)\n")
    outcome = run("verify", "--repo", str(tmp_path))
    assert (outcome.code, outcome.err) == (0, "")


def test_a_failure_of_a_run_is_told(tmp_path: Path) -> None:
    outcome = run_apart("verify", "--repo", str(tmp_path))
    assert (outcome.code, outcome.out) == (2, "")
    assert "no code found" in outcome.err


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        (b"a\nbcd\n", b"a\nbxd\n", "line 2, byte 3"),
        (b"same", b"same and more", "line 1, byte 4"),
        (b"", b"x", "line 1, byte 0"),
        (b"x" * 99 + b"\n1", b"x" * 99 + b"\n2", "line 2, byte 100"),
    ],
)
def test_the_first_difference_is_shown(first: bytes, second: bytes, place: str) -> None:
    text = verify_text(compare_exports([("a.json", first, second), ("b.json", b"1", b"1")]))
    assert text.startswith("not repeatable: 1 export of 2 came out different\n")
    assert f"a.json, {place}:\n" in text
    assert "b.json" not in text
