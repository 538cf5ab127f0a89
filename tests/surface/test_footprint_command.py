"""`codeshed footprint` as a user meets it."""

import json
from pathlib import Path

import pytest

from tests.support.expectations import assert_expected
from tests.surface.cli import SHOP_ARGUMENTS, run, run_apart


def test_the_worst_cases_of_the_example() -> None:
    outcome = run("footprint", "--policy", "closure", *SHOP_ARGUMENTS)
    assert (outcome.code, outcome.err) == (0, "")
    assert_expected(
        outcome.out,
        """
        Context Footprint of 24 functions, 1 test function left out
        policy closure, academic mode (documented from 0.5), sizes by cl100k_base
        40 calls: 58 % certain · 20 % external · 22 % unresolved

        P50 237   P90 613   P99 671   mean 300   min 34   max 671

                  tokens   functions
             32 to    63   ███████████████████▌ 4
             64 to   127   █████████▊ 2
            128 to   255   ████████████████████████████████████████████ 9
            256 to   511   ████▉ 1
            512 to 1 023   ███████████████████████████████████████▏ 8

        PACKAGES       P50       P90       max   functions
                       237       613       671          24   shop

        HOTSPOTS    tokens   of these because contracts are missing
                       671       645   shop/money.py:18  Money.times
                       660       637   shop/catalog.py:20  MemoryCatalog.price
                       613       580   shop/catalog.py:28  set_price
                       590       560   shop/cart.py:11  Cart.__init__
                       590       524   shop/cart.py:15  Cart.add
                       590       376   shop/cart.py:19  Cart.subtotal
                       590       331   shop/cart.py:25  Cart.total
                       590       566   shop/discounts.py:38  discounted
                       278       234   shop/storage.py:20  load_orders
                       237        20   shop/checkout.py:8  checkout

        NOT SEEN   5 unresolved calls: footprints that meet these are lower bounds

        next       codeshed footprint shop/money.py::Money.times   shows how the largest came about
        """,
        callers=0,
    )


def test_the_tree_of_a_worst_case() -> None:
    outcome = run("footprint", "checkout", "--policy", "closure", *SHOP_ARGUMENTS)
    assert (outcome.code, outcome.err) == (0, "")
    assert_expected(
        outcome.out,
        """
        shop/checkout.py::checkout
        at least 237 tokens in 13 nodes: 217 needed forward, 20 because contracts are missing
        policy closure, academic mode (documented from 0.5), sizes by cl100k_base

          tokens   how
              34   start shop/checkout.py::checkout
              25   ├─ calls shop/cart.py::Cart.__init__
               2   │  ├─ writes Cart.catalog
               3   │  └─ writes Cart.counts
              63   ├─ calls shop/cart.py::Cart.add  ■ stops here
              22   ├─ calls receipt
              36   └─ calls shop/storage.py::save_order
               7      ├─ reads MAX_ORDERS  ■ stops here
               3      ├─ reads _orders
              20      │  └─ written by shop/storage.py  ◂ it can change
              13      └─ calls forget_oldest
               9   … in 2 nodes of other packages: --externals shows them

        LAYERS     1 · 4 · 7 · 1 nodes by distance
        NOT SEEN   1 call could not be resolved
        """,
        callers=0,
    )


def test_a_long_tree_is_cut_and_shown_whole_with_all() -> None:
    arguments = ("Cart.add", "--policy", "closure", "--externals", *SHOP_ARGUMENTS)
    short, whole = run("footprint", *arguments).out, run("footprint", *arguments, "--all").out
    assert "more nodes: --all shows them" in short
    assert len(short.splitlines()) <= 40
    assert len(whole.splitlines()) > len(short.splitlines()) - 1
    assert "--all" not in whole


def test_other_packages_are_drawn_only_if_they_are_asked_for() -> None:
    without = run("footprint", "checkout", *SHOP_ARGUMENTS).out
    with_them = run("footprint", "checkout", "--externals", *SHOP_ARGUMENTS).out
    assert "ext:" not in without
    assert "9   … in 2 nodes of other packages: --externals shows them" in without
    assert "ext:json.dumps" in with_them
    assert "--externals" not in with_them
    assert without.splitlines()[1] == with_them.splitlines()[1]


def test_a_budget_in_text() -> None:
    outcome = run("footprint", "Cart.add", "--max-tokens", "50", *SHOP_ARGUMENTS)
    assert "CUT        " in outcome.out
    assert "all of it fits at --max-tokens" in outcome.out


def test_json_of_one_and_of_all() -> None:
    one = json.loads(run("footprint", "Cart.add", "Cart.total", *SHOP_ARGUMENTS, "--format", "json").out)
    assert one["results"][0]["start"] == ["shop/cart.py::Cart.add", "shop/cart.py::Cart.total"]
    text = run("footprint", "--all", *SHOP_ARGUMENTS).out
    assert len(text.splitlines()) == 25


@pytest.mark.parametrize("policy", ["working_set", "closure", "v2", "v1"])
def test_the_figures_of_all_are_those_of_each(policy: str) -> None:
    arguments = ("footprint", "--all", *SHOP_ARGUMENTS, "--format", "json", "--policy", policy)
    rows = [json.loads(line) for line in run(*arguments).out.splitlines()]
    whole = [json.loads(line) for line in run(*arguments, "--sets").out.splitlines()]
    assert len(rows) == len(whole) == 25
    for row, one in zip(rows, whole, strict=True):
        assert one["start"] == [row["symbol"]]
        assert {name: one[name] for name in row if name in one} == {
            name: value for name, value in row.items() if name in one
        }
        assert "reachable_set" not in row
    largest = [json.loads(line) for line in run(*arguments, "--top", "3").out.splitlines()]
    totals = [row["total_context_size"] for row in rows]
    assert [row["total_context_size"] for row in largest] == sorted(totals, reverse=True)[:3]


def test_sets_belong_to_json_of_all() -> None:
    outcome = run("footprint", "--sets", *SHOP_ARGUMENTS)
    assert outcome.code == 2
    assert "--sets belongs to --all --format json" in outcome.err


def test_the_working_set_of_a_function_and_what_it_is_compared_with() -> None:
    lines = run("footprint", "Cart.subtotal", *SHOP_ARGUMENTS).out.splitlines()
    assert " forward, " in lines[1]
    heads = [line.split()[0] for line in lines if line[:1].isupper()]
    assert heads[-2:] == ["FORWARD", "WORST"]
    assert any("called by shop/cart.py::Cart.total:" in line for line in lines)
    profile = run("footprint", *SHOP_ARGUMENTS).out
    assert "the worst case tells them apart no further" in profile
    assert "TANGLED" in profile


def test_sizes_can_be_counted_otherwise() -> None:
    for name in ("words", "o200k_base"):
        profile = json.loads(
            run("footprint", *SHOP_ARGUMENTS, "--size-function", name, "--format", "json").out
        )
        assert profile["size_function"] == name


def test_an_unknown_symbol_names_the_nearest() -> None:
    outcome = run("footprint", "Cart.totl", *SHOP_ARGUMENTS)
    assert (outcome.code, outcome.out) == (2, "")
    assert_expected(
        outcome.err,
        """
        codeshed: No symbol 'Cart.totl'. Did you mean:
          shop/cart.py::Cart.total
          shop/cart.py::Cart.subtotal.total
        """,
        callers=0,
    )


def test_an_ambiguous_symbol_names_all() -> None:
    outcome = run("footprint", "price", *SHOP_ARGUMENTS)
    assert (outcome.code, outcome.out) == (2, "")
    assert_expected(
        outcome.err,
        """
        codeshed: 'price' names several symbols. Write one of these:
          shop/catalog.py::Catalog.price
          shop/catalog.py::MemoryCatalog.price
        """,
        callers=0,
    )


def test_a_missing_source_root_and_a_missing_file() -> None:
    document = SHOP_ARGUMENTS[:2]
    for arguments in (
        (*document, "--source-root", "/nonexistent"),
        ("--semantic-data", "/nonexistent.json"),
        ("--semantic-data", "/dev/null"),
        ("--semantic-data", "/"),
    ):
        outcome = run("footprint", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert "cannot read" in outcome.err


def test_wrong_options() -> None:
    for arguments in (("--policy", "v3"), ("--doc-threshold", "2"), ("--max-tokens", "-1"), ("--bogus",)):
        outcome = run("footprint", *SHOP_ARGUMENTS, *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err


def test_sources_that_are_not_there_are_named(tmp_path: Path) -> None:
    outcome = run("footprint", *SHOP_ARGUMENTS[:2], "--source-root", str(tmp_path))
    assert outcome.code == 0
    assert "WARNING    shop/cart.py could not be read" in outcome.out


def test_links_out_of_the_source_root_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("x = 1\n" * 1000)
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").symlink_to(secret)
    document = tmp_path / "d.json"
    document.write_text('{"documents": [{"path": "a.py"}, {"path": "../secret.py"}]}')
    outcome = run(
        "footprint", "--semantic-data", str(document), "--source-root", str(root), "--format", "json"
    )
    assert outcome.code == 0
    messages = [warning["message"] for warning in json.loads(outcome.out)["warnings"]]
    assert len(messages) == 2
    assert all("could not be read" in message for message in messages)


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    symbol = "a.py::\x1b[2Jevil"
    span = {"start_line": 1, "start_column": 0, "end_line": 1, "end_column": 1}
    definition = {"symbol_id": symbol, "name": "evil", "kind": "Function", "span": span}
    document = tmp_path / "d.json"
    document.write_text(json.dumps({"documents": [{"path": "a.py", "definitions": [definition]}]}))
    arguments = ("--semantic-data", str(document), "--source-root", str(tmp_path))
    for extra in ((), ("--all",), (symbol,)):
        outcome = run("footprint", *extra, *arguments)
        assert "\x1b" not in outcome.out
        assert "\\x1b[2Jevil" in outcome.out


def test_a_terminal_that_knows_no_unicode_still_gets_the_bytes() -> None:
    outcome = run_apart("footprint", *SHOP_ARGUMENTS, encoding="ascii")
    assert outcome.code == 0
    assert "█" in outcome.out
