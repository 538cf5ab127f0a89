"""Symbol ids and the names of recordings."""

from pathlib import Path

import pytest

from bench.accuracy.source_names import SourceNames, module_name
from tests.bench.toy_shop import SHOP, write_files

RULES = "src/shop/rules.py"


@pytest.mark.parametrize(
    ("symbol", "caller", "callee"),
    [
        (f"{RULES}::Rule.apply", "shop.rules.Rule.apply", "shop.rules.Rule.apply"),
        (f"{RULES}::Rule.apply#2", "shop.rules.Rule.apply", "shop.rules.Rule.apply"),
        (f"{RULES}::Half.label.setter", "shop.rules.Half.label", "shop.rules.Half.label"),
        (f"{RULES}::Rule.run.check", "shop.rules.Rule.run", None),
        (f"{RULES}::Rule.run.<lambda>#2", "shop.rules.Rule.run", None),
        (f"{RULES}::Rule", "shop.rules", None),
        (RULES, "shop.rules", None),
        ("src/shop/__init__.py", "shop", None),
        ("ext:json.dumps", None, None),
    ],
)
def test_functions(tmp_path: Path, symbol: str, caller: str | None, callee: str | None) -> None:
    names = SourceNames(root=write_files(tmp_path, SHOP), package="src/shop")
    found_caller, found_callee = names.caller(symbol), names.callee(symbol)
    assert (found_caller and found_caller.name) == caller
    assert (found_callee and found_callee.name) == callee


def test_variables(tmp_path: Path) -> None:
    names = SourceNames(root=tmp_path, package="src/shop")
    assert names.variable(f"{RULES}::Half.name") == (RULES, "shop.rules.Half.name")
    assert names.variable("ext:sys.argv") is None


def test_modules_outside_the_package_are_named_from_the_root() -> None:
    assert module_name("tests/test_cart.py", "src/shop") == "tests.test_cart"
    assert module_name("shop/cart.py", "shop") == "shop.cart"
