"""Where a question about a change begins.

Turns: seeds, paths and ChangeSets → rows. Containment is no dependency, and no walk follows it. So a module, type
or function that changes as a whole begins with all that it contains.
"""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from codeshed.graph.changes.removed_symbols import OldNames
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.model.changes import ChangedSymbol, ChangeSet, UnlikeOnly
from codeshed.model.identity import SEPARATOR, without_ordinal

_MAX_BASES = 1000


class GoneSymbol(msgspec.Struct, frozen=True, kw_only=True):
    """An id that nothing has any more, the one that its symbol has now, if any, and the rows that still go by the old name.

    A reference to a module that is gone looks like one to another package.
    """

    symbol: str
    new_symbol: str | None
    rows: tuple[int, ...]


class StartsOfChanges(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of symbols that changed; those of them whose signature did; what is gone, and what is not in the graph."""

    rows: tuple[int, ...]
    signature_rows: tuple[int, ...]
    gone: tuple[GoneSymbol, ...]
    unknown: tuple[str, ...]
    n_by_unlike: dict[UnlikeOnly, int]


def rows_in_paths(graph: CodeGraph, paths: Sequence[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return all nodes of files, or of the files below folders, in row order; and the paths that hold none."""
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


def starts_of_changes(graph: CodeGraph, changes: ChangeSet) -> StartsOfChanges:
    """Return where a difference is in the graph. Symbols that differ in nothing that runs are no starts."""
    rows: dict[int, None] = {}
    signatures: dict[int, None] = {}
    gone: list[GoneSymbol] = []
    unknown: list[str] = []
    unlike: dict[UnlikeOnly, int] = {}
    old_names = OldNames(graph, changes.package_names)
    new_by_old = {each.old_symbol_id: each.symbol_id for each in changes.symbols if each.old_symbol_id}
    for each in changes.symbols:
        old = each.symbol_id if each.kind == "removed" else each.old_symbol_id
        if old is not None and graph.find_row(old) is None:
            new = None if each.kind == "removed" else each.symbol_id
            gone.append(GoneSymbol(symbol=old, new_symbol=new, rows=old_names.rows(old)))
            rows.update(dict.fromkeys(_inherited(graph, old, new_by_old)))
        if each.kind == "removed":
            rows.update(dict.fromkeys(_overloads(graph, each.symbol_id)))
            continue
        if each.only is not None:
            unlike[each.only] = unlike.get(each.only, 0) + 1
            continue
        row = graph.find_row(each.symbol_id)
        if row is None:
            unknown.append(each.symbol_id)
            continue
        rows.update(dict.fromkeys((*_changed_rows(graph, each, row), *_written(graph, row, each.writes))))
        if each.kind == "signature":
            signatures[row] = None
    gone += [
        GoneSymbol(symbol=each.symbol_id, new_symbol=each.new_symbol_id, rows=())
        for each in changes.bindings
        if each.is_gone and graph.find_row(each.symbol_id) is None
    ]
    rows.update(dict.fromkeys(row for each in gone for row in each.rows))
    return StartsOfChanges(
        rows=tuple(sorted(rows)),
        signature_rows=tuple(sorted(signatures)),
        gone=tuple(gone),
        unknown=tuple(unknown),
        n_by_unlike=unlike,
    )


def _overloads(graph: CodeGraph, symbol: str) -> list[int]:
    """Return what has the name of a symbol in the same place: who called an overload that is gone may mean another."""
    base = without_ordinal(symbol)
    found: list[int] = []
    row = graph.find_row(base)
    while row is not None:
        found.append(row)
        row = graph.find_row(f"{base}#{len(found) + 1}")
    return found


def _inherited(graph: CodeGraph, symbol: str, new_by_old: Mapping[str, str]) -> list[int]:
    """Return what the nearest bases of its type have in the place of a member that is gone: who called it gets that now.

    Who calls the member of the base may mean an object of that type too.
    """
    owner, _, name = without_ordinal(symbol).rpartition(".")
    if SEPARATOR not in owner:
        return []
    found: list[int] = []
    seen: set[str] = set()
    waiting = deque([new_by_old.get(owner, owner)])
    while waiting and len(seen) < _MAX_BASES:
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
    """Return what a change touches: a type with another head, such as other bases, behaves otherwise in all its members.

    So does one whose own text names something that is imported from elsewhere: it may be a base. One that is made of other
    parts is built and implemented otherwise, and its members are as they were.
    """
    is_whole = (
        change.symbol_kind == "type" and change.kind in {"signature", "import"} and not change.is_of_parts
    )
    return rows_within(graph, (row,)) if is_whole else (row,)


def _written(graph: CodeGraph, module: int, names: tuple[str, ...]) -> list[int]:
    """Return the variables of other files with certain names that a module imports, reads or writes."""
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
