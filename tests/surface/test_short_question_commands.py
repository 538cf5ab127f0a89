"""`codeshed callers`, `callees`, `path`, `why` and `unused`, and the formats of `graph`, as a user meets them."""

import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.contract.test_schemas import check_schema
from tests.support.expectations import assert_expected
from tests.support.repositories import Repository
from tests.support.trees import make_tree
from tests.surface.cli import ROOT, SHOP, run, run_apart

_FILES = {
    "codeshed.toml": 'types = "off"\n',
    "shop/__init__.py": "",
    "shop/cart.py": """from shop.price import price


class Cart:
    def __init__(self, catalog):
        self.catalog = catalog

    def total(self):
        return sum(
            price(each)
            for each in self.catalog
        )

    def show(self):
        return str(self.total())

    def _forgotten(self):
        return _helper()


class Gift(Cart):
    def total(self):
        return 0


def _helper():
    return 1


def _by_name():
    return 2
""",
    "shop/price.py": """RATE = 2


def price(each):
    return each * RATE


def ask(thing):
    return thing.show()


def table():
    return getattr(thing, "_by_name")
""",
    "tests/test_cart.py": """from shop.cart import Cart


def test_total():
    assert Cart([]).total() == 0
""",
    "web/page.html": "{{ cart.in_template }}",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shop")
    for path, text in _FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def ask(root: Path, *arguments: str, code: int = 0) -> str:
    outcome = run(*arguments, "--repo", str(root), "--quiet")
    assert (outcome.code, outcome.err) == (code, "")
    return outcome.out


def answer(root: Path, schema: str, *arguments: str, code: int = 0) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(ask(root, *arguments, "--format", "json", code=code))
    check_schema(schema, document)
    assert document["basis"]["index"]["types"] == "off"
    return document


def test_callers(shop: Path) -> None:
    assert_expected(
        ask(shop, "callers", "price"),
        """
        callers of shop/price.py::price  function, 9 tokens, shop/price.py:4
        1 caller in 1 file

        CALLS
          Cart.total  shop/cart.py:10  price(each)

        NOT SEEN   1 call has several possible targets; targets that match by name alone are marked
        """,
        callers=0,
    )


def test_callers_through_what_is_overridden(shop: Path) -> None:
    text = ask(shop, "callers", "Gift.total")
    assert "THROUGH Cart.total" in text
    assert ["Cart.show", "(0.5)", "shop/cart.py:15", "return", "str(self.total())"] in map(
        str.split, text.splitlines()
    )
    document = answer(shop, "neighbours", "callers", "Gift.total")
    assert {each["through"]["symbolId"] for each in document["neighbours"]} == {"shop/cart.py::Cart.total"}


FAMILY_PY = """
class Base:
    def m(self):
        return 1
    def run(self):
        return self.m()
class Left(Base):
    def m(self):
        return 2
class Right(Base):
    def go(self):
        return self.m()
class Lower(Left):
    def own(self):
        return self.m()
class Both(Right, Left):
    pass
class Apart(Base):
    def apart(self):
        return self.m()
def use(x: Base):
    return x.m()
def made():
    x = Apart()
    return x.m()
"""
FAMILY_JAVA = """
class Base { int m() { return 1; } int run() { return m(); } }
class Left extends Base { int m() { return 2; } }
class Apart extends Base { int apart() { return m(); } int also() { return this.m(); } }
class User { int use(Base b) { return b.m(); } int made(Apart a) { return a.m(); } }
"""


@pytest.mark.parametrize(
    ("path", "text", "through"),
    [
        ("a.py", FAMILY_PY, {"Base.run", "Right.go", "use"}),
        ("a/Base.java", FAMILY_JAVA, {"Base.run", "User.use"}),
    ],
)
def test_a_sibling_never_runs_what_its_brother_overrides(
    tmp_path: Path, path: str, text: str, through: set[str]
) -> None:
    make_tree(tmp_path, 'codeshed.toml: types = "off"')
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")

    def neighbours(side: str, seed: str) -> list[Any]:
        found = json.loads(run(side, seed, "--format", "json", "--repo", str(tmp_path)).out)
        return [each for each in found["neighbours"] if "through" in each]

    assert {each["node"]["label"] for each in neighbours("callers", "Left.m")} == through
    assert neighbours("callees", "Apart.apart") == []
    assert [each["node"]["label"] for each in neighbours("callees", "Base.run")] == ["Left.m"]


def test_callees(shop: Path) -> None:
    text = ask(shop, "callees", "Cart.show")
    assert "Cart.total  line 15  return str(self.total())" in text
    assert ["Gift.total", "(0.5)", "line", "15"] in [each.split()[:4] for each in text.splitlines()]
    document = answer(shop, "neighbours", "callees", "Cart.total")
    assert [each["node"]["label"] for each in document["neighbours"]][:1] == ["price"]


def test_a_way(shop: Path) -> None:
    text = ask(shop, "path", "test_total", "RATE")
    assert "no path of calls alone" in text
    assert "↓ reads  shop/price.py:5  return each * RATE" in text
    document = answer(shop, "path", "path", "test_total", "price")
    assert (document["direction"], document["path"]["distance"]) == ("forward", 2)


def test_no_way(shop: Path) -> None:
    text = ask(shop, "path", "_by_name", "test_total", code=1)
    assert "what it does not mean" in text
    document = answer(shop, "path", "path", "_by_name", "test_total", code=1)
    assert (document["direction"], document["path"], len(document["attempts"])) == (None, None, 4)


def test_why(shop: Path) -> None:
    text = ask(shop, "why", "Cart.show", "Cart.total")
    assert "declared: the code says it by name" in text
    assert "shop/cart.py:15  return str(self.total())" in text
    assert "on self of type shop/cart.py::Cart (the object of the method itself)" in text
    document = answer(shop, "why", "why", "Cart.show", "Cart.total")
    assert document["edges"][0]["sites"][0]["receiver"]["type"] == "shop/cart.py::Cart"


def test_why_without_an_edge(shop: Path) -> None:
    text = ask(shop, "why", "ask", "Gift.total", code=1)
    assert "no edge leads there directly" in text
    document = answer(shop, "why", "why", "Cart.show", "price", code=1)
    assert document["nearest"]["distance"] == 2


@pytest.mark.parametrize("options", [(), ("--types", "on")], ids=["indexed", "in_memory"])
def test_nothing_is_exact_beside_code_that_was_not_read(tmp_path: Path, options: tuple[str, ...]) -> None:
    make_tree(
        tmp_path,
        """
        codeshed.toml: types = "off" ; max_file_bytes = 60
        a.py: def f(): return 1
        b.py: from a import f ; def g(): return f()
        """,
    )
    asked = ("callers", "f", "--format", "json", "--repo", str(tmp_path), *options)
    assert json.loads(run(*asked).out)["basis"]["kind"] == "exact"
    for name in ("large.py", "larger.py"):
        (tmp_path / name).write_text("from a import f\n" + "f()\n" * 30, encoding="utf-8")
    basis = json.loads(run(*asked).out)["basis"]
    assert basis["kind"] == "lower-bound"
    assert [(each["code"], each["count"]) for each in basis["causes"]] == [("unread_files", 2)]
    assert basis["index"]["nUnreadFiles"] == 2


def test_why_says_what_a_guess_rests_on(tmp_path: Path) -> None:
    make_tree(tmp_path, 'codeshed.toml: types = "off"')
    (tmp_path / "a.py").write_text(
        "class Order: ...\ndef make() -> Order: return Order()\ndef ship(order: Order) -> None: ...\n"
    )
    (tmp_path / "b.js").write_text(
        "function One() {}\nOne.prototype.sift = function () {};\nOne.prototype.grow = function () {};\n"
        "One.prototype.fold = function () {};\nOne.prototype.melt = function () {};\n"
        "function Two() {}\nTwo.prototype.sift = function () {};\nTwo.prototype.grow = function () {};\n"
        "Two.prototype.fold = function () {};\nTwo.prototype.melt = function () {};\n"
    )
    found = run("why", "make", "ship", "--repo", str(tmp_path))
    assert "heuristic: the types in their signatures fit, and no value was followed" in found.out
    found = run("why", "One", "Two", "--repo", str(tmp_path))
    assert "heuristic: methods and names are like those of a base" in found.out


def test_unused(shop: Path) -> None:
    text = ask(shop, "unused")
    assert "  Cart._forgotten  0.8" in text
    assert "  _helper  0.8  used only by Cart._forgotten, which is unused too" in text
    assert "  _by_name  0.2  its name is in a string at shop/price.py:13" in text
    assert "--include-public" in text
    document = answer(shop, "unused", "unused", "--include-public")
    assert document["hasPublic"]
    verdicts = {each["node"]["label"]: each["verdict"] for each in document["functions"]}
    assert verdicts["table"] == "unused_here"
    assert "Cart.total" not in verdicts


def test_seeds_that_are_not_clear(shop: Path) -> None:
    for call, message in (
        (("callers", "total"), "codeshed: 'total' names several symbols"),
        (("why", "nothing", "price"), "codeshed: No symbol 'nothing'"),
        (("graph", "nothing", "--format", "mermaid"), "codeshed: No symbol 'nothing'"),
        (("graph", "total", "--format", "dot"), "codeshed: 'total' names several symbols"),
    ):
        unclear = run(*call, "--repo", str(shop), "--quiet")
        assert (unclear.code, unclear.out) == (2, "")
        assert unclear.err.startswith(message)
    assert answer(shop, "path", "path", "total", "price", code=2)["from"]["status"] == "ambiguous"
    outcome = run("path", "shop/price.py", "shop/price.py", "--repo", str(shop))
    assert (outcome.code, "same" in outcome.err) == (2, True)
    assert "no path was found that leads back to it" in ask(
        shop, "path", "price", "shop/price.py::price", code=1
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("callers", "Cart.total"),
        ("callees", "Cart"),
        ("path", "test_total", "price"),
        ("why", "Cart", "price"),
        ("unused",),
    ],
)
@pytest.mark.parametrize("output", ["text", "json"])
def test_the_same_bytes_each_time_on_one_screen(shop: Path, arguments: tuple[str, ...], output: str) -> None:
    options = (*arguments, "--repo", str(shop), "--format", output)
    first, second = (run_apart(*options, hash_seed=seed) for seed in (1, 2))
    assert first == second
    assert output == "json" or len(first.out.splitlines()) <= 40


def test_formats_of_the_graph(shop: Path) -> None:
    assert ask(shop, "graph", "price", "--format", "mermaid").startswith("flowchart LR\n")
    assert ask(shop, "graph", "price", "--format", "dot").startswith("digraph codeshed {\n")
    assert ask(shop, "graph", "price", "--format", "md").startswith("## `shop/price.py::price`\n")
    assert len(ET.fromstring(ask(shop, "graph", "price", "--format", "graphml"))) > 1  # noqa: S314 - our own text
    assert ask(shop, "graph", "price", "--all") == ask(shop, "graph", "price")


def _questions_of_readme() -> list[list[str]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text.partition("## Short questions")[2].split("```")[1]
    parameters = re.findall(
        r"^codeshed (callers \S+|callees \S+|path \S+ \S+|why \S+ \S+|unused|tests --diff \S+|tests --for \S+|untested --diff \S+|risk \S+|graph \S+ --format \S+) ",
        block,
        re.MULTILINE,
    )
    assert len(parameters) == len(block.split("\n")) - 2
    return [each.split() for each in parameters]


@pytest.mark.parametrize("arguments", _questions_of_readme(), ids=" ".join)
def test_the_questions_of_the_readme_have_answers(arguments: list[str], tmp_path: Path) -> None:
    shutil.copytree(SHOP, tmp_path / "shop", ignore=shutil.ignore_patterns(".codeshed"))
    (tmp_path / "shop/codeshed.toml").write_text('types = "off"\n', encoding="utf-8")
    Repository(tmp_path / "shop").commit()
    ask(tmp_path / "shop", *arguments)
