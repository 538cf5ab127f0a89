"""Which symbols code of other repositories may use, and which functions are only declared."""

from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    Modifiers,
    Visibility,
)
from codeshed.model.span import Span
from codeshed.project.public_symbols import PublicSymbols


def symbols_of(*definitions: Definition) -> PublicSymbols:
    return PublicSymbols(lambda path: Document(path=path, language="go", definitions=definitions))


def function(symbol: str, visibility: Visibility, *, has_body: bool | None = None) -> Definition:
    return Definition(
        symbol_id=symbol,
        name=symbol.partition("::")[2],
        kind=DefinitionKind.FUNCTION,
        span=Span(1, 0, 1, 9),
        visibility=visibility,
        details=DefinitionDetails(modifiers=Modifiers(has_body=has_body)),
    )


def test_python_hides_by_a_leading_underscore() -> None:
    symbols = symbols_of()
    assert symbols.is_public("a.py::Cart.total")
    assert not symbols.is_public("a.py::_Cart.total")
    assert symbols.has_body("a.py::Cart.total")


def test_other_languages_declare_what_is_hidden() -> None:
    found = [
        function("cart/a.go::Total", Visibility.PUBLIC),
        function("cart/a.go::sum", Visibility.INTERNAL),
    ]
    symbols = symbols_of(*found)
    assert symbols.is_public("cart/a.go::Total")
    assert not symbols.is_public("cart/a.go::sum")


def test_nobody_imports_what_is_in_a_folder_internal_of_go() -> None:
    symbols = symbols_of(function("internal/cart/a.go::Total", Visibility.PUBLIC))
    assert not symbols.is_public("internal/cart/a.go::Total")
    assert symbols.is_public("internal.go::Total")
    assert symbols.is_public("internal/Cart.java::Cart.total")


def test_what_is_only_declared_has_no_body() -> None:
    found = [
        function("a.h::total", Visibility.PUBLIC, has_body=False),
        function("a.h::sum", Visibility.PUBLIC, has_body=True),
        function("a.h::rate", Visibility.PUBLIC),
    ]
    symbols = symbols_of(*found)
    assert [symbols.has_body(each.symbol_id) for each in found] == [False, True, True]
