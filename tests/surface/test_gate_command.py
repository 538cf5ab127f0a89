"""`codeshed gate` and `codeshed history`: what grew past its limit, by which change, and how figures developed."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codeshed.footprint.options import FootprintOptions
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_refresh import refresh_index
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.revisions import kept_figures, open_revision
from codeshed.project.revisions.kept_figures import FigureCache
from codeshed.query.gate import FootprintRatchet, GateLimits
from codeshed.store.index_reading import open_index
from tests.support.repositories import Repository
from tests.surface.cli import Outcome, run

_DOCUMENTED = '''
def total(cart: list[int], rate: float) -> float:
    """Sum up what is in the cart, with the rate of taxes that holds there, and return the sum of it all.

    The cart is a list of prices in cents; a price that is negative is what comes back to the customer."""
    return sum(cart) * rate
'''
_BARE = "\ndef total(cart, rate):\n    return sum(cart) * rate\n"
_CALLERS = "from shop.total import total\n\n" + "".join(
    f"def caller_{number}(cart: list[int]) -> float:\n    return total(cart, {number}.5)\n\n"
    for number in range(30)
)
_LIMIT = ("--max-function", "150", "--max-forward", "100000", "--max-p90", "100000")


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit(
        codeshed_toml='types = "off"\n',
        shop__total_py=_DOCUMENTED,
        shop__callers_py=_CALLERS,
        shop__big_py=_big(),
    )
    return repository


def test_nothing_grew(shop: Repository) -> None:
    done = _gate(shop, *_LIMIT)
    assert done.code == 0
    assert done.out.startswith("gate passed, compared with main")


def test_a_lost_contract_is_named(shop: Repository) -> None:
    shop.write(shop__total_py=_BARE)
    report = _json(shop, *_LIMIT)
    assert [each["name"] for each in report["functions"]] == ["shop/total.py::total"]
    (cause,) = report["functions"][0]["causes"]
    assert (cause["kind"], cause["symbol"]) == ("lost_contract", "shop/total.py::total")
    assert cause["tokens"] > 150
    assert _gate(shop, *_LIMIT).code == 1


def test_a_gate_is_about_the_files_as_they_are(shop: Repository) -> None:
    """More files changed than a question would bring in: a gate that passed without them would be wrong."""
    shop.write(codeshed_toml='types = "off"\nrefresh_max_files = 1\n')
    assert _gate(shop, *_LIMIT).code == 0
    shop.write(
        shop__total_py=_BARE, shop__big_py=_big() + "\n", shop__other_py="x = 1\n", shop__more_py="y = 1\n"
    )
    assert _gate(shop, *_LIMIT, "--refresh", "auto").code == 0
    assert _gate(shop, *_LIMIT).code == 1


def test_a_new_edge_is_named(shop: Repository) -> None:
    shop.write(
        shop__callers_py=f"from shop.big import big\n{_CALLERS}def one() -> float:\n    return big()\n"
    )
    shop.git("add", "--all")
    shop.git("commit", "--quiet", "--message", "one")
    shop.write(
        shop__callers_py="from shop.big import big\n"
        + _CALLERS.replace("return total(cart, 7.5)", "return total(cart, 7.5) + big()")
        + "def one() -> float:\n    return big()\n"
    )
    report = _json(shop, *_LIMIT)
    (grown,) = (each for each in report["functions"] if each["name"] == "shop/callers.py::caller_7")
    assert grown["causes"][0]["message"] == "new edge shop/callers.py::caller_7 -call-> shop/big.py::big"
    assert grown["causes"][0]["file_path"] == "shop/callers.py"


def test_a_package_from_which_more_lies_forward_fails(shop: Repository) -> None:
    limits = ("--max-function", "100000", "--max-forward", "100000", "--max-p90", "100000")
    assert _gate(shop, *limits, "--max-forward-p90", "1").code == 0
    shop.write(
        shop__callers_py="from shop.big import big\n"
        + _CALLERS.replace("return total(", "return big() + total(")
    )
    report = _json(shop, *limits, "--max-forward-p90", "1")
    (package,) = report["packages"]
    assert (package["name"], package["measure"], package["severity"]) == (
        "shop",
        "package_forward_p90",
        "error",
    )
    assert package["causes"][0]["message"].startswith("shop/callers.py::caller_0 grew from ")
    assert _gate(shop, *limits).code == 0
    failed = _gate(shop, *limits, "--max-forward-p90", "1")
    assert failed.code == 1
    assert "the P90 of what lies forward in shop grew from " in failed.out


def test_what_was_too_large_may_stay_and_not_grow(shop: Repository) -> None:
    assert _gate(shop, "--max-function", "100").code == 0
    shop.write(shop__big_py=_big(200))
    assert _gate(shop, "--max-function", "100").code == 1


def test_a_little_growth_of_what_was_too_large_is_a_warning(shop: Repository) -> None:
    shop.write(shop__big_py=_big(62))
    done = _gate(shop, "--max-function", "100")
    assert done.code == 0
    assert "grew by a tenth at most: a warning" in done.out


def test_a_function_that_moves_did_not_grow(shop: Repository) -> None:
    (shop.root / "shop" / "big.py").rename(shop.root / "shop" / "large.py")
    assert _gate(shop, "--max-function", "100").code == 0


def test_a_suppression_with_a_reason(shop: Repository) -> None:
    shop.write(
        shop__big_py=_big(200).replace("float:", "float:  # codeshed: ignore[WORKING_SET_GREW] a table")
    )
    done = _gate(shop, "--max-function", "100")
    assert done.code == 0
    assert "1 suppressed" in done.out


def test_a_baseline_only_gets_tighter(shop: Repository, tmp_path: Path) -> None:
    file = tmp_path / "ratchet.json"
    assert _gate(shop, "--write-baseline", str(file), "--max-function", "100").code == 0
    accepted = _accepted(file)
    assert list(accepted) == ["shop/big.py::big"]
    assert _gate(shop, "--write-baseline", str(file)).code == 2

    shop.write(shop__big_py=_big(50))
    assert _gate(shop, "--baseline", str(file), "--tighten").code == 0
    tighter = _accepted(file)
    assert tighter["shop/big.py::big"] < accepted["shop/big.py::big"]

    shop.write(shop__big_py=_big(51))
    assert _gate(shop, "--baseline", str(file), "--tighten").code == 1
    assert _accepted(file) == tighter

    shop.write(shop__big_py="def big() -> float:\n    return 1\n")
    assert _gate(shop, "--baseline", str(file), "--tighten").code == 0
    assert _accepted(file) == {}


def test_a_gate_that_fails_tightens_nothing(shop: Repository, tmp_path: Path) -> None:
    """What became lower together with what grew would otherwise fail once the change is taken back."""
    file = tmp_path / "ratchet.json"
    two = "\n\n".join((_big(200), _big(200).replace("def big", "def other")))
    shop.write(shop__big_py=two)
    assert _gate(shop, "--write-baseline", str(file), "--max-function", "100").code == 0
    accepted = _accepted(file)
    shop.write(shop__big_py="\n\n".join((_big(300), _big(100).replace("def big", "def other"))))
    done = _gate(shop, "--baseline", str(file), "--tighten")
    assert done.code == 1
    assert _accepted(file) == accepted
    shop.write(shop__big_py=two)
    assert _gate(shop, "--baseline", str(file)).code == 0


def test_what_a_baseline_does_not_have_is_not_called_new(shop: Repository, tmp_path: Path) -> None:
    file = tmp_path / "ratchet.json"
    assert _gate(shop, "--write-baseline", str(file), "--max-function", "100000").code == 0
    done = _gate(shop, "--baseline", str(file), "--max-function", "100")
    assert done.code == 1
    assert "the working set of shop/big.py::big has " in " ".join(done.out.split())


def test_a_file_that_is_no_baseline(shop: Repository, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    done = _gate(shop, "--baseline", str(tmp_path / "x.json"))
    assert done.code == 2
    assert "--write-baseline" in done.err


def test_other_formats(shop: Repository) -> None:
    shop.write(shop__total_py=_BARE)
    found = json.loads(_gate(shop, *_LIMIT, "--format", "sarif").out)
    assert [each["ruleId"] for each in found["runs"][0]["results"]] == ["WORKING_SET_GREW"]
    assert _gate(shop, *_LIMIT, "--format", "github").out.startswith("::error ")


def test_the_page_of_a_code(shop: Repository) -> None:
    assert _gate(shop, "--explain", "FORWARD_GREW").out.startswith("# FORWARD_GREW")
    wrong = _gate(shop, "--explain", "FORWARD_GROWN")
    assert wrong.code == 2
    assert "did you mean FORWARD_GREW?" in " ".join(wrong.err.split())


@pytest.mark.parametrize("other", [("--against", "HEAD"), ("--tighten",), ("--baseline", "other.json")])
def test_a_new_baseline_compares_with_nothing(
    shop: Repository, tmp_path: Path, other: tuple[str, ...]
) -> None:
    done = _gate(shop, "--write-baseline", str(tmp_path / "new.json"), *other)
    assert done.code == 2
    assert "leave out --against, --baseline and --tighten" in done.err
    assert not (tmp_path / "new.json").exists()


@pytest.mark.parametrize("command", ["gate", "history"])
def test_a_folder_outside_of_a_repository(tmp_path: Path, command: str) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n", encoding="utf-8")
    done = run(command, "--repo", str(tmp_path), "--quiet")
    assert done.code == 2
    assert f"{tmp_path} is in no git repository" in done.err
    assert "--repo names it" in done.err


def test_the_base_begins_with_the_index_that_the_working_tree_has_of_it(
    shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build server has the index of the main branch, and then checks out a change."""
    assert run("index", "--repo", str(shop.root), "--quiet").code == 0
    shop.write(shop__total_py=_BARE)
    built: list[str] = []

    def noted(request: IndexRequest) -> None:
        with open_index(request.index_dir) as reader:
            built.append(reader.meta.commit)
            revision = reader.revision
        refresh_index(request)
        with open_index(request.index_dir) as reader:
            # Nothing had to be done.
            assert reader.revision == revision

    monkeypatch.setattr(open_revision, "refresh_index", noted)
    assert _gate(shop, *_LIMIT).code == 1
    assert built == [shop.git("rev-parse", "HEAD").strip()]


def test_history(shop: Repository) -> None:
    for size in (100, 150, 200):
        shop.commit(shop__big_py=_big(size))
    done = run("history", "--points", "3", "--repo", str(shop.root), "--format", "json", "--quiet")
    report = json.loads(done.out)
    assert report["n_commits"] == 4
    assert [each["n_functions"] for each in report["points"]] == [32, 32, 32]
    p99 = [each["working_set_p99"] for each in report["points"]]
    assert p99 == sorted(p99)
    again = run("history", "--points", "3", "--repo", str(shop.root), "--quiet")
    assert again.out.startswith("3 points of 4 commits up to HEAD\n")
    (line,) = (each for each in again.out.splitlines() if each.startswith("P99 "))
    assert line.split()[1] in {"▁▄█", "▁▅█", "▁▆█"}


def test_kept_figures_are_those_of_the_present_rules(
    shop: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = FootprintOptions()
    FigureCache(shop.root, Settings(), options, include_tests=False).write("c", GateLimits())
    kept = FigureCache(shop.root, Settings(), options, include_tests=False)
    assert kept.read("c", GateLimits) == GateLimits()
    monkeypatch.setattr(kept_figures, "RULES_VERSION", 0)
    older = FigureCache(shop.root, Settings(), options, include_tests=False)
    assert older.read("c", GateLimits) is None


def test_a_commit_without_code_is_told_without_a_folder_of_this_machine(shop: Repository) -> None:
    shop.git("rm", "--quiet", "-r", "shop")
    shop.commit(readme_txt="nothing yet")
    done = run("history", "--points", "1", "--repo", str(shop.root), "--format", "json", "--quiet")
    assert [each["reason"] for each in json.loads(done.out)["skipped"]] == ["no code found"]


@pytest.mark.parametrize("command", ["gate", "history"])
def test_the_answer_is_valid(shop: Repository, tmp_path: Path, command: str) -> None:
    shop.write(shop__total_py=_BARE)
    done = run(command, "--repo", str(shop.root), "--format", "json", "--quiet")
    (tmp_path / "answer.json").write_text(done.out, encoding="utf-8")
    assert run("validate", str(tmp_path / "answer.json")).code == 0


def _big(n_terms: int = 60) -> str:
    return "def big() -> float:\n    return " + " + ".join(f"{number}.25" for number in range(n_terms)) + "\n"


def _gate(shop: Repository, *arguments: str) -> Outcome:
    return run("gate", "--repo", str(shop.root), "--quiet", *arguments)


def _json(shop: Repository, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_gate(shop, *arguments, "--format", "json").out)
    return found


def _accepted(file: Path) -> dict[str, int]:
    ratchet = msgspec.json.decode(file.read_bytes(), type=FootprintRatchet)
    return {each.name: each.tokens for each in ratchet.entries}
