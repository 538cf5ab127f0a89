"""Pass 3, first half: which methods replace which.

Turns: the methods of each type and its bases → `overriddenBy` edges, for interfaces and concrete classes alike,
to the nearest overriding method down each branch.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.declared_types import Types
from codeshed.build.link.edge_drafts import EdgeDrafts, certain_drafts
from codeshed.build.link.method_resolution import MAX_ANCESTORS, Hierarchy
from codeshed.build.link.override_candidates import Find, Fitting
from codeshed.build.link.string_union import Strings
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.link.type_arguments import TypeArguments
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind
from codeshed.graph.data.type_registry import TYPE_KINDS
from codeshed.model.semantic import TypeKind

_FLAGS = int(EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE)
_INTERFACE = TYPE_KINDS.index(TypeKind.INTERFACE) + 1


def wire_overrides(
    hierarchy: Hierarchy,
    declarations: Declarations,
    types: Types,
    symbols: Symbols,
    strings: Strings,
    *,
    first_site: int,
) -> EdgeDrafts:
    """Draft an edge from every method to those that override it; its site is where the overriding one stands.

    The sites of declarations come one after another from `first_site` on. An external one stands nowhere.
    """
    arguments = TypeArguments(types, declarations, strings)
    fitting = Fitting(hierarchy, declarations, symbols, strings, arguments)
    pairs = np.array(list(_iter_pairs(hierarchy, fitting)), dtype=np.int32).reshape(-1, 2)
    parents, children = _replaced(pairs, declarations, types, symbols).T
    declared = symbols.declaration_of_row[children]
    sites = np.where(declarations.columns.files[declared] == NO_ROW, NO_ROW, declared + first_site)
    return certain_drafts(parents, children, EdgeKind.OVERRIDDEN_BY, _FLAGS, sites.astype(np.int32))


def _iter_pairs(hierarchy: Hierarchy, fitting: Fitting) -> Iterator[tuple[int, int]]:
    """Yield the methods that are met first on each way up with those that fit them."""
    methods = hierarchy.rows_by_name_by_type
    n_types_by_name = Counter(name for members in methods.values() for name in members)
    for owner, members in methods.items():
        shared = {name: rows for name, rows in members.items() if n_types_by_name[name] > 1}
        if not shared or not hierarchy.bases(owner):
            continue
        rows_by_name, overloads = fitting.told_apart(shared)
        for name, parents in _iter_overridden(owner, set(rows_by_name), hierarchy, fitting.by_name):
            yield from ((parent, child) for parent in parents for child in rows_by_name[name])
        met = set()
        for child, parents in _iter_overridden(owner, overloads, hierarchy, fitting.by_shape):
            met.add(child)
            yield from ((parent, child) for parent in parents)
        left = fitting.overriding(overloads - met)
        for child, parents in _iter_overridden(owner, left, hierarchy, fitting.by_count):
            yield from ((parent, child) for parent in parents)


def _iter_overridden(
    owner: int, looked_for: set[int], hierarchy: Hierarchy, find: Find
) -> Iterator[tuple[int, list[int]]]:
    """Yield the methods that are met first on each way up, for each thing that is looked for; from below it is the same.

    All go up together, and stay behind where a type has what they look for. Of a type with more bases than are looked
    through, which of them are depends on the way, so that each goes by itself.
    """
    if not looked_for:
        return
    found: dict[int, list[int]] = {}
    seen_by_type: defaultdict[int, set[int]] = defaultdict(set, {owner: looked_for})
    pending = [(owner, looked_for)]
    while pending:
        current, wanted = pending.pop()
        for base in hierarchy.bases(current):
            new = wanted - seen_by_type[base]
            if not new:
                continue
            seen_by_type[base] |= new
            met = set()
            for each, rows in find(base, new):
                met.add(each)
                found.setdefault(each, []).extend(rows)
            if len(met) < len(new):
                pending.append((base, new - met))
        if len(seen_by_type) > MAX_ANCESTORS:
            yield from (
                (each, _nearest_overridden(owner, each, hierarchy, find)) for each in sorted(looked_for)
            )
            return
    yield from found.items()


def _nearest_overridden(owner: int, looked_for: int, hierarchy: Hierarchy, find: Find) -> list[int]:
    found: list[int] = []
    seen = {owner}
    pending = [owner]
    while pending:
        for base in hierarchy.bases(pending.pop()):
            if base in seen or len(seen) > MAX_ANCESTORS:
                continue
            seen.add(base)
            rows = [row for _, each in find(base, {looked_for}) for row in each]
            if rows:
                found.extend(rows)
            else:
                pending.append(base)
    return found


def _replaced(pairs: Ints, declarations: Declarations, types: Types, symbols: Symbols) -> Ints:
    """Return the pairs in which the one method replaces the other, and does not merely hide it.

    What does not say that it overrides, where it would have to, replaces methods of interfaces alone, and so does what has
    the name of a method that is a class's own. What is not virtual by its own words is if it replaces a method that is.
    """
    columns = declarations.columns

    def has(flag: DefinitionFlag, rows: Ints) -> Flags:
        return columns.has(flag)[symbols.declaration_of_row[rows]]

    parents, children = pairs.T
    is_hiding = has(DefinitionFlag.NOT_OVERRIDING, children) | has(DefinitionFlag.OWN, parents)
    if is_hiding.any():
        owners = columns.enclosing[symbols.declaration_of_row[parents]]
        pairs = pairs[~is_hiding | (types.kinds[owners] == _INTERFACE)]
        parents, children = pairs.T
    is_open = ~has(DefinitionFlag.NOT_VIRTUAL, parents)
    if is_open.all():
        return pairs
    children_by_parent: defaultdict[int, list[int]] = defaultdict(list)
    for parent, child in pairs[~is_open].tolist():
        children_by_parent[parent].append(child)
    virtual = set()
    pending = children[is_open].tolist()
    while pending:
        row = pending.pop()
        if row not in virtual:
            virtual.add(row)
            pending += children_by_parent.get(row, ())
    is_virtual = np.zeros(symbols.n_rows, dtype=np.bool_)
    is_virtual[list(virtual)] = True
    return np.asarray(pairs[is_open | is_virtual[parents]])
