"""Substring search in names, within a file, a folder or a kind of node.

Turns: CodeGraph + text + SearchScope → NameSearchResult. There is no index for it: the names of the scope are scanned,
up to a cap.
"""

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.argument_checks import is_whole_number
from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import decoded
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.answers.truncation import Cap, Scope, TruncationRecord
from codeshed.model.symbol_ids import last_name

_SCOPE: Scope = "graph"


class SearchScope(msgspec.Struct, frozen=True, kw_only=True):
    """Where to search: in a file, below a folder, among the nodes of a kind, or in the intersection of these."""

    file_path: str | None = None
    folder: str | None = None
    kind: NodeKind | None = None

    def __post_init__(self) -> None:
        """Reject an empty scope."""
        if self.file_path is None and self.folder is None and self.kind is None:
            raise InvalidOptionError(
                "a search for a part of a name needs a scope", hint="name a file, a folder or a kind of node"
            )


class SearchCaps(msgspec.Struct, frozen=True, kw_only=True):
    """How many nodes a search returns, and how many names it scans."""

    max_candidates: int = 50
    max_symbols: int = 100_000

    def __post_init__(self) -> None:
        """Reject invalid caps."""
        for cap in (self.max_candidates, self.max_symbols):
            if not is_whole_number(cap, at_least=1):
                raise InvalidOptionError(
                    f"a search cannot have the limit of {cap!r}", hint="give a positive whole number"
                )


class NameSearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The rows that were found, in row order, and a record for each cap that cut the search."""

    rows: tuple[int, ...]
    truncation: tuple[TruncationRecord, ...]


def find_names_containing(
    graph: CodeGraph, text: str, scope: SearchScope, caps: SearchCaps | None = None
) -> NameSearchResult:
    """Return the nodes of a scope whose last name contains a text, case-insensitively."""
    caps = caps or SearchCaps()
    wanted = text.lower()
    scoped = _rows_in(graph, scope)
    searched_rows = scoped[: caps.max_symbols]
    symbols = graph.nodes.symbols.blobs.pieces(searched_rows.tolist())
    found = [
        row
        for row, symbol in zip(searched_rows.tolist(), symbols, strict=True)
        if wanted in last_name(decoded(symbol)).lower()
    ]
    kept = found[: caps.max_candidates]
    cuts: tuple[tuple[Cap, int, int], ...] = (
        ("maxSymbols", caps.max_symbols, len(scoped) - len(searched_rows)),
        ("maxCandidates", caps.max_candidates, len(found) - len(kept)),
    )
    return NameSearchResult(
        rows=tuple(kept),
        truncation=tuple(
            TruncationRecord(scope=_SCOPE, cap=cap, limit=limit, omitted=n_omitted)
            for cap, limit, n_omitted in cuts
            if n_omitted
        ),
    )


def _rows_in(graph: CodeGraph, scope: SearchScope) -> Ints:
    """Return the nodes of a scope in row order."""
    if scope.file_path is None and scope.folder is None:
        return np.flatnonzero(graph.nodes.kinds == scope.kind).astype(np.int32)
    rows = np.sort(graph.file_index.find_in_files(_files_in(graph, scope)))
    return rows if scope.kind is None else rows[graph.nodes.kinds[rows] == scope.kind]


def _files_in(graph: CodeGraph, scope: SearchScope) -> range:
    files = range(len(graph.files)) if scope.folder is None else find_files_below(graph.files, scope.folder)
    if scope.file_path is None:
        return files
    file = graph.files.find(scope.file_path)
    return range(0) if file is None or file not in files else range(file, file + 1)
