"""What a person may write for a symbol on the command line: lines, paths, names, and what is none of these."""

import json
from pathlib import Path

import pytest

from tests.surface.cli import run
from tests.surface.questions import seeded_commands

_FILES = {
    "codeshed.toml": 'types = "off"\n',
    "shop/__init__.py": "",
    "shop/cart.py": """RATE = 2


class Cart:
    \"\"\"What is bought.\"\"\"

    name: str = ""
    low, high = 1, 2

    def __init__(self):
        self.items = []

    class Line: count = 1


print(RATE)
""",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shop")
    for path, text in _FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def meant(root: Path, seed: str) -> list[str]:
    """Return what a seed means, or may mean."""
    outcome = run("graph", seed, "--repo", str(root), "--quiet", "--format", "json")
    ref = json.loads(outcome.out)["seed"]
    found = [ref] if "symbolId" in ref or "path" in ref else ref["candidates"]
    assert outcome.code == (0 if len(found) == 1 else 2)
    return [each.get("symbolId") or each["path"] for each in found]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (1, ["::RATE"]),
        (2, [""]),
        (4, ["::Cart"]),
        (5, ["::Cart"]),
        (7, ["::Cart.name"]),
        (8, ["::Cart.high", "::Cart.low"]),
        (9, ["::Cart"]),
        (10, ["::Cart.__init__"]),
        (11, ["::Cart.__init__"]),
        (13, ["::Cart.Line.count"]),
        (16, [""]),
    ],
)
def test_a_line_means_the_innermost_definition(shop: Path, line: int, names: list[str]) -> None:
    assert meant(shop, f"shop/cart.py:{line}") == [f"shop/cart.py{name}" for name in names]


@pytest.mark.parametrize("seed", ["./shop/cart.py", "shop.cart", "cart"])
def test_a_module_by_its_path_or_name(shop: Path, seed: str) -> None:
    assert meant(shop, seed) == ["shop/cart.py"]


@pytest.mark.parametrize(
    # A footprint and an edge are of exactly one symbol, and say so by an error.
    "command",
    [each for each in seeded_commands() if each[0] not in {"footprint", "why"}],
    ids=" ".join,
)
@pytest.mark.parametrize("seed", ["", "qqqqqqqq", "shop/cart.py:0"])
def test_what_names_nothing(shop: Path, command: tuple[str, ...], seed: str) -> None:
    outcome = run(*command, seed, "--repo", str(shop), "--quiet")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"No symbol {seed!r}, and none with a similar name\n" in outcome.err
    assert "Did you mean" not in outcome.err


@pytest.mark.parametrize("behind", ["", ":7", "::Cart"])
def test_an_absolute_path_below_the_root(shop: Path, behind: str) -> None:
    assert meant(shop, f"{shop}/shop/cart.py{behind}") == meant(shop, f"shop/cart.py{behind}")


@pytest.mark.parametrize("seed", ["./shop/", "."])
@pytest.mark.parametrize(
    "command", [each for each in seeded_commands() if each[0] not in {"footprint", "why"}], ids=" ".join
)
def test_a_folder_is_a_seed(shop: Path, command: tuple[str, ...], seed: str) -> None:
    outcome = run(*command, seed, "--repo", str(shop), "--quiet")
    assert (outcome.code, outcome.err) == (0, "")
    assert "folder, 2 modules" in outcome.out or command[0] in {"context", "contracts", "risk"}
    assert "No symbol" not in outcome.out


def test_the_end_of_a_folder_s_path_is_a_seed(tmp_path: Path) -> None:
    for folder in ("app/contrib/admin", "web/contrib/forms", "app/forms"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "views.py").write_text("def show(): ...\n")
    arguments = ("--repo", str(tmp_path), "--types", "off", "--quiet")

    assert run("callers", "contrib/admin", *arguments).out.startswith(
        "callers of app/contrib/admin  folder, 1 module\n"
    )
    outcome = run("callers", "forms", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "codeshed: 'forms' names several folders. Write one of these:\n  app/forms\n  web/contrib/forms\n"
    )
    candidates = json.loads(run("callers", "forms", *arguments, "--json").out)["seed"]["candidates"]
    assert candidates == [{"path": "app/forms"}, {"path": "web/contrib/forms"}]


def test_a_folder_by_its_absolute_path(shop: Path) -> None:
    outcome = run("callers", str(shop), "--repo", str(shop), "--quiet")
    assert (outcome.code, outcome.out.splitlines()[0]) == (0, "callers of .  folder, 2 modules")


@pytest.mark.parametrize("command", seeded_commands(), ids=" ".join)
def test_a_line_beyond_the_file_is_no_seed(shop: Path, command: tuple[str, ...]) -> None:
    outcome = run(*command, "./shop/cart.py:17", "--repo", str(shop), "--quiet")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "codeshed: 'shop/cart.py' has no line 17\n  its last line is 16\n"


def test_a_name_that_no_file_can_have(shop: Path) -> None:
    outcome = run("graph", "a" * 5000 + ".py:3", "--repo", str(shop), "--quiet")
    assert (outcome.code, outcome.out) == (2, "")
