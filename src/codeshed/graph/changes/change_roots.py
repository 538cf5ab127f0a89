"""Change roots: the rows at which the impact of a change begins.

Turns: seeds, paths and ChangeSets → rows. No walk follows containment, so a module, type or function that changes as a
whole has all that it contains as roots.
"""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from codeshed.graph.changes.removed_symbols import RemovedSymbolRows
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.model.change_set import ChangedSymbol, ChangeSet, UnlikeOnly
from codeshed.model.symbol_ids import SEPARATOR, without_ordinal


class RemovedSymbol(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol id that no longer exists, its new id if it was renamed, and rows that still stand for the old name.

    A reference to a removed module looks like one to another package, so these rows are externals.
    """

    symbol: str
    new_symbol: str | None
    rows: tuple[int, ...]


class ChangeRoots(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of changed symbols; those with a changed signature; ids of removed symbols; symbols that are not in the graph."""

    rows: tuple[int, ...]
    signature_rows: tuple[int, ...]
    removed: tuple[RemovedSymbol, ...]
    unknown: tuple[str, ...]
    n_by_cosmetic_change: dict[UnlikeOnly, int]


def rows_in_paths(graph: CodeGraph, paths: Sequence[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return all nodes of files or folders, in row order, and the paths that have none."""
    found: dict[int, None] = {}
    missing: list[str] = []
    for path in paths:
        file = graph.files.find(path)
        files = find_files_below(graph.files, path) if file is None else range(file, file + 1)
        rows = graph.file_index.find_in_files(files).tolist()
        found.update(dict.fromkeys(rows))
        if not rows:
            missing.append(path)
    return tuple(sorted(found)), tuple(missing)


def find_change_roots(graph: CodeGraph, changes: ChangeSet) -> ChangeRoots:
    """Return the roots of a difference. Symbols that changed in nothing that runs are no roots."""
    rows: dict[int, None] = {}
    signatures: dict[int, None] = {}
    removed_symbols: list[RemovedSymbol] = []
    not_indexed: list[str] = []
    cosmetic: dict[UnlikeOnly, int] = {}
    old_names = RemovedSymbolRows(graph, changes.package_names)
    new_by_old = {each.old_symbol_id: each.symbol_id for each in changes.symbols if each.old_symbol_id}
    for each in changes.symbols:
        old = each.symbol_id if each.kind == "removed" else each.old_symbol_id
        if old is not None and graph.find_row(old) is None:
            new = None if each.kind == "removed" else each.symbol_id
            removed_symbols.append(RemovedSymbol(symbol=old, new_symbol=new, rows=old_names.find_rows(old)))
            rows.update(dict.fromkeys(_inherited(graph, old, new_by_old)))
        if each.kind == "removed":
            rows.update(dict.fromkeys(_overloads(graph, each.symbol_id)))
            continue
        if each.only is not None:
            cosmetic[each.only] = cosmetic.get(each.only, 0) + 1
            continue
        row = graph.find_row(each.symbol_id)
        if row is None:
            not_indexed.append(each.symbol_id)
            continue
        rows.update(dict.fromkeys((*_changed_rows(graph, each, row), *_written(graph, row, each.writes))))
        if each.kind == "signature":
            signatures[row] = None
    removed_symbols += [
        RemovedSymbol(symbol=each.symbol_id, new_symbol=each.new_symbol_id, rows=())
        for each in changes.bindings
        if each.is_gone and graph.find_row(each.symbol_id) is None
    ]
    rows.update(dict.fromkeys(row for each in removed_symbols for row in each.rows))
    return ChangeRoots(
        rows=tuple(sorted(rows)),
        signature_rows=tuple(sorted(signatures)),
        removed=tuple(removed_symbols),
        unknown=tuple(not_indexed),
        n_by_cosmetic_change=cosmetic,
    )


def _overloads(graph: CodeGraph, symbol: str) -> list[int]:
    """Return all overloads of a symbol's name: a call of a removed overload may now mean another."""
    base = without_ordinal(symbol)
    found: list[int] = []
    row = graph.find_row(base)
    while row is not None:
        found.append(row)
        row = graph.find_row(f"{base}#{len(found) + 1}")
    return found


def _inherited(graph: CodeGraph, symbol: str, new_by_old: Mapping[str, str]) -> list[int]:
    """Return the members of the nearest bases that a removed member overrode: calls of it now reach these.

    Callers of the base's member may have an object of the derived type, too.
    """
    owner, _, name = without_ordinal(symbol).rpartition(".")
    if SEPARATOR not in owner:
        return []
    found: list[int] = []
    seen: set[str] = set()
    waiting = deque([new_by_old.get(owner, owner)])
    while waiting:
        known = graph.types.get(waiting.popleft())
        for base in () if known is None else known.bases:
            if base in seen:
                continue
            seen.add(base)
            members = _overloads(graph, f"{base}.{name}")
            found += members
            waiting += [] if members else [base]
    return found


def _changed_rows(graph: CodeGraph, change: ChangedSymbol, row: int) -> tuple[int, ...]:
    """Return what a change touches. A type with a changed head, such as other bases, changes with all its members.

    So does a type whose text uses an imported name that now means something else, since that may be a base. A type
    that is only composed of other parts is constructed and implemented differently, but its members are as they
    were.
    """
    is_whole = (
        change.symbol_kind == "type" and change.kind in {"signature", "import"} and not change.is_of_parts
    )
    return rows_within(graph, (row,)) if is_whole else (row,)


def _written(graph: CodeGraph, module: int, names: tuple[str, ...]) -> list[int]:
    """Return the variables with certain names that a module imports from other files, reads or writes."""
    if not names:
        return []
    table, nodes = graph.edges, graph.nodes
    targets = table.targets[int(table.out_starts[module]) : int(table.out_starts[module + 1])]
    return [
        row
        for row in dict.fromkeys(targets.tolist())
        if nodes.kinds[row] == NodeKind.VARIABLE
        and nodes.names[row] in names
        and not nodes.flags[row] & NodeFlag.EXTERNAL
    ]
