"""Pass 3, first half: which methods replace which.

Turns: the methods of each type and its bases → `overriddenBy` edges, for interfaces and concrete classes alike,
to the nearest overriding method down each branch.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts, certain_drafts
from codeshed.build.link.hierarchy import MAX_ANCESTORS, Hierarchy
from codeshed.build.link.symbols import Symbols
from codeshed.graph.arrays import NO_ROW
from codeshed.graph.kinds import EdgeFlag, EdgeKind

_FLAGS = int(EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE)


def wire_overrides(
    hierarchy: Hierarchy, declarations: Declarations, symbols: Symbols, first_site: int
) -> EdgeDrafts:
    """Draft an edge from every method to those that override it; its site is where the overriding one stands.

    The sites of declarations come one after another from `first_site` on. An external one stands nowhere.
    """
    methods = hierarchy.rows_by_name_by_type
    n_types_by_name = Counter(name for members in methods.values() for name in members)
    pairs = [
        (parent, child)
        for owner, members in methods.items()
        for name, parents in _iter_overridden(
            owner, {name for name in members if n_types_by_name[name] > 1}, hierarchy
        )
        for parent in parents
        for child in members[name]
    ]
    parents, children = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    declared = symbols.declaration_of[symbols.row_symbols[children]]
    sites = np.where(declarations.columns.files[declared] == NO_ROW, NO_ROW, declared + first_site)
    return certain_drafts(parents, children, EdgeKind.OVERRIDDEN_BY, _FLAGS, sites.astype(np.int32))


def _iter_overridden(owner: int, names: set[int], hierarchy: Hierarchy) -> Iterator[tuple[int, list[int]]]:
    """Yield the methods that are met first on each way up, for each name; from below it is the same relation.

    All names go up together, and stay behind where a type has them. Of a type with more bases than are looked
    through, which of them are depends on the way, so that each name goes by itself.
    """
    found: dict[int, list[int]] = {}
    names_by_seen_type: defaultdict[int, set[int]] = defaultdict(set, {owner: names})
    pending = [(owner, names)]
    while pending:
        current, looked_for = pending.pop()
        for base in hierarchy.bases(current):
            new = looked_for - names_by_seen_type[base]
            if not new:
                continue
            names_by_seen_type[base] |= new
            met = new.intersection(hierarchy.rows_by_name_by_type.get(base, ()))
            for name in met:
                found.setdefault(name, []).extend(hierarchy.own_members(base, name))
            if len(met) < len(new):
                pending.append((base, new - met))
        if len(names_by_seen_type) > MAX_ANCESTORS:
            yield from ((name, _nearest_overridden(owner, name, hierarchy)) for name in sorted(names))
            return
    yield from found.items()


def _nearest_overridden(owner: int, name: int, hierarchy: Hierarchy) -> list[int]:
    found: list[int] = []
    seen = {owner}
    pending = [owner]
    while pending:
        for base in hierarchy.bases(pending.pop()):
            if base in seen or len(seen) > MAX_ANCESTORS:
                continue
            seen.add(base)
            rows = hierarchy.own_members(base, name)
            if rows:
                found.extend(rows)
            else:
                pending.append(base)
    return found
