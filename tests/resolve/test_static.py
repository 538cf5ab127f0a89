"""Static resolution of names with cyclic bindings."""

import itertools

from codeshed.extract.interface_extraction import extract_interface
from codeshed.extract.python.extract_python import extract_python
from codeshed.resolve.python.names.file_outline import make_outline
from codeshed.resolve.python.names.static_names import Referent
from codeshed.resolve.python.tables.symbol_tables import SymbolTables, open_tables

CIRCLES = {
    "shop/__init__.py": b"from shop.left import cart, price\n",
    "shop/left.py": b"from shop.right import cart, price\nfrom shop import cart\n",
    "shop/right.py": b"from shop import cart\nfrom shop.left import price\n\n\ndef price(): ...\n",
    "shop/cart.py": b"",
}


def _tables() -> SymbolTables:
    interfaces = {path: extract_interface(extract_python(text), text) for path, text in CIRCLES.items()}
    outlines = {path: make_outline(interface) for path, interface in interfaces.items()}
    return open_tables(outlines, interfaces.__getitem__)


def _found(tables: SymbolTables, path: str, name: str) -> tuple[Referent, ...]:
    file = tables.program.find_file(path)
    assert file is not None
    return tables.static.resolve_in_scope(tables.program.files[file].first_scope, name)


def test_what_a_name_in_a_circle_means_does_not_depend_on_what_was_asked_before() -> None:
    """Only results that do not depend on where resolution began are memoized for inner queries."""
    asked = [("shop/__init__.py", "cart"), ("shop/left.py", "cart"), ("shop/right.py", "cart")]
    asked += [(path, "price") for path, _ in asked]
    alone = {each: _found(_tables(), *each) for each in asked}
    for order in itertools.permutations(asked):
        tables = _tables()
        assert {each: _found(tables, *each) for each in order} == alone


def test_a_name_in_a_circle_is_what_anyone_in_it_defines() -> None:
    """Every name in a cycle refers to all definitions in the cycle."""
    kinds = {_found(_tables(), path, "price")[0].kind for path in list(CIRCLES)[:3]}
    assert kinds == {"function"}
