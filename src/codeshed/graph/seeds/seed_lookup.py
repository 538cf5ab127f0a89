"""Seed lookup: resolves what a user types to a node, by id, suffix, dotted name, path or line.

Turns: text → row. No match and several matches are errors that list the nearest or the possible symbols.
"""

import re
from itertools import islice

import msgspec
import numpy as np

from codeshed.errors import AmbiguousSymbolError, UnknownSymbolError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import decoded
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.seeds.name_matches import find_name_matches, rank_suggestions
from codeshed.graph.seeds.reexported_names import find_reexported
from codeshed.graph.seeds.similar_names import list_names
from codeshed.model.answers.truncation import INDEX_STALE
from codeshed.model.isgl1_keys import isgl1_key, paths_in_key
from codeshed.model.symbol_ids import (
    SEPARATOR,
    dotted_name,
    last_name,
    natural_order,
    qualified_name,
    symbol_of_chunk,
    without_ordinal,
)

MAX_CANDIDATES = 8
_MAX_RANKED = 1_000

_CHUNK = "chunk:"
_KEYS = ("symbol:", "file:")
"""What the keys that answers show begin with."""
_HERE = "./"
ROOT_FOLDER = "."
"""The seed that stands for all modules of the repository."""

_PATH_LINE = re.compile(r"(?P<path>.+):(?P<line>[0-9]{1,9})")
_DOTTED = re.compile(r"\w+(?:\.\w+)*")


class SeedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A seed of the form `path:line`."""

    path: str
    line: int


def parse_seed_line(text: str) -> SeedLine | None:
    """Parse a seed of the form `path:line`, or return None."""
    match = _PATH_LINE.fullmatch(text)
    return None if match is None else SeedLine(path=match["path"], line=int(match["line"]))


class SeedIndex:
    """Finds symbols by any suffix of their name."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph

    def get_row(self, text: str) -> int:
        """Return the one node that a text names: an id, a suffix of one, a dotted name, a path or `path:line`."""
        rows = self.find_rows(text)
        if len(rows) == 1:
            return rows[0]
        symbols = tuple(sorted((self._graph.nodes.symbols[row] for row in rows), key=natural_order))
        if not symbols:
            stale = (each.message for each in self._graph.warnings if each.code == INDEX_STALE)
            raise UnknownSymbolError(text, self.find_nearest(text), next(stale, ""))
        raise AmbiguousSymbolError(text, symbols[:MAX_CANDIDATES], max(0, len(symbols) - MAX_CANDIDATES))

    def find_rows(self, text: str) -> list[int]:
        """Return all nodes that a text may name, in symbol order: one if it is an id or unambiguous."""
        written = text.removeprefix(_HERE)
        for prefix in _KEYS:
            written = written.removeprefix(prefix)
        exact = self._graph.find_row(symbol_of_chunk(written.removeprefix(_CHUNK)))
        if exact is not None:
            return [exact]
        return (
            self._find_by_line(written)
            or self._find_by_name(written)
            or self._find_modules(written)
            or self._find_by_key(written)
            or find_reexported(self._graph, written)
        )

    def find_modules_below(self, folder: str) -> list[int]:
        """Return the modules in a folder or below it, given its path from the root of the repository; `.` is the root."""
        path = folder.removeprefix(_HERE).rstrip("/") or (ROOT_FOLDER if folder else "")
        if not path:
            return []
        rows = self._graph.file_index.find_in_files(find_files_below(self._graph.files, path))
        return [int(row) for row in rows[self._graph.nodes.kinds[rows] == NodeKind.MODULE]]

    def find_folders(self, text: str) -> tuple[str, ...]:
        """Return the folders with modules that a text may name: the one with this path, else those whose paths end with it."""
        if self.find_modules_below(text):
            return (text,)
        path = text.removeprefix(_HERE).rstrip("/")
        if not path:
            return ()
        end = f"/{path}/"
        found = {
            file[: place + len(path) + 1] for file in self._graph.files if (place := file.find(end)) >= 0
        }
        return tuple(sorted(each for each in found if self.find_modules_below(each)))

    def find_scope(self, path: str, line: int) -> int | None:
        """Return the node whose code runs at a line of a file: the innermost function, else the module."""
        module = self._graph.find_row(path)
        if module is None:
            return None
        functions = self._around(module, line, NodeKind.FUNCTION)
        return functions[0] if functions else module

    def _find_by_line(self, text: str) -> list[int]:
        at = parse_seed_line(text)
        if at is None or at.line == 0:
            return []
        exact = self._graph.find_row(at.path)
        named = self._find_by_name(at.path) if exact is None else [exact]
        modules = [row for row in named if self._graph.nodes.kinds[row] == NodeKind.MODULE]
        return [row for module in modules for row in self._innermost(module, at.line)]

    def _innermost(self, module: int, line: int) -> list[int]:
        """Return the innermost definition at a line; a variable counts only if its scope is no function."""
        nodes = self._graph.nodes
        scope = next(iter(self._around(module, line, NodeKind.FUNCTION, NodeKind.TYPE)), module)
        if nodes.kinds[scope] == NodeKind.FUNCTION:
            return [scope]
        variables = self._around(module, line, NodeKind.VARIABLE)
        return sorted(row for row in variables if nodes.enclosing[row] == scope) or [scope]

    def _around(self, module: int, line: int, *kinds: NodeKind) -> list[int]:
        """Return the nodes of some kinds in a module whose span includes a line, the shortest first."""
        nodes = self._graph.nodes
        file = int(nodes.files[module])
        rows = self._graph.file_index.find_in_files(range(file, file + 1))
        spans = nodes.spans[rows]
        is_around = (spans[:, 0] <= line) & (spans[:, 2] >= line) & np.isin(nodes.kinds[rows], kinds)
        found = zip(spans[is_around].tolist(), rows[is_around].tolist(), strict=True)
        return [row for *_, row in sorted((each[2] - each[0], each[3] - each[1], row) for each, row in found)]

    def _find_by_key(self, text: str) -> list[int]:
        """Return the node with an ISGL1 key."""
        for path in paths_in_key(text):
            file = self._graph.files.find(path)
            if file is not None:
                rows = self._graph.file_index.find_in_files(range(file, file + 1)).tolist()
                found = [row for row in rows if isgl1_key(self._graph.nodes.symbols[row]) == text]
                if found:
                    return found
        return []

    def _find_modules(self, text: str) -> list[int]:
        """Return the modules with a dotted import name, or a suffix of it."""
        if not _DOTTED.fullmatch(text):
            return []
        modules = np.flatnonzero(self._graph.nodes.kinds == NodeKind.MODULE).tolist()
        last = last_name(text)
        paths = map(decoded, self._graph.nodes.symbols.blobs.pieces(modules))
        # Most paths do not have the last name at all.
        return [
            row for row, path in zip(modules, paths, strict=True) if last in path and _ends_with(path, text)
        ]

    def _find_by_name(self, text: str) -> list[int]:
        """Return the nodes whose whole qualified name matches; only without any, those of which it is a suffix."""
        if not text:
            return []
        rows = self._graph.name_index.find(last_name(text)).tolist()
        symbols = {row: self._graph.nodes.symbols[row] for row in rows}
        whole = [row for row in rows if text in _with_and_without_ordinal(qualified_name(symbols[row]))]
        return self._own(whole or [row for row in rows if _ends_with(symbols[row], text)])

    def _own(self, rows: list[int]) -> list[int]:
        """Prefer nodes of the repository to externals."""
        flags = self._graph.nodes.flags
        return [row for row in rows if not int(flags[row]) & NodeFlag.EXTERNAL] or rows

    def find_nearest(self, text: str) -> tuple[str, ...]:
        """Return the symbols that a text which names none may mean: those that `find` would list.

        Names in another case come first, then those that begin with it, contain it, and are similar; symbols of the
        repository before those of other packages.
        """
        graph, name = self._graph, last_name(text).strip()
        if not name:
            return ()
        found = find_name_matches(graph, list_names(graph), name, most=_MAX_RANKED)
        ranked = rank_suggestions(graph, text, dict(islice(found.items(), _MAX_RANKED)))
        return tuple(graph.nodes.symbols[row] for row in ranked[:MAX_CANDIDATES])


def _ends_with(symbol: str, text: str) -> bool:
    return any(
        form == text or form.endswith((f".{text}", f"/{text}", f"{SEPARATOR}{text}"))
        for written in (symbol, dotted_name(symbol))
        for form in _with_and_without_ordinal(written)
    )


def _with_and_without_ordinal(name: str) -> tuple[str, str]:
    """Return a name of a single overload (`f#2`), and the name that all overloads share (`f`)."""
    return name, without_ordinal(name)
