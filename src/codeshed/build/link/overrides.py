"""Which methods override which.

Turns: the methods of each type and its bases → `overriddenBy` edges, for interfaces and classes alike, from each method
to the nearest overriding ones below it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts, certain_drafts
from codeshed.build.link.method_resolution import MAX_ANCESTORS, ClassHierarchy
from codeshed.build.link.override_candidates import MatchInBase, OverrideMatcher
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_arguments import TypeArguments
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind
from codeshed.graph.data.type_registry import TYPE_KINDS
from codeshed.model.semantic import TypeKind

_FLAGS = int(EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE)
_INTERFACE = TYPE_KINDS.index(TypeKind.INTERFACE) + 1


def draft_override_edges(
    hierarchy: ClassHierarchy,
    declarations: Declarations,
    types: DeclaredTypes,
    symbols: SymbolRows,
    strings: InternedStrings,
    *,
    first_site: int,
) -> EdgeDrafts:
    """Draft an edge from every method to those that override it; its site is the overriding definition.

    Sites of declarations are numbered from `first_site` on. External methods have no site.
    """
    arguments = TypeArguments(types, declarations, strings)
    matcher = OverrideMatcher(hierarchy, declarations, symbols, strings, arguments)
    pairs = np.array(list(_iter_pairs(hierarchy, matcher)), dtype=np.int32).reshape(-1, 2)
    parents, children = _replaced(pairs, declarations, types, symbols).T
    declared = symbols.declaration_of_row[children]
    sites = np.where(declarations.columns.files[declared] == NO_ROW, NO_ROW, declared + first_site)
    return certain_drafts(parents, children, EdgeKind.OVERRIDDEN_BY, _FLAGS, sites.astype(np.int32))


def _iter_pairs(hierarchy: ClassHierarchy, matcher: OverrideMatcher) -> Iterator[tuple[int, int]]:
    """Yield (parent, child) for each method and the nearest methods that it overrides, on every path to its bases."""
    methods = hierarchy.rows_by_name_by_type
    n_types_by_name = Counter(name for members in methods.values() for name in members)
    for owner, members in methods.items():
        shared = {name: rows for name, rows in members.items() if n_types_by_name[name] > 1}
        if not shared or not hierarchy.bases(owner):
            continue
        rows_by_name, overloads = matcher.split_by_overload_key(shared)
        for name, parents in _iter_overridden(owner, set(rows_by_name), hierarchy, matcher.match_names):
            yield from ((parent, child) for parent in parents for child in rows_by_name[name])
        matched = set()
        for child, parents in _iter_overridden(owner, overloads, hierarchy, matcher.match_parameter_types):
            matched.add(child)
            yield from ((parent, child) for parent in parents)
        unmatched = matcher.filter_marked_override(overloads - matched)
        for child, parents in _iter_overridden(owner, unmatched, hierarchy, matcher.match_arity):
            yield from ((parent, child) for parent in parents)


def _iter_overridden(
    owner: int, wanted_ids: set[int], hierarchy: ClassHierarchy, find: MatchInBase
) -> Iterator[tuple[int, list[int]]]:
    """Yield for each wanted name or method the nearest matches on every path up the bases.

    All wanted ones climb together, and each stops where a base has a match. In a type with more bases than are
    searched, the result would depend on the path; there each is searched by itself.
    """
    if not wanted_ids:
        return
    found: dict[int, list[int]] = {}
    seen_by_type: defaultdict[int, set[int]] = defaultdict(set, {owner: wanted_ids})
    pending = [(owner, wanted_ids)]
    while pending:
        current, wanted = pending.pop()
        for base in hierarchy.bases(current):
            new = wanted - seen_by_type[base]
            if not new:
                continue
            seen_by_type[base] |= new
            matched = set()
            for each, rows in find(base, new):
                matched.add(each)
                found.setdefault(each, []).extend(rows)
            if len(matched) < len(new):
                pending.append((base, new - matched))
        if len(seen_by_type) > MAX_ANCESTORS:
            yield from (
                (each, _nearest_overridden(owner, each, hierarchy, find)) for each in sorted(wanted_ids)
            )
            return
    yield from found.items()


def _nearest_overridden(
    owner: int, wanted_ids: int, hierarchy: ClassHierarchy, find: MatchInBase
) -> list[int]:
    found: list[int] = []
    seen = {owner}
    pending = [owner]
    while pending:
        for base in hierarchy.bases(pending.pop()):
            if base in seen or len(seen) > MAX_ANCESTORS:
                continue
            seen.add(base)
            rows = [row for _, each in find(base, {wanted_ids}) for row in each]
            if rows:
                found.extend(rows)
            else:
                pending.append(base)
    return found


def _replaced(pairs: Ints, declarations: Declarations, types: DeclaredTypes, symbols: SymbolRows) -> Ints:
    """Keep the pairs in which the child overrides the parent, and does not merely hide it.

    A child that is not marked `override` in a language that requires it overrides only methods of interfaces; so
    does one whose parent is private to its class. A method that is not virtual itself can be overridden if it
    overrides one that is.
    """
    columns = declarations.columns

    def has(flag: DefinitionFlag, rows: Ints) -> Flags:
        return columns.has(flag)[symbols.declaration_of_row[rows]]

    parents, children = pairs.T
    is_hiding = has(DefinitionFlag.NOT_OVERRIDING, children) | has(DefinitionFlag.CLASS_PRIVATE, parents)
    if is_hiding.any():
        owners = columns.enclosing[symbols.declaration_of_row[parents]]
        pairs = pairs[~is_hiding | (types.kinds[owners] == _INTERFACE)]
        parents, children = pairs.T
    is_virtual_itself = ~has(DefinitionFlag.NOT_VIRTUAL, parents)
    if is_virtual_itself.all():
        return pairs
    children_by_parent: defaultdict[int, list[int]] = defaultdict(list)
    for parent, child in pairs[~is_virtual_itself].tolist():
        children_by_parent[parent].append(child)
    virtual = set()
    pending = children[is_virtual_itself].tolist()
    while pending:
        row = pending.pop()
        if row not in virtual:
            virtual.add(row)
            pending += children_by_parent.get(row, ())
    is_virtual = np.zeros(symbols.n_rows, dtype=np.bool_)
    is_virtual[list(virtual)] = True
    return np.asarray(pairs[is_virtual_itself | is_virtual[parents]])
