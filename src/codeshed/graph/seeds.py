"""From what a person types to a node: ids, suffixes, dotted names, paths, lines.

Turns: text → row. Nothing and several are errors that name the nearest or the possible symbols.
"""

import difflib
import re
from collections import defaultdict
from functools import lru_cache

from codeshed.errors import AmbiguousSymbolError, UnknownSymbolError
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeKind
from codeshed.model.identity import SEPARATOR, qualified_name

MAX_CANDIDATES = 8

_PATH_LINE = re.compile(r"(?P<path>.+):(?P<line>\d{1,9})")
_LAST_NAME = re.compile(r"[^.:/]+$")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]+$")


class SeedIndex:
    """Looks symbols up by any part of their name."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._rows_by_last_name: defaultdict[str, list[int]] = defaultdict(list)
        for row, symbol in enumerate(graph.nodes.symbols):
            self._rows_by_last_name[_last_name(symbol)].append(row)

    def get_row(self, text: str) -> int:
        """Return the one node that a text names: an id, a suffix of one, a dotted name, a path or `path:line`."""
        exact = self._graph.find_row(text)
        if exact is not None:
            return exact
        rows = self._find_by_line(text) or self._find_by_name(text)
        if len(rows) == 1:
            return rows[0]
        symbols = tuple(self._graph.nodes.symbols[row] for row in rows)
        if not symbols:
            raise UnknownSymbolError(text, self._find_nearest(text))
        raise AmbiguousSymbolError(text, symbols[:MAX_CANDIDATES], max(0, len(symbols) - MAX_CANDIDATES))

    def _find_by_line(self, text: str) -> list[int]:
        match = _PATH_LINE.fullmatch(text)
        if match is None or match["path"] not in self._graph.row_by_symbol:
            return []
        module = self._graph.row_by_symbol[match["path"]]
        nodes = self._graph.nodes
        if nodes.kinds[module] != NodeKind.MODULE:
            return []
        line = int(match["line"])
        spans = nodes.spans
        around = (nodes.files == nodes.files[module]) & (spans[:, 0] <= line) & (spans[:, 2] >= line)
        around &= nodes.kinds == NodeKind.FUNCTION
        rows = [int(row) for row in around.nonzero()[0]]
        innermost = sorted(rows, key=lambda row: (int(spans[row, 2] - spans[row, 0]), row))
        return innermost[:1] or [module]

    def _find_by_name(self, text: str) -> list[int]:
        """Return the best kind of match only: the whole qualified name before a mere suffix."""
        rows = self._rows_by_last_name.get(_last_name(text), [])
        symbols = self._graph.nodes.symbols
        whole = [row for row in rows if qualified_name(symbols[row]) == text]
        return whole or [row for row in rows if _ends_with(symbols[row], text)]

    def _find_nearest(self, text: str) -> tuple[str, ...]:
        wanted = _last_name(text)
        close = difflib.get_close_matches(wanted, self._rows_by_last_name, n=MAX_CANDIDATES, cutoff=0.6)
        symbols = [self._graph.nodes.symbols[row] for name in close for row in self._rows_by_last_name[name]]
        ranked = sorted(
            symbols, key=lambda symbol: (-difflib.SequenceMatcher(None, text, symbol).ratio(), symbol)
        )
        return tuple(ranked[:MAX_CANDIDATES])


@lru_cache(maxsize=4096)
def _last_name(symbol: str) -> str:
    match = _LAST_NAME.search(symbol.removesuffix("."))
    return match.group() if match else symbol


def _ends_with(symbol: str, text: str) -> bool:
    return any(
        form == text or form.endswith((f".{text}", f"/{text}", f"{SEPARATOR}{text}"))
        for form in (symbol, _dotted(symbol))
    )


def _dotted(symbol: str) -> str:
    """Write a symbol as Python would import it: `src/a/b.py::C.m` as `src.a.b.C.m`."""
    path, _, name = symbol.partition(SEPARATOR)
    module = _SUFFIX.sub("", path).removesuffix("/__init__").replace("/", ".")
    return f"{module}.{name}" if name else module
