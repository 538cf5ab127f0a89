"""ISGL1 keys: one for each symbol, and never the same for two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.model.isgl1_keys import isgl1_key

_PATHS = st.sampled_from(
    ["a.py", "a-b.py", "a.py-a.py", "src/a/b.py", "src/a-b/c.rs", "lib/x.rb", "a/b-a.py"]
)
_NAMES = st.sampled_from(["f", "f-2", "f#2", "C.m", "C.m#2", "C-m", "b.py-f", "x.py-a-f", "-", ""])


@pytest.mark.parametrize(
    ("symbol", "key"),
    [
        ("src/models/user.rs::User", "src/models/user.rs-models-User"),
        ("src/database.rs::Database", "src/database.rs-database-Database"),
        ("src/traits/database.rs::Database", "src/traits/database.rs-traits-Database"),
        ("a.py::Cart.total#2", "a.py-a-Cart.total-2"),
        ("shop/cart.py", "shop/cart.py-shop"),
    ],
)
def test_a_key_is_path_module_and_name(symbol: str, key: str) -> None:
    assert isgl1_key(symbol) == key


@given(_PATHS, _NAMES, _PATHS, _NAMES)
def test_two_symbols_never_have_one_key(path: str, name: str, other_path: str, other_name: str) -> None:
    symbols = {
        f"{path}::{name}" if name else path,
        f"{other_path}::{other_name}" if other_name else other_path,
    }
    assert len({isgl1_key(symbol) for symbol in symbols}) == len(symbols)
