"""Who still names what is gone.

Turns: ids that nothing has any more → Leftovers: lines with their last names, in files that import the file that they
stood in, or lie beside it. A file that names them outside of all functions may pass them on, as packages do: those that
import it count too. A line with a name is no proof: another thing may have it.
"""

import itertools
import re
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from codeshed.discover.files import read_bytes
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.file_index import find_files_below
from codeshed.graph.kinds import EdgeKind
from codeshed.graph.seeds import SeedIndex
from codeshed.model.changes import ChangeSet
from codeshed.model.common_method_names import COMMON_METHOD_NAMES
from codeshed.model.identity import SEPARATOR, last_name, package_of_path, qualified_name
from codeshed.model.language import language_of_path, traits_of
from codeshed.model.leftovers import Leftover

_MAX_FILES = 300
_MAX_NAMES = 200
_MAX_MENTIONS = 200
_LEAST_LETTERS = 3


def find_leftovers(root: Path, graph: CodeGraph, changes: ChangeSet) -> tuple[Leftover, ...]:
    """Return the lines that still name removed and renamed symbols, by symbol, file and line; a few for each."""
    gone = [
        old
        for each in changes.symbols
        for old in ((each.symbol_id if each.kind == "removed" else each.old_symbol_id),)
        if old is not None and SEPARATOR in old and graph.find_row(old) is None and _is_telling(old)
    ]
    symbols_by_path: dict[str, list[str]] = {}
    for symbol in gone[:_MAX_NAMES]:
        symbols_by_path.setdefault(symbol.partition(SEPARATOR)[0], []).append(symbol)
    found: list[Leftover] = []
    for path, symbols in sorted(symbols_by_path.items()):
        passed_on = _outermost_names(symbols)
        waiting = deque(_files_that_see(graph, path))
        seen = set(waiting)
        n_read = 0
        while waiting and n_read < _MAX_FILES:
            file = waiting.popleft()
            content = read_bytes(root, file)
            n_read += 1
            if not isinstance(content, bytes):
                continue
            found += _mentions_in(graph, file, content, symbols)
            if file != path and _passes_on(graph, file, content, passed_on):
                more = [each for each in _importers(graph, file) if each not in seen]
                waiting.extend(more)
                seen.update(more)
    kept: list[Leftover] = []
    for symbol in gone[:_MAX_NAMES]:
        kept += sorted(
            (each for each in found if each.symbol == symbol), key=lambda each: (each.file, each.line)
        )[:_MAX_MENTIONS]
    return tuple(kept)


def _is_telling(symbol: str) -> bool:
    """Whether a name says enough to be looked for by itself."""
    name = last_name(symbol)
    return len(name) >= _LEAST_LETTERS and name not in COMMON_METHOD_NAMES and not name.startswith("__")


def _files_that_see(graph: CodeGraph, path: str) -> list[str]:
    """Return the files that import a file, itself, and those in its folder, the first ones first."""
    found = {path: None} if graph.files.find(path) is not None else {}
    found.update(dict.fromkeys(_importers(graph, path)))
    folder = package_of_path(path)
    below = (graph.files[file] for file in find_files_below(graph.files, folder))
    found.update(dict.fromkeys(each for each in below if package_of_path(each) == folder))
    return list(found)


def _importers(graph: CodeGraph, path: str) -> list[str]:
    """Return the files that import a file, by path."""
    module = graph.find_row(path)
    if module is None:
        return []
    table = graph.edges
    edges = table.in_order[int(table.in_starts[module]) : int(table.in_starts[module + 1])]
    importers = table.sources[edges[table.kinds[edges] == EdgeKind.IMPORT]]
    return sorted({graph.file_path(row) or "" for row in importers.tolist()} - {""})


def _outermost_names(symbols: Sequence[str]) -> re.Pattern[bytes]:
    """Return what finds the names by which symbols leave their file: a method leaves it with its class."""
    names = sorted({re.escape(qualified_name(each).partition(".")[0]) for each in symbols})
    return re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)".encode("utf-8", "surrogateescape"))


def _passes_on(graph: CodeGraph, file: str, content: bytes, names: re.Pattern[bytes]) -> bool:
    """Whether a file names something outside of all functions."""
    module = graph.find_row(file)
    index = SeedIndex(graph)
    lines = (number for number, text in enumerate(content.split(b"\n"), 1) if names.search(text))
    return any(
        index.find_rows(f"{file}:{line}") == [module] for line in itertools.islice(lines, _MAX_MENTIONS)
    )


def _mentions_in(graph: CodeGraph, file: str, content: bytes, symbols: Sequence[str]) -> list[Leftover]:
    found = []
    number = graph.files.find(file)
    comments = (traits_of(language_of_path(file)).line_comment.encode(), b"*", b"/*")
    for symbol in symbols:
        name = last_name(symbol)
        if number is not None and len(graph.name_index.find_in_file(name, number)):
            # It has something of its own by that name.
            continue
        is_member = "." in qualified_name(symbol)
        before = rb"(?:\.|->|::)\s*" if is_member else rb"(?<![\w.])|(?<=\.)"
        pattern = re.compile(rb"(?:" + before + rb")" + re.escape(name.encode()) + rb"(?!\w)")
        found += [
            Leftover(symbol=symbol, file=file, line=line)
            for line, text in enumerate(content.split(b"\n"), 1)
            if pattern.search(text) and not text.lstrip().startswith(comments)
        ][:_MAX_MENTIONS]
    return found
