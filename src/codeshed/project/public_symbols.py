"""Which symbols are public: code of other repositories may use them.

Turns: a symbol → whether it is public: by its name in Python (no leading underscore), by its visibility elsewhere.
"""

from collections.abc import Callable

from codeshed.model.semantic import Document, Visibility
from codeshed.model.symbol_ids import SEPARATOR

_PYTHON = (".py", ".pyi", ".ipynb")
_HIDDEN = frozenset({Visibility.PRIVATE, Visibility.INTERNAL})


class PublicSymbols:
    """Decides whether symbols are public. Documents are read once each, and only for languages other than Python."""

    def __init__(self, document_of: Callable[[str], Document | None]) -> None:
        self._document_of = document_of
        self._hidden_by_path: dict[str, frozenset[str]] = {}

    def __call__(self, symbol: str) -> bool:
        """Whether a symbol is public; what a function defines inside never is."""
        path, _, name = symbol.partition(SEPARATOR)
        if path.endswith(_PYTHON):
            return not any(part.startswith("_") for part in name.split("."))
        return symbol not in self._hidden(path)

    def _hidden(self, path: str) -> frozenset[str]:
        if path not in self._hidden_by_path:
            document = self._document_of(path)
            self._hidden_by_path[path] = frozenset(
                each.symbol_id
                for each in (() if document is None else document.definitions)
                if each.visibility in _HIDDEN
            )
        return self._hidden_by_path[path]
