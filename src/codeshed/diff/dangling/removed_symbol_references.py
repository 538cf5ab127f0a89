"""Find references to symbols that were removed or renamed.

Turns: ids that no node of the new graph has → dangling references: lines that contain the symbol's name.

| which files are searched | confidence |
|---|---|
| files that import the symbol's file, or are in its folder | `NEAR`; `IMPORTED` if they import the name |
| importers of such a file, if it may re-export the name (has it at module level, or a wildcard import) | the same |
| all other files, for members only: a method needs a receiver and no import | `FAR`, `FAR_AND_COMMON` |

A match is no proof: another symbol may have the name.
"""

import itertools
import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path

from codeshed.diff.dangling.dangling_lines import (
    MAX_LINES,
    DanglingLines,
    is_distinctive,
    is_file_gone,
    is_member,
)
from codeshed.diff.dangling.import_lines import has_wildcard_import
from codeshed.diff.dangling.importers import find_importers
from codeshed.diff.source_parser import SourceParser
from codeshed.discover.file_reading import read_bytes
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.change_set import ChangeSet
from codeshed.model.dangling_references import FAR, FAR_AND_COMMON, NEAR, DanglingReference
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import SEPARATOR, last_name, package_of_path, qualified_name

_MAX_FILES = 2000
_MAX_SYMBOLS = 200
_MAX_FAR_NAMES = 40
_MAX_FAR_FILES = 20_000


def find_removed_symbol_references(
    root: Path, graph: CodeGraph, changes: ChangeSet, parser: SourceParser
) -> tuple[DanglingReference, ...]:
    """Return the lines that still name removed and renamed symbols, by symbol, the most certain first; a few for each."""
    gone = [
        old
        for each in changes.symbols
        for old in ((each.symbol_id if each.kind == "removed" else each.old_symbol_id),)
        if old is not None and SEPARATOR in old and graph.find_row(old) is None
    ]
    symbols_by_path: dict[str, list[str]] = {}
    for symbol in gone[:_MAX_SYMBOLS]:
        symbols_by_path.setdefault(symbol.partition(SEPARATOR)[0], []).append(symbol)
    found: list[DanglingReference] = []
    searched_by_path: dict[str, frozenset[str]] = {}
    lines = DanglingLines(graph, parser)
    for path, symbols in sorted(symbols_by_path.items()):
        exported = _top_level_names(symbols)
        worklist = deque(_near_files(graph, path))
        seen = set(worklist)
        n_read = 0
        while worklist and n_read < _MAX_FILES:
            file = worklist.popleft()
            content = read_bytes(root, file)
            n_read += 1
            if not isinstance(content, bytes):
                continue
            found += lines.find(file, content, symbols, lambda _: NEAR)
            if file != path and _may_reexport(graph, file, content, exported):
                more = [each for each in find_importers(graph, file) if each not in seen]
                worklist.extend(more)
                seen.update(more)
        searched_by_path[path] = frozenset(seen)
    found += _find_far_references(
        root,
        graph,
        lines,
        [each for each in gone[:_MAX_SYMBOLS] if is_distinctive(each) and _may_be_far(graph, each)],
        searched_by_path,
    )
    kept: list[DanglingReference] = []
    for symbol in gone[:_MAX_SYMBOLS]:
        kept += sorted(
            (each for each in found if each.symbol == symbol),
            key=lambda each: (-each.confidence, each.file, each.line),
        )[:MAX_LINES]
    return tuple(kept)


def _find_far_references(
    root: Path,
    graph: CodeGraph,
    lines: DanglingLines,
    symbols: Sequence[str],
    searched_by_path: Mapping[str, Collection[str]],
) -> list[DanglingReference]:
    """Search the files that no import connects with those of the symbols."""
    names = {last_name(each).encode("utf-8", "surrogateescape") for each in symbols}
    searched_names = tuple(sorted(names)[:_MAX_FAR_NAMES])
    found: list[DanglingReference] = []
    languages = {_language_family(each.partition(SEPARATOR)[0]) for each in symbols}
    confidence = cache(lambda symbol: FAR_AND_COMMON if _is_name_in_use(graph, symbol) else FAR)
    files = (each for each in graph.files if _language_family(each) in languages) if searched_names else ()
    for file in itertools.islice(files, _MAX_FAR_FILES):
        content = read_bytes(root, file)
        if isinstance(content, bytes) and any(name in content for name in searched_names):
            far = [
                each for each in symbols if file not in searched_by_path.get(each.partition(SEPARATOR)[0], ())
            ]
            found += lines.find(file, content, far, confidence)
    return found


def _language_family(path: str) -> str | None:
    """Return the language of a file, or the family of languages that call each other's methods directly."""
    language = language_of_path(path)
    return traits_of(language).family or language


def _may_be_far(graph: CodeGraph, symbol: str) -> bool:
    """Whether a file may name a symbol without importing its file: a member, or a symbol whose file is gone too.

    Where unqualified names have to be imported, imports of a file that is gone look like those of external packages.
    """
    return is_member(symbol) or is_file_gone(graph, symbol)


def _is_name_in_use(graph: CodeGraph, symbol: str) -> bool:
    """Whether another symbol of the repository has the name of a removed one."""
    return any(graph.file_path(row) is not None for row in graph.name_index.find(last_name(symbol)).tolist())


def _near_files(graph: CodeGraph, path: str) -> list[str]:
    """Return a file itself, those that import it and those in its folder, in this order.

    Where a folder is a package (Go), an importer of any file in it may name what this file defined.
    """
    found = {path: None} if graph.files.find(path) is not None else {}
    found.update(dict.fromkeys(find_importers(graph, path)))
    folder = package_of_path(path)
    below = (graph.files[file] for file in find_files_below(graph.files, folder))
    siblings = [each for each in below if package_of_path(each) == folder]
    found.update(dict.fromkeys(siblings))
    if traits_of(language_of_path(path)).are_folders_packages:
        found.update(dict.fromkeys(each for file in siblings for each in find_importers(graph, file)))
    return list(found)


def _top_level_names(symbols: Sequence[str]) -> re.Pattern[bytes]:
    """Return a pattern for the names by which symbols are imported: a method is imported with its class."""
    names = sorted({re.escape(qualified_name(each).partition(".")[0]) for each in symbols})
    return re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)".encode("utf-8", "surrogateescape"))


def _may_reexport(graph: CodeGraph, file: str, content: bytes, names: re.Pattern[bytes]) -> bool:
    """Whether a file has a wildcard import, or one of the names at module level."""
    if has_wildcard_import(content):
        return True
    module = graph.find_row(file)
    index = SeedIndex(graph)
    lines = (number for number, text in enumerate(content.split(b"\n"), 1) if names.search(text))
    return any(index.find_rows(f"{file}:{line}") == [module] for line in itertools.islice(lines, MAX_LINES))
