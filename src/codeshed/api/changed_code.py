"""The change that tests are selected for, with the words of its lines.

Turns: seeds, paths or a git difference → ChangedCode.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from codeshed.discover.file_reading import read_bytes
from codeshed.graph.changes.change_roots import find_change_roots, rows_in_paths
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.change_set import ChangeSet, Difference
from codeshed.model.test_files import words_of_text
from codeshed.query.test_selection.changed_code import ChangedCode, ChangedLine

_MAX_BODY_LINES = 4000


def code_of_difference(graph: CodeGraph, difference: Difference, changes: ChangeSet) -> ChangedCode:
    """Return what a git difference changes."""
    roots = find_change_roots(graph, changes)
    contents = {each.path: each for each in difference.files}
    lines: dict[ChangedLine, None] = {}
    words: set[str] = set()
    removed: set[str] = set()
    for each in changes.symbols:
        if each.only is not None:
            continue
        path = each.symbol_id.partition("::")[0]
        if each.kind == "removed":
            removed.add(each.symbol_id)
        found = contents.get(path)
        if found is None:
            continue
        if each.lines is not None:
            lines[ChangedLine(path=path, first=each.lines.start_line, last=each.lines.end_line)] = None
            words |= _words_of_lines(found.new, each.lines.start_line, each.lines.end_line)
        if each.old_lines is not None:
            words |= _words_of_lines(found.old, each.old_lines.start_line, each.old_lines.end_line)
    body: set[str] = set()
    for row in roots.rows:
        span = graph.nodes.spans[row]
        file = graph.file_path(row)
        changed_file = None if file is None else contents.get(file)
        if changed_file is not None and graph.nodes.kinds[row] == NodeKind.FUNCTION:
            body |= _words_of_lines(changed_file.new, int(span[0]), int(span[2]))
    return ChangedCode(
        paths=tuple(sorted({path for each in changes.files for path in (each.path, each.old_path) if path})),
        rows=roots.rows,
        lines=tuple(lines),
        line_words=frozenset(words),
        body_words=frozenset(body | words),
        removed_symbols=frozenset(removed),
    )


def code_of_names(
    root: Path, graph: CodeGraph, paths: Sequence[str], seed_rows: Iterable[int]
) -> ChangedCode:
    """Return a change that is named by paths and symbols: all of it changes."""
    in_files, _ = rows_in_paths(graph, paths)
    seeds = tuple(sorted(seed_rows))
    body: set[str] = set()
    files: dict[str, None] = dict.fromkeys(paths)
    for row in seeds:
        path = graph.file_path(row)
        if path is None:
            continue
        files[path] = None
        if graph.nodes.kinds[row] == NodeKind.MODULE:
            continue
        content = read_bytes(root, path)
        span = graph.nodes.spans[row]
        body |= _words_of_lines(content if isinstance(content, bytes) else None, int(span[0]), int(span[2]))
    return ChangedCode(
        paths=tuple(sorted(_files_of(graph, files))),
        rows=tuple(sorted({*in_files, *seeds})),
        body_words=frozenset(body),
        is_whole_files=bool(paths),
    )


def joined_code(parts: Sequence[ChangedCode]) -> ChangedCode:
    """Return several changes as one."""
    if len(parts) == 1:
        return parts[0]
    return ChangedCode(
        paths=tuple(sorted({path for each in parts for path in each.paths})),
        rows=tuple(sorted({row for each in parts for row in each.rows})),
        lines=tuple(dict.fromkeys(line for each in parts for line in each.lines)),
        line_words=frozenset().union(*(each.line_words for each in parts)),
        body_words=frozenset().union(*(each.body_words for each in parts)),
        removed_symbols=frozenset().union(*(each.removed_symbols for each in parts)),
        is_whole_files=any(each.is_whole_files for each in parts),
    )


def _files_of(graph: CodeGraph, paths: Iterable[str]) -> set[str]:
    """Return paths with folders replaced by the indexed files in them."""
    found: set[str] = set()
    for path in paths:
        rows, _ = rows_in_paths(graph, (path,))
        files = {int(graph.nodes.files[row]) for row in rows} - {NO_ROW}
        found |= {graph.files[file] for file in files} or {path}
    return found


def _words_of_lines(content: bytes | None, first: int, last: int) -> frozenset[str]:
    if content is None or first < 1:
        return frozenset()
    lines = content.split(b"\n")[first - 1 : min(last, first + _MAX_BODY_LINES)]
    return words_of_text(b"\n".join(lines).decode("utf-8", "replace"))
