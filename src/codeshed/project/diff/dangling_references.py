"""Who still names what is gone.

Turns: ids that nothing has any more → Leftovers: lines with their last names, in files that import the file that they
stood in, or lie beside it. A file that names them outside of all functions, or passes on all names, may pass them on, as
packages do: those that import it count too. A method needs no import, only a receiver: all other files are searched for those, and count less. A
line with a name is no proof: another thing may have it.
"""

import itertools
import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache as keep
from pathlib import Path

from codeshed.discover.files import read_bytes
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.changes import ChangeSet
from codeshed.model.dangling_references import FAR, FAR_AND_COMMON, NEAR, Leftover
from codeshed.model.identity import SEPARATOR, last_name, package_of_path, qualified_name
from codeshed.model.language import language_of_path
from codeshed.model.language_traits import traits_of
from codeshed.project.diff.dangling_lines import (
    MAX_MENTIONS,
    LeftoverLines,
    is_homeless,
    is_member,
    is_telling,
)
from codeshed.project.diff.import_lines import has_stars
from codeshed.project.diff.importers import importing_edges
from codeshed.project.parsing.facts_lookup import Cache

_MAX_FILES = 2000
_MAX_NAMES = 200
_MAX_FAR_NAMES = 40
_MAX_FAR_FILES = 20_000


def find_leftovers(root: Path, graph: CodeGraph, changes: ChangeSet, cache: Cache) -> tuple[Leftover, ...]:
    """Return the lines that still name removed and renamed symbols, by symbol, the surest first; a few for each."""
    gone = [
        old
        for each in changes.symbols
        for old in ((each.symbol_id if each.kind == "removed" else each.old_symbol_id),)
        if old is not None and SEPARATOR in old and graph.find_row(old) is None
    ]
    symbols_by_path: dict[str, list[str]] = {}
    for symbol in gone[:_MAX_NAMES]:
        symbols_by_path.setdefault(symbol.partition(SEPARATOR)[0], []).append(symbol)
    found: list[Leftover] = []
    seen_by_path: dict[str, frozenset[str]] = {}
    lines = LeftoverLines(graph, cache)
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
            found += lines.find(file, content, symbols, lambda _: NEAR)
            if file != path and _passes_on(graph, file, content, passed_on):
                more = [each for each in _importers(graph, file) if each not in seen]
                waiting.extend(more)
                seen.update(more)
        seen_by_path[path] = frozenset(seen)
    found += _far_mentions(
        root,
        graph,
        lines,
        [each for each in gone[:_MAX_NAMES] if is_telling(each) and _is_seen_from_afar(graph, each)],
        seen_by_path,
    )
    kept: list[Leftover] = []
    for symbol in gone[:_MAX_NAMES]:
        kept += sorted(
            (each for each in found if each.symbol == symbol),
            key=lambda each: (-each.confidence, each.file, each.line),
        )[:MAX_MENTIONS]
    return tuple(kept)


def _far_mentions(
    root: Path,
    graph: CodeGraph,
    lines: LeftoverLines,
    symbols: Sequence[str],
    seen_by_path: Mapping[str, Collection[str]],
) -> list[Leftover]:
    """Return lines that name symbols in files of which no import leads to theirs: members, and what went with its file."""
    names = {last_name(each).encode("utf-8", "surrogateescape") for each in symbols}
    wanted = tuple(sorted(names)[:_MAX_FAR_NAMES])
    found: list[Leftover] = []
    languages = {_family(each.partition(SEPARATOR)[0]) for each in symbols}
    sure = keep(lambda symbol: FAR_AND_COMMON if _is_common(graph, symbol) else FAR)
    files = (each for each in graph.files if _family(each) in languages) if wanted else ()
    for file in itertools.islice(files, _MAX_FAR_FILES):
        content = read_bytes(root, file)
        if isinstance(content, bytes) and any(name in content for name in wanted):
            far = [each for each in symbols if file not in seen_by_path.get(each.partition(SEPARATOR)[0], ())]
            found += lines.find(file, content, far, sure)
    return found


def _family(path: str) -> str | None:
    """Return the language of a file, one name for those whose code calls each other's methods as its own."""
    language = language_of_path(path)
    return traits_of(language).family or language


def _is_seen_from_afar(graph: CodeGraph, symbol: str) -> bool:
    """Whether files may name a symbol whose imports do not lead to its file: a method, or one whose file is gone too.

    Where plain names are told by imports, those of a file that is gone look like other packages.
    """
    return is_member(symbol) or is_homeless(graph, symbol)


def _is_common(graph: CodeGraph, symbol: str) -> bool:
    """Whether something that is left in the repository has the name of what is gone."""
    return any(graph.file_path(row) is not None for row in graph.name_index.find(last_name(symbol)).tolist())


def _files_that_see(graph: CodeGraph, path: str) -> list[str]:
    """Return the files that import a file, itself, and those in its folder, the first ones first.

    Where folders are packages, who imports a file beside it may have named something in it.
    """
    found = {path: None} if graph.files.find(path) is not None else {}
    found.update(dict.fromkeys(_importers(graph, path)))
    folder = package_of_path(path)
    below = (graph.files[file] for file in find_files_below(graph.files, folder))
    beside = [each for each in below if package_of_path(each) == folder]
    found.update(dict.fromkeys(beside))
    if traits_of(language_of_path(path)).are_folders_packages:
        found.update(dict.fromkeys(each for file in beside for each in _importers(graph, file)))
    return list(found)


def _importers(graph: CodeGraph, path: str) -> list[str]:
    """Return the files that import a file, by path."""
    importers = (int(graph.edges.sources[edge]) for edge in importing_edges(graph, path))
    return sorted({graph.file_path(row) or "" for row in importers} - {""})


def _outermost_names(symbols: Sequence[str]) -> re.Pattern[bytes]:
    """Return what finds the names by which symbols leave their file: a method leaves it with its class."""
    names = sorted({re.escape(qualified_name(each).partition(".")[0]) for each in symbols})
    return re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)".encode("utf-8", "surrogateescape"))


def _passes_on(graph: CodeGraph, file: str, content: bytes, names: re.Pattern[bytes]) -> bool:
    """Whether a file names something outside of all functions, or passes on whatever it sees."""
    if has_stars(content):
        return True
    module = graph.find_row(file)
    index = SeedIndex(graph)
    lines = (number for number, text in enumerate(content.split(b"\n"), 1) if names.search(text))
    return any(
        index.find_rows(f"{file}:{line}") == [module] for line in itertools.islice(lines, MAX_MENTIONS)
    )
