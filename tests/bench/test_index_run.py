"""`python -m bench index` as a whole, with a stand-in for Codeshed that answers at once."""

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.__main__ import main
from bench.index import tools

STAND_IN = """
import json, pathlib, sys
root = pathlib.Path(sys.argv[-1])
n_files = len(list(root.rglob("*.py")))
if sys.argv[1] == "status":
    figures = {"n_symbols": n_files * 2, "n_edges": n_files * 3}
    print(json.dumps({"index": {"n_files_by_language": {"python": n_files}, "figures": figures}}))
elif n_files > 5:
    sys.exit("too many files")
else:
    (root / "index").write_bytes(b"x" * 1000 * n_files)
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a package of two files; other tools are nowhere."""
    monkeypatch.setattr(tools, "CODESHED", (sys.executable, "-c", STAND_IN))
    monkeypatch.setattr("bench.index.options.OTHERS", ())
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "cart.py").write_text("def total():\n    x = 1\n    return x\n")
    return package


def test_tables_and_figures(shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    main(
        [
            *("index", str(shop), "--runs", "1", "--types", "off", "--without-opening"),
            *("--growth", str(shop), "--sizes", "2,4,8", "--json", str(figures)),
        ]
    )
    said = capsys.readouterr().out
    titles = [line for line in said.splitlines() if line.startswith(("shop,", "Growth"))]
    assert titles == [
        "shop, 2 Python files, 3 lines: cold",
        "shop, 2 Python files, 3 lines: no change",
        "shop, 2 Python files, 3 lines: one edit",
        "shop, 2 Python files, 3 lines: answer after an edit",
        "Growth: shop under new names, codeshed, types off",
        "Growth per file: shop under new names, codeshed, types off",
    ]
    assert "8 files, cold: exit code 1: too many files" in said
    written: dict[str, Any] = msgspec.json.decode(figures.read_bytes())["index"]
    assert list(written) == [str(shop), "growth"]
    compared, growth = written.values()
    assert compared["edit"]["path"] == "shop/cart.py"
    cold = compared["timed"]["codeshed, types off"][0]["cold"]
    assert (cold["tree_bytes"], cold["counts"]) == (2000, [2, 4, 6])
    assert [size["tree"]["n_python_files"] for size in growth["sizes"]] == [2, 4, 8]
    assert sorted(path.name for path in shop.iterdir()) == ["__init__.py", "cart.py"]  # only read
