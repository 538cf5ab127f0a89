"""`codeshed tests` and `codeshed untested`, from a change to what a test runner is told."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from codeshed import open_project
from tests.support.repositories import Repository
from tests.surface.cli import run

CART = "class Cart:\n    def total(self):\n        return sum(self.prices())\n\n    def prices(self):\n        return [1, 2]\n"
TEST_CART = """\
import pytest
from cart import Cart


@pytest.fixture
def cart():
    return Cart()


class TestCart:
    @pytest.mark.parametrize("n", [1, 2])
    def test_total(self, cart, n):
        assert cart.total() == 3


def test_nothing():
    assert True
"""
TEST_OTHER = "from other import other\n\n\ndef test_other():\n    assert other() == 3\n"
OTHER = "def other():\n    return 3\n\n\ndef nobody():\n    return 4\n"


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """A repository in which one function differs from the last commit."""
    repository = Repository(tmp_path / "shop")
    (repository.root / "codeshed.toml").write_text('types = "off"\n')
    (repository.root / "tests").mkdir()
    for name, text in (("cart", TEST_CART), ("other", TEST_OTHER)):
        (repository.root / "tests" / f"test_{name}.py").write_text(text)
    (repository.root / ".gitignore").write_text(".codeshed\n__pycache__\n")
    repository.commit(cart_py=CART, other_py=OTHER)
    (repository.root / "cart.py").write_text(CART.replace("[1, 2]", "[2, 1]"))
    return repository


def ask(shop: Repository, *arguments: str) -> str:
    done = run(*arguments, "--repo", str(shop.root), "--quiet")
    assert done.code == 0, done.err
    return done.out


def test_the_test_that_runs_the_change_comes_first(shop: Repository) -> None:
    report = json.loads(ask(shop, "tests", "--format", "json"))
    assert report["changed"] == [{"path": "cart.py", "symbols": ["cart.py::Cart.prices"]}]
    first = report["suggestions"][0]
    assert first["testPath"] == "tests/test_cart.py"
    assert first["tests"][0]["nodeId"] == "tests/test_cart.py::TestCart::test_total"
    nodes = [each.get("symbolId") for each in first["witnessPath"]["nodes"]]
    assert nodes == ["cart.py::Cart.prices", "cart.py::Cart.total", "tests/test_cart.py::TestCart.test_total"]
    assert {each["kind"] for each in first["evidence"]} >= {"call", "history"}


@pytest.mark.parametrize("changed", ["cart.py", "Cart.prices", "cart.py::Cart.prices"])
def test_a_change_is_named_by_path_or_symbol(shop: Repository, changed: str) -> None:
    assert (
        ask(shop, "tests", "--changed", changed, "--max", "1", "--format", "pytest") == "tests/test_cart.py\n"
    )


def test_an_unknown_symbol_is_reported(shop: Repository) -> None:
    done = run("tests", "--changed", "Nothing.at_all", "--repo", str(shop.root), "--format", "json")
    assert done.code == 2
    assert "SEED_NOT_RESOLVED" in done.out


def test_a_changed_test_is_suggested(shop: Repository) -> None:
    (shop.root / "tests" / "test_other.py").write_text(TEST_OTHER.replace("== 3", "== 1 + 2"))
    report = json.loads(ask(shop, "tests", "--format", "json"))
    assert report["suggestions"][0]["testPath"] == "tests/test_other.py"
    assert report["suggestions"][0]["evidence"][0]["kind"] == "changed"


def test_nothing_changed(shop: Repository) -> None:
    (shop.root / "cart.py").write_text(CART)
    report = json.loads(ask(shop, "tests", "--format", "json"))
    assert report["suggestions"] == []
    assert "NOTHING_CHANGED" in {each["code"] for each in report["warnings"]}


def test_a_budget_takes_the_best_tests_and_counts_the_others(shop: Repository) -> None:
    report = json.loads(ask(shop, "tests", "--budget", "1", "--format", "json"))
    assert [test["nodeId"] for each in report["suggestions"] for test in each["tests"]] == [
        "tests/test_cart.py::TestCart::test_total"
    ]
    assert report["budget"]["nLeftOut"] == 2
    assert (
        ask(shop, "tests", "--budget", "34%", "--format", "unittest")
        == "tests.test_cart.TestCart.test_total\n"
    )


def test_a_budget_in_time_needs_times(shop: Repository) -> None:
    done = run("tests", "--budget", "3s", "--repo", str(shop.root))
    assert done.code == 2
    assert "how long tests take is not known" in done.err
    times = {
        "tests/test_cart.py::TestCart::test_total[1]": 1.5,
        "tests/test_cart.py::TestCart::test_total[2]": 1.0,
    }
    (shop.root / ".test_durations").write_text(json.dumps(times | {"tests/test_other.py::test_other": 9.0}))
    report = json.loads(ask(shop, "tests", "--budget", "3s", "--format", "json"))
    assert report["budget"]["used"] == 2.5
    assert report["suggestions"][0]["tests"][0]["seconds"] == 2.5


def test_times_of_a_junit_report_count(shop: Repository) -> None:
    (shop.root / "junit.xml").write_text(
        '<testsuites><testsuite><testcase classname="tests.test_cart.TestCart" name="test_total[1]" time="0.5"/>'
        '<testcase classname="tests.test_other" name="test_other" time="4"/></testsuite></testsuites>'
    )
    report = json.loads(ask(shop, "tests", "--budget", "1s", "--format", "json"))
    assert report["suggestions"][0]["tests"][0]["seconds"] == 0.5


def test_safe_lists_what_imports_lead_to(shop: Repository) -> None:
    (shop.root / "other.py").write_text("import cart\n" + OTHER)
    report = json.loads(ask(shop, "tests", "--changed", "cart.py", "--safe", "--format", "json"))
    assert {each["testPath"] for each in report["suggestions"]} == {
        "tests/test_cart.py",
        "tests/test_other.py",
    }
    assert "SAFE_IS_BLIND" in {each["code"] for each in report["warnings"]}


def test_a_coverage_file_is_evidence_with_its_age(shop: Repository) -> None:
    with sqlite3.connect(shop.root / ".coverage") as data:
        data.executescript(
            "CREATE TABLE file (id, path); CREATE TABLE context (id, context); CREATE TABLE line_bits (file_id, context_id, numbits);"
            "CREATE TABLE arc (file_id, context_id, fromno, tono);"
        )
        data.execute("INSERT INTO file VALUES (1, ?)", (str(shop.root / "cart.py"),))
        data.execute("INSERT INTO context VALUES (1, 'tests/test_other.py::test_other|run')")
        data.execute("INSERT INTO line_bits VALUES (1, 1, ?)", (bytes([0b1000000]),))
    data.close()
    report = json.loads(ask(shop, "tests", "--format", "json"))
    found = {each["testPath"]: each["evidence"][0] for each in report["suggestions"]}
    assert found["tests/test_other.py"]["kind"] == "coverage"
    assert "recorded" in found["tests/test_other.py"]["message"]
    assert "COVERAGE_USED" in {each["code"] for each in report["warnings"]}


def test_who_tests_a_symbol(shop: Repository) -> None:
    report = json.loads(ask(shop, "tests", "--for", "Cart.prices", "--format", "json"))
    assert [each["nodeId"] for each in report["testers"]] == ["tests/test_cart.py::TestCart::test_total"]
    assert report["testers"][0]["distance"] == 2


def test_what_no_test_reaches(shop: Repository) -> None:
    report = json.loads(ask(shop, "untested", "--format", "json"))
    assert [each["node"]["name"] for each in report["untested"]] == ["nobody"]
    assert report["untested"][0]["nearest"]["testPath"] == "tests/test_other.py"
    changed = json.loads(ask(shop, "untested", "--diff", "HEAD", "--format", "json"))
    assert (changed["untested"], changed["counts"]["functions"]) == ([], 1)


def test_pytest_selects_in_place_and_says_so(shop: Repository) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "codeshed.pytest_plugin",
            "--codeshed",
            "--codeshed-max",
            "1",
            "-q",
        ],
        cwd=shop.root,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(shop.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed, 1 deselected" in done.stdout
    assert "3 tests matter for 1 changed file; 1 other was deselected" in done.stdout
    assert "tests/test_cart.py  reaches Cart.prices" in done.stdout


def test_a_folder_that_is_not_there_and_one_without_git_are_told(tmp_path: Path) -> None:
    missing = run("tests", "--repo", str(tmp_path / "nowhere"))
    assert (missing.code, missing.out) == (2, "")
    assert "it is not a folder" in missing.err
    plain = run("tests", "--repo", str(tmp_path))
    assert plain.code == 2
    assert "name the changed files or symbols instead" in plain.err


def test_a_test_in_a_language_without_a_graph_is_ranked_by_history_and_names(shop: Repository) -> None:
    (shop.root / "build.gradle.kts").write_text("")
    folder = shop.root / "src/test/kotlin"
    folder.mkdir(parents=True)
    (folder / "PricesTest.kt").write_text(
        "class PricesTest {\n  @Test fun addsPrices() { Cart().prices() }\n}\n"
    )
    (folder / "OtherTest.kt").write_text("class OtherTest {\n  @Test fun nothing() {}\n}\n")
    shop.git("add", "src", "build.gradle.kts")
    shop.git("commit", "--quiet", "--message", "Kotlin")
    report = json.loads(ask(shop, "tests", "--format", "json"))
    prices, other = (
        next(each for each in report["suggestions"] if each["testPath"] == f"src/test/kotlin/{name}Test.kt")
        for name in ("Prices", "Other")
    )
    assert prices["score"] > other["score"]
    assert {each["kind"] for each in prices["evidence"]} >= {"name", "word"}
    assert "witnessPath" not in prices
    assert "--tests=*PricesTest\n" in ask(shop, "tests", "--format", "gradle")


def test_a_test_that_runs_the_script_of_the_project_is_safe(shop: Repository) -> None:
    (shop.root / "pyproject.toml").write_text(
        '[project]\nname = "shop"\n[project.scripts]\nshop = "cart:main"\n'
    )
    (shop.root / "cart.py").write_text(CART + "\n\ndef main():\n    print(Cart().total())\n")
    text = 'import subprocess\n\n\ndef test_shop():\n    subprocess.run(["shop", "--help"], check=True)\n'
    (shop.root / "tests/test_command.py").write_text(text)
    found = ask(shop, "tests", "--changed", "Cart.prices", "--safe", "--format", "pytest")
    assert "tests/test_command.py\n" in found
    told = json.loads(ask(shop, "tests", "--for", "Cart.prices", "--format", "json"))
    assert "tests/test_command.py::test_shop" in [each["nodeId"] for each in told["testers"]]


@pytest.mark.parametrize(
    ("registered", "is_found"),
    [
        ("@cli.command()\ndef pay(): ...\n", True),
        ("import click\n@click.command()\ndef pay(): ...\ncli.add_command(pay)\n", True),
        ("def pay(): ...\nprint(cli)\n", False),
    ],
)
def test_a_test_of_the_group_of_a_command_is_safe(tmp_path: Path, registered: str, *, is_found: bool) -> None:
    files = {
        "main.py": "import click\n@click.group()\ndef cli(): ...\n",
        "pay.py": f"from main import cli\n{registered}",
        "test_main.py": "from click.testing import CliRunner\nfrom main import cli\ndef test_pay():\n    CliRunner().invoke(cli, ['pay'])\n",
    }
    for path, text in files.items():
        (tmp_path / path).write_text(text)
    with open_project(tmp_path) as project:
        found = project.tests("pay.py::pay", safe=True).document
    assert [each.test_path for each in found.suggestions] == ["test_main.py"] * is_found


def test_small_scores_do_not_look_like_none(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text("def total(): ...\n")
    for number in range(150):
        (tmp_path / f"test_{number}.py").write_text("import cart\ndef test_a(): cart.total()\n")
    with open_project(tmp_path) as project:
        answer = project.tests("cart.py::total", max_files=2)
    assert [each.score < 0.01 for each in answer.document.suggestions] == [True, True]
    assert answer.to_text().count("<0.01  test_") == 2
