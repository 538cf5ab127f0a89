"""Types that implement an interface without declaring it, as in Go.

Turns: references of the role `implement` → `inherits` edges between types, and `overriddenBy` edges between their
methods. Where only the methods of a type are evidence, both are guesses; an interface with too many such types gets no
guessed edges between methods.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import References
from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import ReferenceFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind

MAX_GUESSES = 12
"""An interface with more possible implementors than this gets no guessed override edges; the types are still counted."""

_FLAGS = int(EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE)


class Implementations(msgspec.Struct, frozen=True, kw_only=True):
    """Edges of implementations, and the types with the bases that were proven this way."""

    drafts: tuple[EdgeDrafts, ...]
    types: DeclaredTypes


def draft_implementation_edges(
    references: References, types: DeclaredTypes, hierarchy: ClassHierarchy, symbols: SymbolRows
) -> Implementations:
    """Draft the edges of all implementations; those that a type declares itself are skipped."""
    is_implementation = references.kinds == EdgeKind.INHERITS
    is_of_types = (
        is_implementation & (types.kinds[references.enclosing] != 0) & (types.kinds[references.targets] != 0)
    )
    is_guess = references.has(ReferenceFlag.CANDIDATE)
    known = _KnownBases(references, hierarchy)
    certain = [each for each in _rows(is_of_types & ~is_guess) if not known.is_declared(each)]
    known.record(certain)
    guessed = [each for each in _rows(is_of_types & is_guess) if not known.is_known(each)]
    n_by_interface = Counter(int(references.targets[each]) for each in guessed)
    shown = [each for each in guessed if n_by_interface[int(references.targets[each])] <= MAX_GUESSES]
    pairs = [pair for each in (*certain, *shown) for pair in _iter_methods(each, references, hierarchy)]
    method_references = _rows(is_implementation & ~is_of_types & ~is_guess)
    related = np.array((*certain, *guessed), dtype=np.int32)
    return Implementations(
        drafts=(
            _drafts(
                references,
                related,
                symbols.row_of[references.enclosing[related]],
                symbols.row_of[references.targets[related]],
                EdgeKind.INHERITS,
            ),
            _drafts(
                references,
                np.array([each for each, _, _ in pairs], dtype=np.int32),
                np.array([parent for _, parent, _ in pairs], dtype=np.int32),
                np.array([child for _, _, child in pairs], dtype=np.int32),
                EdgeKind.OVERRIDDEN_BY,
            ),
            _drafts(
                references,
                np.array(method_references, dtype=np.int32),
                symbols.target_row[references.targets[method_references]],
                symbols.target_row[references.enclosing[method_references]],
                EdgeKind.OVERRIDDEN_BY,
            ),
        ),
        types=_with_bases(types, references, certain),
    )


class _KnownBases:
    """Known pairs of type and base: declared by the type, or recorded here."""

    def __init__(self, references: References, hierarchy: ClassHierarchy) -> None:
        self._references = references
        self._hierarchy = hierarchy
        self._recorded: set[tuple[int, int]] = set()

    def record(self, rows: list[int]) -> None:
        """Record the pairs of some references as known."""
        self._recorded.update(map(self._pair, rows))

    def is_declared(self, row: int) -> bool:
        """Whether the type itself declares the base that a reference says it has."""
        owner, base = self._pair(row)
        return base in self._hierarchy.mro(owner)

    def is_known(self, row: int) -> bool:
        """Whether the type or one of its bases has that base, declared or recorded."""
        owner, base = self._pair(row)
        above = self._hierarchy.mro(owner)
        return base in above or any((each, base) in self._recorded for each in above)

    def _pair(self, row: int) -> tuple[int, int]:
        return int(self._references.enclosing[row]), int(self._references.targets[row])


def _iter_methods(
    row: int, references: References, hierarchy: ClassHierarchy
) -> Iterator[tuple[int, int, int]]:
    """Yield (reference, interface method, method of the type that implements it), own methods and inherited ones."""
    owner, base = int(references.enclosing[row]), int(references.targets[row])
    met: set[int] = set()
    for interface in hierarchy.mro(base):
        for name, parents in hierarchy.rows_by_name_by_type.get(interface, {}).items():
            if name in met:
                continue
            met.add(name)
            for child in hierarchy.find_members(owner, name):
                yield from ((row, parent, child) for parent in parents if parent != child)


def _with_bases(types: DeclaredTypes, references: References, rows: list[int]) -> DeclaredTypes:
    pairs = dict.fromkeys((int(references.enclosing[each]), int(references.targets[each])) for each in rows)
    owners, bases = np.array(list(pairs), dtype=np.int32).reshape(-1, 2).T
    return replace(
        types,
        base_owners=np.append(types.base_owners, owners),
        base_symbols=np.append(types.base_symbols, bases),
    )


def _drafts(references: References, rows: Ints, sources: Ints, targets: Ints, kind: EdgeKind) -> EdgeDrafts:
    """Draft edges of one kind with the confidence of the references; those with NO_ROW at an end are dropped."""
    chosen = np.flatnonzero((sources != NO_ROW) & (targets != NO_ROW) & (sources != targets))
    flags = _FLAGS if kind is EdgeKind.OVERRIDDEN_BY else 0
    return EdgeDrafts(
        sources=sources[chosen],
        targets=targets[chosen],
        kinds=np.full(len(chosen), kind, dtype=np.uint8),
        confidences=references.confidences[rows[chosen]],
        provenances=references.provenances[rows[chosen]],
        flags=np.full(len(chosen), flags, dtype=np.uint8),
        sites=rows[chosen],
    )


def _rows(is_chosen: Flags) -> list[int]:
    return list(np.flatnonzero(is_chosen).tolist())
