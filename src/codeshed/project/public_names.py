"""Which names code of other repositories may use.

Turns: a symbol → whether it is public: by its name in Python, by what its declaration says in other languages.
"""

from collections.abc import Callable

from codeshed.model.identity import SEPARATOR
from codeshed.model.semantic import Document, Visibility

_PYTHON = (".py", ".pyi", ".ipynb")
_HIDDEN = frozenset({Visibility.PRIVATE, Visibility.INTERNAL})


class PublicSymbols:
    """Says of symbols whether they are public; documents are read once, and only for languages that need it."""

    def __init__(self, document_of: Callable[[str], Document | None]) -> None:
        self._document_of = document_of
        self._hidden_by_path: dict[str, frozenset[str]] = {}

    def __call__(self, symbol: str) -> bool:
        """Whether others may use a symbol; what is defined within a function never is public."""
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
