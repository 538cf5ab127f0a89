"""Which symbols are public, so that code of other repositories may use them, and which functions have a body.

Turns: a symbol → whether it is public: by its name in Python (no leading underscore), by its visibility elsewhere.
"""

from collections.abc import Callable

import msgspec

from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.semantic import Definition, Document, Visibility
from codeshed.model.symbol_ids import SEPARATOR

_PYTHON = (".py", ".pyi", ".ipynb")
_HIDDEN = frozenset({Visibility.PRIVATE, Visibility.INTERNAL})


class _Symbols(msgspec.Struct, frozen=True, kw_only=True):
    """The symbols of a document that are hidden from others, and those that are only declared."""

    hidden: frozenset[str]
    declared: frozenset[str]


class PublicSymbols:
    """Tells public and declared symbols. Documents are read once each, and only for languages other than Python."""

    def __init__(self, document_of: Callable[[str], Document | None]) -> None:
        self._document_of = document_of
        self._symbols_by_path: dict[str, _Symbols] = {}

    def is_public(self, symbol: str) -> bool:
        """Whether code of other repositories may use a symbol; what a function defines inside never is public."""
        path, _, name = symbol.partition(SEPARATOR)
        if path.endswith(_PYTHON):
            return not any(part.startswith("_") for part in name.split("."))
        hidden_folder = traits_of(language_of_path(path)).hidden_folder
        if hidden_folder and hidden_folder in path.split("/")[:-1]:
            return False
        return symbol not in self._symbols(path).hidden

    def has_body(self, symbol: str) -> bool:
        """Whether a function is defined, not only declared as in a header."""
        path = symbol.partition(SEPARATOR)[0]
        return path.endswith(_PYTHON) or symbol not in self._symbols(path).declared

    def _symbols(self, path: str) -> _Symbols:
        if path not in self._symbols_by_path:
            document = self._document_of(path)
            definitions = () if document is None else document.definitions
            self._symbols_by_path[path] = _Symbols(
                hidden=frozenset(each.symbol_id for each in definitions if each.visibility in _HIDDEN),
                declared=frozenset(each.symbol_id for each in definitions if _is_declared(each)),
            )
        return self._symbols_by_path[path]


def _is_declared(definition: Definition) -> bool:
    modifiers = definition.details.modifiers
    return modifiers is not None and modifiers.has_body is False
