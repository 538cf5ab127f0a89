"""From what a person types to a node: ids, suffixes, dotted names, paths, lines.

Turns: text → row. Nothing and several are errors that name the nearest or the possible symbols.
"""

import difflib
import re
from itertools import islice

from codeshed.errors import AmbiguousSymbolError, UnknownSymbolError
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeKind
from codeshed.model.identity import (
    SEPARATOR,
    dotted_name,
    last_name,
    qualified_name,
    symbol_of_chunk,
    without_ordinal,
)

MAX_CANDIDATES = 8
MAX_COMPARED_NAMES = 20_000
"""No index answers which names are alike, so that only so many are looked at."""

_MAX_RANKED = 1_000

_CHUNK = "chunk:"
_PATH_LINE = re.compile(r"(?P<path>.+):(?P<line>\d{1,9})")


class SeedIndex:
    """Looks symbols up by any part of their name."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph

    def get_row(self, text: str) -> int:
        """Return the one node that a text names: an id, a suffix of one, a dotted name, a path or `path:line`."""
        rows = self.find_rows(text)
        if len(rows) == 1:
            return rows[0]
        symbols = tuple(self._graph.nodes.symbols[row] for row in rows)
        if not symbols:
            raise UnknownSymbolError(text, self.find_nearest(text))
        raise AmbiguousSymbolError(text, symbols[:MAX_CANDIDATES], max(0, len(symbols) - MAX_CANDIDATES))

    def find_rows(self, text: str) -> list[int]:
        """Return all nodes that a text may name, in the order of their symbols: one if it is an id or unambiguous."""
        exact = self._graph.find_row(symbol_of_chunk(text.removeprefix(_CHUNK)))
        if exact is not None:
            return [exact]
        return self._find_by_line(text) or self._find_by_name(text)

    def _find_by_line(self, text: str) -> list[int]:
        match = _PATH_LINE.fullmatch(text)
        module = None if match is None else self._graph.find_row(match["path"])
        nodes = self._graph.nodes
        if match is None or module is None or nodes.kinds[module] != NodeKind.MODULE:
            return []
        line = int(match["line"])
        file = int(nodes.files[module])
        in_file = self._graph.file_index.find_in_files(range(file, file + 1))
        spans = nodes.spans[in_file]
        around = (spans[:, 0] <= line) & (spans[:, 2] >= line) & (nodes.kinds[in_file] == NodeKind.FUNCTION)
        lengths = spans[around, 2] - spans[around, 0]
        innermost = sorted(zip(lengths.tolist(), in_file[around].tolist(), strict=True))
        return [row for _, row in innermost[:1]] or [module]

    def _find_by_name(self, text: str) -> list[int]:
        """Return the best kind of match only: the whole qualified name before a mere suffix."""
        rows = self._graph.name_index.find(last_name(text)).tolist()
        symbols = {row: self._graph.nodes.symbols[row] for row in rows}
        whole = [row for row in rows if text in _with_and_without_ordinal(qualified_name(symbols[row]))]
        return whole or [row for row in rows if _ends_with(symbols[row], text)]

    def find_nearest(self, text: str) -> tuple[str, ...]:
        """Return the symbols whose names are most like a text that names none: its own in another case before any other."""
        index, name = self._graph.name_index, last_name(text)
        rows = index.find_in_any_case(name).tolist()
        if not rows:
            compared = islice(index, MAX_COMPARED_NAMES)
            close = difflib.get_close_matches(name, compared, n=MAX_CANDIDATES, cutoff=0.6)
            rows = [row for each in close for row in index.find(each)[:MAX_CANDIDATES].tolist()]
        symbols = [self._graph.nodes.symbols[row] for row in rows[:_MAX_RANKED]]
        ranked = sorted(
            symbols, key=lambda symbol: (-difflib.SequenceMatcher(None, text, symbol).ratio(), symbol)
        )
        return tuple(ranked[:MAX_CANDIDATES])


def _ends_with(symbol: str, text: str) -> bool:
    return any(
        form == text or form.endswith((f".{text}", f"/{text}", f"{SEPARATOR}{text}"))
        for written in (symbol, dotted_name(symbol))
        for form in _with_and_without_ordinal(written)
    )


def _with_and_without_ordinal(name: str) -> tuple[str, str]:
    """Return what names one of several overloads, and what names all of them."""
    return name, without_ordinal(name)
