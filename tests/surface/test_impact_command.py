"""`codeshed impact` and `codeshed affected` as people run them."""

import json
from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.surface.cli import run, run_apart

CART = "def rate():\n    return 2\n\n\ndef total(items):\n    return sum(items) * rate()\n"
ORDERS = "from shop.cart import total\n\n\ndef order(items):\n    return total(items)\n"
TEST = "from shop.orders import order\n\n\ndef test_order():\n    assert order([1]) == 2\n"
OPTIONS = ("--types", "off", "--quiet")


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    (made.root / "shop").mkdir()
    (made.root / "shop" / "__init__.py").touch()
    (made.root / "CODEOWNERS").write_text("* @all\n/tests/ @qa\n", encoding="utf-8")
    (made.root / "tests").mkdir()
    (made.root / "tests" / "test_orders.py").write_text(TEST, encoding="utf-8")
    made.write(
        shop__cart_py=CART, shop__orders_py=ORDERS, codeshed_toml='types = "off"\n', _gitignore=".codeshed/\n"
    )
    made.commit()
    return made


def keys(document: dict[str, list[dict[str, dict[str, str]]]]) -> list[str]:
    return [each["ref"].get("symbolId") or each["ref"]["path"] for each in document["impacted"]]


def test_a_seed(shop: Repository) -> None:
    outcome = run("impact", "rate", *OPTIONS, cwd=shop.root)
    assert outcome.code == 0
    assert "STEP 1" in outcome.out
    assert "total ─call→ rate  shop/cart.py:6" in outcome.out
    assert "order ─call→ total ─call→ rate" in outcome.out
    document = json.loads(run("impact", "rate", "--format", "json", *OPTIONS, cwd=shop.root).out)
    assert keys(document) == ["shop/cart.py::total", "shop/orders.py::order"]
    assert document["seed"]["status"] == "resolved"
    assert document["direction"] == "upstream"


def test_downstream(shop: Repository) -> None:
    outcome = run("impact", "order", "--direction", "downstream", "--format", "json", *OPTIONS, cwd=shop.root)
    assert keys(json.loads(outcome.out))[:1] == ["shop/cart.py::total"]


def test_nothing_found_is_never_called_safe(shop: Repository) -> None:
    outcome = run("impact", "test_order", *OPTIONS, cwd=shop.root)
    assert outcome.code == 0
    assert "safe" not in outcome.out
    assert "nothing in this repository, as far as the code shows" in outcome.out
    assert "BASIS      exact" in outcome.out
    assert "from other repositories are not known" in outcome.out
    assert "it may reach more" not in outcome.out
    assert "nothing was found that depends on it" in outcome.out


def test_a_depth_beyond_the_cap_is_cut(shop: Repository) -> None:
    outcome = run(
        "impact", "rate", "--depth", "9", "--cap", "maxDepth=1", "--format", "json", *OPTIONS, cwd=shop.root
    )
    document = json.loads(outcome.out)
    assert document["depth"] == 1
    assert [(each["cap"], each["limit"], each["observed"]) for each in document["truncation"]] == [
        ("maxDepth", 1, 9)
    ]


@pytest.mark.parametrize("named", ["shop/cart.py", "./shop/cart.py", "{root}/shop/cart.py"])
def test_changed_files(shop: Repository, named: str) -> None:
    path = named.format(root=shop.root)
    listed = shop.root.parent / "changed.txt"
    listed.write_text(f"\n{path}\n\n", encoding="utf-8")
    for option in (("--changed", path), ("--changed-file", str(listed))):
        outcome = run("impact", *option, "--format", "json", *OPTIONS, cwd=shop.root)
        assert outcome.code == 0, outcome.err
        document = json.loads(outcome.out)
        assert document["seed"]["type"] == "reference"
        assert document["seed"]["resolved"] is None
        assert document["warnings"][0]["code"] == "SEEDS_DERIVED"
        assert keys(document)[0] == "shop/orders.py::order"


def test_a_difference_is_about_functions(shop: Repository) -> None:
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"))
    outcome = run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root)
    document = json.loads(outcome.out)
    assert [(each["kind"], each["symbolId"]) for each in document["changes"]["symbols"]] == [
        ("body", "shop/cart.py::rate")
    ]
    assert document["changes"]["symbols"][0]["lines"] == {"startLine": 2, "endLine": 2}
    assert keys(document) == ["shop/cart.py::total", "shop/orders.py::order"]
    assert [each["symbolId"] for each in document["seed"]["candidates"]] == ["shop/cart.py::rate"]
    text = run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root).out
    assert "CHANGED    1 symbol in 1 file: 1 with another body" in text
    assert len(text.splitlines()) <= 40


@pytest.mark.parametrize(
    "extra",
    [
        (),
        (
            "--cap",
            "maxNodes=20",
            "--cap",
            "maxCallSites=1",
            "--cap",
            "maxCandidates=2",
            "--cap",
            "maxPaths=1",
        ),
    ],
)
def test_a_large_difference_fits_one_screen(tmp_path: Path, extra: tuple[str, ...]) -> None:
    made = Repository(tmp_path / "large")
    names = [f"work{place}" for place in range(9)]
    base = "".join(f"def {name}(value):\n    return value\n\n\n" for name in names)
    made.write(codeshed_toml='types = "off"\n', _gitignore=".codeshed/\n", a__base_py=base)
    for level in range(8):
        source = "a.base" if level == 0 else f"p{level - 1}.users"
        calls = "".join(f"def {name}(value):\n    return users.{name}(value)\n\n\n" for name in names)
        made.write(**{f"p{level}__users_py": f"import {source} as users\n\n\n{calls}"})
    made.commit()
    changed = base.replace("work0(value)", "other0(value)").replace("work1(value)", "work1(value, more)")
    made.write(a__base_py=changed.replace("return value", "return 2 * value").replace("work2", "nothing2"))
    asked = ("impact", "--diff", "HEAD", "--depth", "9", "--cap", "maxDepth=8", *extra, *OPTIONS)
    outcome = run(*asked, cwd=made.root)
    assert outcome.code == 0
    assert "--all shows the others" in outcome.out
    assert len(outcome.out.splitlines()) <= 40
    assert len(run(*asked, "--all", cwd=made.root).out.splitlines()) > 40


def test_lines_of_what_was_only_deleted_are_old_ones(shop: Repository) -> None:
    longer = CART.replace("    return 2\n", "    items = 1\n    return 2\n")
    shop.commit(shop__cart_py=f"{longer}\n\ndef extra():\n    return 1\n")
    shop.write(shop__cart_py=f"# first\n{CART}")
    outcome = run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root)
    assert "body       shop/cart.py::rate  old lines 2\n" in outcome.out
    assert "removed    shop/cart.py::extra  old lines 10-11\n" in outcome.out


def test_what_is_removed_is_looked_for_by_its_name(shop: Repository) -> None:
    shop.write(shop__cart_py=CART.replace("total(items)", "summed(items)"))
    outcome = run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root)
    document = json.loads(outcome.out)
    gone = document["changes"]["gone"]
    assert [(each["symbolId"], each["newSymbolId"]) for each in gone] == [
        ("shop/cart.py::total", "shop/cart.py::summed")
    ]
    assert [(each["file"], each["line"]) for each in gone[0]["mentions"]] == [
        ("shop/orders.py", 1),
        ("shop/orders.py", 5),
    ]
    found = {each["ref"].get("symbolId"): each for each in document["impacted"]}
    assert found["shop/orders.py::order"]["partial"]
    text = run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root).out
    assert "GONE       shop/cart.py::total is still named: shop/orders.py:1, shop/orders.py:5" in text


def test_strings_locals_and_module_paths_do_not_name_what_is_removed(shop: Repository) -> None:
    shop.commit(
        shop__cart_py=CART + "\n\ndef repository():\n    return 1\n",
        shop__users_py=(
            "from shop.cart import *\n\n\n"
            'def url(name):\n    return f"https://x.org/repository/{name}" + "a repository"\n\n\n'
            "def own(names):\n    for repository in names:\n        print(repository)\n\n\n"
            'def used():\n    return repository(), f"{repository}", "repository"\n'
        ),
        web__tax_ts="export function tax() { return 1 }\n",
        web__index_ts=(
            "export * from './tax'\nexport function own() { const tax = 1; return tax }\n"
            "export function words() { return 'no tax here' }\n"
        ),
    )
    shop.write(shop__cart_py=CART, web__tax_ts="export function fee() { return 2 }\n")
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    gone = {each["symbolId"]: each.get("mentions", []) for each in document["changes"]["gone"]}
    assert [(each["file"], each["line"]) for each in gone["shop/cart.py::repository"]] == [
        ("shop/users.py", 14)
    ]
    assert gone["web/tax.ts::tax"] == []


def test_what_depends_on_who_names_something_removed_says_through_what(shop: Repository) -> None:
    shop.commit(shop__desk_py="from shop.orders import order\n\n\ndef serve():\n    return order([1])\n")
    shop.write(shop__cart_py=CART.replace("total(items)", "summed(items)"))
    text = run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root).out
    assert "serve → order, which names total, which is gone (" in text
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    through = {each["ref"].get("symbolId"): each.get("through") for each in document["impacted"]}
    assert through["shop/orders.py::order"] is None
    assert through["shop/desk.py::serve"] == {"type": "symbol", "symbolId": "shop/orders.py::order"}


def test_tests_that_change_are_counted(shop: Repository) -> None:
    tests = "from shop.cart import rate\n\n\ndef test_rate():\n    assert rate() == 2\n"
    shop.commit(tests__test_cart_py=tests)
    shop.write(
        shop__cart_py=CART.replace("return 2", "return 3"), tests__test_cart_py=tests.replace("2", "3")
    )
    text = run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root).out
    assert ", and 1 changed test: " in text


def test_what_is_removed_is_looked_for_where_a_package_passes_it_on(shop: Repository) -> None:
    user = "import shop\n\n\ndef pay(items):\n    return shop.total(items)\n"
    (shop.root / "shop" / "__init__.py").write_text("from .cart import total as total\n", encoding="utf-8")
    shop.commit(app__pay_py=user, app__other_py="def total_of():\n    return 1\n")
    shop.write(shop__cart_py=CART.partition("\n\n\ndef total")[0] + "\n")
    outcome = run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root)
    document = json.loads(outcome.out)
    places = [(each["file"], each["line"]) for each in document["changes"]["gone"][0]["mentions"]]
    assert ("app/pay.py", 5) in places
    assert {path for path, _ in places} == {"app/pay.py", "shop/__init__.py", "shop/orders.py"}
    found = {each["ref"].get("symbolId"): each["distance"] for each in document["impacted"]}
    assert found["app/pay.py::pay"] == 1


def test_what_is_removed_is_looked_for_by_who_imports_its_name(shop: Repository) -> None:
    filters = (
        "from lib.util import (\n    keep,\n    shift,\n)\n\n\n"
        "class Filter:\n    def __init__(self):\n        self.shift = 0\n\n"
        "    def run(self):\n        return shift(self.shift, 3)\n"
    )
    shop.commit(
        lib__util_py="def shift(a, b):\n    return a + b\n\n\ndef keep(a):\n    return a\n",
        lib__all_py="from lib.util import *\n",
        app__filters_py=filters,
        app__behind_py="from lib.all import shift as moved\n\n\ndef behind(a):\n    return moved(a, 1)\n",
        app__dotted_py="import lib.util\n\n\ndef dotted(a):\n    return lib.util.shift(a, 1)\n",
        app__other_py=(
            'from lib.util import keep\n\n\ndef words(a):\n    """Apply the\n    shift of a day.\n    """\n'
            "    return keep(a)\n\n\ndef parameter(shift):\n    return keep(shift)\n"
        ),
    )
    shop.write(lib__util_py="def keep(a):\n    return a\n")
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    places = [
        (each["file"], each["line"], each["confidence"])
        for each in document["changes"]["gone"][0]["mentions"]
    ]
    assert places == [
        ("app/behind.py", 1, 0.9),
        ("app/behind.py", 5, 0.9),
        ("app/filters.py", 3, 0.9),
        ("app/filters.py", 12, 0.9),
        ("app/dotted.py", 5, 0.5),
    ]
    found = {each["ref"].get("symbolId") for each in document["impacted"] if each["distance"] == 1}
    assert {"app/filters.py::Filter.run", "app/behind.py::behind", "app/dotted.py::dotted"} <= found
    assert found.isdisjoint(
        {"app/other.py::words", "app/other.py::parameter", "app/filters.py::Filter.__init__"}
    )


def test_what_is_removed_is_found_behind_its_module_and_is_no_parameter(shop: Repository) -> None:
    shop.commit(
        lib__core_py="def price(a):\n    return a\n\n\ndef keep(a):\n    return a\n",
        app__both_py=(
            "import lib.core as rates\nfrom lib.core import price\n\n\n"
            "def direct(a):\n    return price(a)\n\n\n"
            "def dotted(a):\n    return rates.price(a)\n\n\n"
            "def field(a):\n    return a.price\n\n\n"
            "def parameter(price):\n    def inner():\n        return price\n\n    return inner\n\n\n"
            "def default(price=price):\n    return price\n\n\n"
            "@price\ndef decorated(price):\n    return price\n"
        ),
        web__core_ts="export function price(a) { return a }\nexport function keep(a) { return a }\n",
        web__use_ts=(
            "import * as all from './core'\nimport { price } from './core'\n"
            "export function direct(a) { return price(a) }\n"
            "export function dotted(a) { return all.price(a) }\n"
            "export function parameter(price) { return price }\n"
        ),
    )
    shop.write(
        lib__core_py="def keep(a):\n    return a\n", web__core_ts="export function keep(a) { return a }\n"
    )
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    found = {each["ref"].get("symbolId"): each["confidence"] for each in document["impacted"]}
    assert {name: sure for name, sure in found.items() if name and name.startswith(("app/", "web/"))} == {
        "app/both.py::decorated": 0.9,
        "app/both.py::default": 0.9,
        "app/both.py::direct": 0.9,
        "app/both.py::dotted": 0.5,
        "web/use.ts::direct": 0.9,
        "web/use.ts::dotted": 0.5,
    }


def test_a_removed_member_is_looked_for_without_a_receiver_where_the_language_allows_it(
    shop: Repository,
) -> None:
    base = "package a;\npublic class Base {\n  protected int helped(int x) { return x; }\n}\n"
    kid = (
        "package b;\nimport a.Base;\npublic class Kid extends Base {\n"
        "  int useIt() { return helped(3); }\n  int own() { return this.helped(3); }\n}\n"
    )
    shop.commit(a__Base_java=base, b__Kid_java=kid)
    shop.write(a__Base_java="package a;\npublic class Base {\n}\n")
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    (gone,) = document["changes"]["gone"]
    assert [(each["file"], each["line"]) for each in gone["mentions"]] == [
        ("b/Kid.java", 4),
        ("b/Kid.java", 5),
    ]


BASKET = (
    "class Basket:\n    def discounted(self):\n        return 1\n\n    def weighed(self):\n        return 2\n"
)


def test_a_removed_method_is_looked_for_where_its_class_is_not_imported(shop: Repository) -> None:
    shop.commit(
        shop__basket_py=BASKET,
        app__pay_py="def pay(basket):\n    return basket.discounted()\n",
        app__other_py="def discounted():\n    return 1\n\n\ndef rest(x):\n    return x.weighed\n",
        app__main_py="from app.pay import pay\n\n\ndef main(basket):\n    return pay(basket)\n",
        app__text_py="import textwrap\n\n\ndef plain(x):\n    return textwrap.discounted(x)\n",
        app__fine_py="class Fine:\n    def weighed(self):\n        return self.weighed()\n",
    )
    shop.write(shop__basket_py="class Basket:\n    pass\n")
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    gone = {each["symbolId"]: each["mentions"] for each in document["changes"]["gone"]}
    assert [
        (symbol.partition(".py::")[2], each["file"], each["line"], each["confidence"])
        for symbol, places in gone.items()
        for each in places
    ] == [("Basket.discounted", "app/pay.py", 2, 0.2), ("Basket.weighed", "app/other.py", 6, 0.2)]
    found = {each["ref"].get("symbolId"): each for each in document["impacted"]}
    assert {key: (each["distance"], each["confidence"], each["partial"]) for key, each in found.items()} == {
        "app/pay.py::pay": (1, 0.2, True),
        "app/other.py::rest": (1, 0.2, True),
        "app/main.py::main": (2, 0.2, True),
    }
    down = ("impact", "--diff", "HEAD", "--direction", "downstream", "--format", "json", *OPTIONS)
    assert json.loads(run(*down, cwd=shop.root).out)["impacted"] == []
    packages = run("affected", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root)
    assert {each["name"]: each["nFiles"] for each in json.loads(packages.out)["packages"]} == {
        "app": 3,
        "shop": 1,
    }


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (CART, "REACHES    nothing: no file differs"),
        (CART + "\n\n", "REACHES    nothing: no symbol differs"),
        (CART.replace("return 2", "return 2  # per item"), "REACHES    nothing: only comments differ"),
    ],
)
def test_nothing_to_follow_is_told_by_its_reason(shop: Repository, changed: str, told: str) -> None:
    shop.write(shop__cart_py=changed)
    assert told in run("impact", "--diff", "HEAD", *OPTIONS, cwd=shop.root).out


def test_an_empty_difference_affects_nothing(shop: Repository) -> None:
    outcome = run("affected", "--diff", "HEAD", *OPTIONS, cwd=shop.root)
    assert (outcome.code, outcome.out.splitlines()[1]) == (0, "no file differs")


def test_an_empty_list_of_changes_reaches_nothing(shop: Repository) -> None:
    listed = shop.root / "none"
    listed.write_text("\n")
    outcome = run("impact", "--changed-file", str(listed), *OPTIONS, cwd=shop.root)
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(
        run("impact", "--changed-file", str(listed), "--format", "json", *OPTIONS, cwd=shop.root).out
    )
    assert (found["impacted"], found["basis"]["kind"]) == ([], "exact")


def test_changed_files_outside_of_a_folder_are_told(shop: Repository) -> None:
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"), page_html="x", codeshed_toml="")
    for command in (("impact",), ("affected",), ("affected", "--format", "packages")):
        outcome = run(*command, "--diff", "HEAD", "--types", "off", cwd=shop.root / "shop")
        assert outcome.code == 0, outcome.err
        assert "2 changed files lie outside of this folder" in outcome.out + outcome.err


@pytest.mark.parametrize("command", ["impact", "affected"])
def test_two_revisions_and_what_is_staged_do_not_go_together(shop: Repository, command: str) -> None:
    outcome = run(command, "--staged", "--diff", "HEAD..HEAD", *OPTIONS, cwd=shop.root)
    assert outcome.code == 2
    assert "what is staged is compared with one revision, and 'HEAD..HEAD' names two" in outcome.err


@pytest.mark.parametrize("command", ["impact", "affected"])
def test_a_difference_without_git(tmp_path: Path, command: str) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    outcome = run(command, "--diff", "HEAD", *OPTIONS, cwd=tmp_path)
    assert outcome.code == 2
    assert "not a git repository" in outcome.err
    assert "need git and a repository" in outcome.err
    assert "shallow" not in outcome.err


def test_affected_names_only_options_that_it_has(shop: Repository) -> None:
    outcome = run("affected", *OPTIONS, cwd=shop.root)
    assert outcome.code == 2
    assert "give --diff REV or --staged" in outcome.err
    assert "--changed" not in outcome.err


def test_what_is_staged(shop: Repository) -> None:
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"))
    nothing = run("impact", "--staged", "--format", "json", *OPTIONS, cwd=shop.root)
    assert json.loads(nothing.out)["changes"]["symbols"] == []
    shop.git("add", "--all")
    outcome = run("impact", "--staged", "--format", "json", *OPTIONS, cwd=shop.root)
    assert keys(json.loads(outcome.out)) == ["shop/cart.py::total", "shop/orders.py::order"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "nothing says what changes"),
        (("--changed", "../elsewhere.py"), "lies outside of the repository"),
        (("--changed", "/etc/passwd"), "lies outside of the repository"),
        (("--changed-file", "no-such-file"), "cannot read no-such-file"),
        (("--diff", ""), "--diff names no revision"),
        (("--changed", ""), "--changed names no path"),
        (("--diff", "nosuch"), "cannot find the revision 'nosuch'"),
        (("--diff", "HEAD..nosuch"), "cannot find the revision 'nosuch'"),
        (("rate", "--edge-type", "contains"), "no type of edge is called 'contains'"),
        (
            ("rate", "--graph", "callGraph", "--edge-type", "import"),
            "--graph callGraph and --edge-type import exclude each other",
        ),
    ],
)
def test_wrong_calls(shop: Repository, arguments: tuple[str, ...], told: str) -> None:
    outcome = run("impact", *arguments, *OPTIONS, cwd=shop.root)
    assert outcome.code == 2
    assert told in outcome.err


def test_a_seed_that_names_nothing(shop: Repository) -> None:
    outcome = run("impact", "rat", *OPTIONS, cwd=shop.root)
    assert (outcome.code, outcome.out) == (2, "")
    assert "shop/cart.py::rate" in outcome.err


def test_a_seed_that_names_nothing_beside_one_that_does(shop: Repository) -> None:
    outcome = run("impact", "rate", "qqqq", *OPTIONS, cwd=shop.root)
    assert outcome.code == 2
    assert "REACHES" in outcome.out
    assert "No symbol 'qqqq', and none with a similar name" in outcome.out
    nothing = run("impact", "qqqq", "wwww", *OPTIONS, cwd=shop.root)
    assert (nothing.code, nothing.out) == (2, "")
    assert "No symbol 'wwww'" in nothing.err


def test_affected(shop: Repository) -> None:
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"))
    (shop.root / "pants.toml").touch()
    (shop.root / "shop" / "BUILD").write_text('python_sources(name="lib")\n', encoding="utf-8")
    lists = {
        name: run("affected", "--diff", "HEAD", "--format", name, *OPTIONS, cwd=shop.root)
        for name in ("packages", "targets", "owners")
    }
    assert {name: each.out.split() for name, each in lists.items()} == {
        "packages": [".", "shop", "tests"],
        "targets": ["shop:", "shop:lib"],
        "owners": ["@all", "@qa"],
    }
    document = json.loads(run("affected", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out)
    assert (document["buildSystem"], document["ownersFile"]) == ("pants", "CODEOWNERS")
    assert [(each["name"], each["distance"]) for each in document["owners"]] == [("@all", 0), ("@qa", 3)]
    text = run("affected", "--diff", "HEAD", *OPTIONS, cwd=shop.root)
    assert "@qa  3 steps away" in text.out
    assert run("affected", *OPTIONS, cwd=shop.root).code == 2


def test_targets_that_depend_on_affected_ones(shop: Repository, tmp_path: Path) -> None:
    (shop.root / "MODULE.bazel").touch()
    (shop.root / "shop" / "BUILD").write_text(
        'py_library(name="lib", srcs=glob(["*.py"]), deps=["//deploy:image"])\n'
    )
    (shop.root / "deploy").mkdir()
    (shop.root / "deploy" / "BUILD").write_text(
        'image(name="image", data=["//shop:lib"])\npush(name="push", image=":image")\nother(name="other")\n'
    )
    shop.git("add", "--all")
    shop.git("commit", "-m", "build")
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"))
    names = run("affected", "--diff", "HEAD", "--format", "targets", *OPTIONS, cwd=shop.root).out.split()
    assert names == ["//deploy:image", "//deploy:push", "//shop:lib"]
    written = run("affected", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=shop.root).out
    targets = {each["name"]: each for each in json.loads(written)["targets"]}
    image = targets["//deploy:image"]
    assert (image["distance"], image["nFiles"], image["through"]) == (1, 0, "//shop:lib")
    assert targets["//deploy:push"]["distance"] == 2
    document = tmp_path / "affected.json"
    document.write_text(written)
    assert run("validate", str(document)).code == 0
    text = run("affected", "--diff", "HEAD", *OPTIONS, cwd=shop.root)
    assert "  //deploy:push  2 steps away, depends on //deploy:image\n" in text.out


def test_a_project_file_that_cannot_be_read_is_told(shop: Repository) -> None:
    (shop.root / "nx.json").write_text("{}")
    (shop.root / "shop" / "project.json").write_text("{name: shop}")
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"))
    outcome = run("affected", "--diff", "HEAD", "--format", "targets", "--types", "off", cwd=shop.root)
    assert "shop" in outcome.out.split()
    assert "shop/project.json: it is no JSON that names a project" in outcome.err


def test_the_same_bytes_for_any_hash_seed(shop: Repository) -> None:
    shop.write(shop__cart_py=CART.replace("return 2", "return 3"))
    for command in ("impact", "affected"):
        arguments = (command, "--diff", "HEAD", "--format", "json", *OPTIONS)
        outcomes = {run_apart(*arguments, cwd=shop.root, hash_seed=seed).out for seed in (1, 2)}
        assert len(outcomes) == 1


@pytest.mark.parametrize("path", ["shop/cards.py", "cart.py"])
def test_a_mistyped_path_is_a_wrong_call_that_names_the_nearest(shop: Repository, path: str) -> None:
    outcome = run("impact", "--changed", path, *OPTIONS, cwd=shop.root)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"there is no '{path}'" in outcome.err
    assert "shop/cart.py" in outcome.err


def test_a_path_that_was_removed_is_no_wrong_call(shop: Repository) -> None:
    (shop.root / "shop" / "orders.py").unlink()
    outcome = run("impact", "--changed", "shop/orders.py", *OPTIONS, cwd=shop.root)
    assert outcome.code == 0
    (shop.root / "paths").write_text("shop/long_gone.py\n", encoding="utf-8")
    outcome = run("impact", "--changed-file", str(shop.root / "paths"), *OPTIONS, cwd=shop.root)
    assert outcome.code == 0
    assert "nothing of shop/long_gone.py is in the index" in outcome.out


_GONE_WITH_THEIR_FILES = {
    "java": (
        "src/com/shop/cart/Cart.java",
        "package com.shop.cart;\npublic class Cart { int total() { return 1; } }\n",
        "src/com/shop/web/Page.java",
        "package com.shop.web;\nimport com.shop.cart.Cart;\nclass Page { int show() { return new Cart().total(); } }\n",
    ),
    "csharp": (
        "Shop/Carts/Cart.cs",
        "namespace Shop.Carts;\npublic class Cart { public int Total() { return 1; } }\n",
        "Shop/Web/Page.cs",
        "using Shop.Carts;\nnamespace Shop.Web;\nclass Page { int Show() { return new Cart().Total(); } }\n",
    ),
    "go": (
        "cart/cart.go",
        "package cart\n\nfunc Checkout() int { return 1 }\n",
        "web/web.go",
        'package web\n\nimport "example.com/shop/cart"\n\nfunc Show() int { return cart.Checkout() }\n',
    ),
    "typescript": (
        "cart/cart.ts",
        "export class Cart { total() { return 1 } }\n",
        "web/page.ts",
        'import { Cart } from "../cart/cart";\nexport function show() { return new Cart().total() }\n',
    ),
    "php": (
        "src/Cart/Cart.php",
        "<?php\nnamespace Shop\\Cart;\nclass Cart { function total() { return 1; } }\n",
        "src/Web/Page.php",
        "<?php\nnamespace Shop\\Web;\nuse Shop\\Cart\\Cart;\nclass Page { function show() { return (new Cart())->total(); } }\n",
    ),
    "rust": (
        "src/cart/mod.rs",
        "pub fn checkout() -> i32 { 1 }\n",
        "src/web/mod.rs",
        "use crate::cart::checkout;\npub fn show() -> i32 { checkout() }\n",
    ),
    "ruby": (
        "lib/cart.rb",
        "class Cart\n  def total\n    1\n  end\nend\n",
        "app/page.rb",
        'require_relative "../lib/cart"\nclass Page\n  def show\n    Cart.new.total\n  end\nend\n',
    ),
    "scala": (
        "src/shop/cart/Cart.scala",
        "package shop.cart\nclass Cart { def total: Int = 1 }\n",
        "src/shop/web/Page.scala",
        "package shop.web\nimport shop.cart.Cart\nclass Page { def show: Int = new Cart().total }\n",
    ),
}


@pytest.mark.parametrize("language", _GONE_WITH_THEIR_FILES)
def test_who_imports_what_went_with_its_file_is_told(tmp_path: Path, language: str) -> None:
    path, text, user_path, user_text = _GONE_WITH_THEIR_FILES[language]
    made = Repository(tmp_path / "shop")
    for each, content in ((path, text), (user_path, user_text)):
        (made.root / each).parent.mkdir(parents=True)
        (made.root / each).write_text(content, encoding="utf-8")
    made.write(codeshed_toml='types = "off"\n', _gitignore=".codeshed/\n")
    made.commit()
    (made.root / path).unlink()
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=made.root).out)
    names = [each.rpartition("::")[2].lower() for each in keys(document)]
    assert any(name.endswith("show") for name in names)


def test_who_imports_the_package_of_what_is_gone_is_told(tmp_path: Path) -> None:
    made = Repository(tmp_path / "shop")
    for path, text in {
        "go.mod": "module example.com/shop\n",
        "cart/new.go": "package cart\n\nfunc Open() int { return 1 }\n",
        "cart/tax.go": "package cart\n\nfunc TaxOf() int { return 1 }\n\nfunc Other() int { return 2 }\n",
        "web/web.go": 'package web\n\nimport "example.com/shop/cart"\n\nfunc Show() int { return cart.Open() + cart.TaxOf() }\n',
    }.items():
        (made.root / path).parent.mkdir(parents=True, exist_ok=True)
        (made.root / path).write_text(text, encoding="utf-8")
    made.write(codeshed_toml='types = "off"\n', _gitignore=".codeshed/\n")
    made.commit()
    (made.root / "cart/tax.go").write_text(
        "package cart\n\nfunc Other() int { return 2 }\n", encoding="utf-8"
    )
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=made.root).out)
    assert any(each.endswith("Show") for each in keys(document))


def test_a_name_of_another_package_is_not_what_went_with_its_file(tmp_path: Path) -> None:
    made = Repository(tmp_path / "shop")
    (made.root / "com" / "shop" / "io").mkdir(parents=True)
    (made.root / "com" / "shop" / "web").mkdir(parents=True)
    gone = made.root / "com" / "shop" / "io" / "Path.java"
    gone.write_text("package com.shop.io;\npublic class Path { }\n", encoding="utf-8")
    (made.root / "com" / "shop" / "web" / "Page.java").write_text(
        "package com.shop.web;\nimport java.nio.file.Path;\nclass Page { Path show() { return Path.of(1); } }\n",
        encoding="utf-8",
    )
    made.write(codeshed_toml='types = "off"\n', _gitignore=".codeshed/\n")
    made.commit()
    gone.unlink()
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=made.root).out)
    assert [each for each in keys(document) if "::" in each] == []


@pytest.mark.parametrize("removed", ["packages/core/src/index.ts", "packages/core"])
def test_who_imports_a_removed_file_by_the_name_of_its_package_is_told(tmp_path: Path, removed: str) -> None:
    made = Repository(tmp_path / "shop")
    made.commit(
        package_json='{"name": "shop", "workspaces": ["packages/*"]}',
        packages__core__package_json='{"name": "@shop/core", "main": "src/index.ts"}',
        packages__core__src__index_ts="export function tax(x: number): number { return x }\n",
        packages__app__package_json='{"name": "@shop/app"}',
        packages__app__main_ts=(
            "import { tax } from '@shop/core'\nexport function pay(): number { return tax(1) }\n"
        ),
        packages__other__package_json='{"name": "@shop/other"}',
        packages__other__main_ts="import { tax } from 'rates'\nexport function other() { return tax(1) }\n",
        codeshed_toml='types = "off"\n',
        _gitignore=".codeshed/\n",
    )
    made.git("rm", "-r", "--quiet", removed)
    document = json.loads(run("impact", "--diff", "HEAD", "--format", "json", *OPTIONS, cwd=made.root).out)
    assert keys(document) == ["packages/app/main.ts::pay"]
    targets = run("affected", "--diff", "HEAD", "--format", "targets", *OPTIONS, cwd=made.root).out.split()
    assert "@shop/app" in targets
    assert "@shop/other" not in targets
