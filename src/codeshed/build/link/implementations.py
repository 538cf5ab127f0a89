"""What implements an interface without declaring it.

Turns: mentions that say so → `inherits` edges between types, and `overriddenBy` edges between their methods. Where only what
a type has speaks for it, both are guesses; an interface that too many types fit has no guesses between methods.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.build.link.declared_types import Types
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import Mentions
from codeshed.build.link.method_resolution import Hierarchy
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.part.document_part import MentionFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind

MAX_GUESSES = 12
"""How many types that may implement an interface are shown where its methods are called; all are counted."""

_FLAGS = int(EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE)


class Implementations(msgspec.Struct, frozen=True, kw_only=True):
    """Edges of what implements something, and the types with the bases that they are known to have so."""

    drafts: tuple[EdgeDrafts, ...]
    types: Types


def wire_implementations(
    mentions: Mentions, types: Types, hierarchy: Hierarchy, symbols: Symbols
) -> Implementations:
    """Draft the edges of all mentions of what implements something; what a type declares itself is no news."""
    is_said = mentions.kinds == EdgeKind.INHERITS
    is_of_types = is_said & (types.kinds[mentions.enclosing] != 0) & (types.kinds[mentions.targets] != 0)
    is_guess = mentions.has(MentionFlag.CANDIDATE)
    known = _Known(mentions, hierarchy)
    certain = [each for each in _rows(is_of_types & ~is_guess) if not known.is_declared(each)]
    known.take(certain)
    guessed = [each for each in _rows(is_of_types & is_guess) if not known.is_known(each)]
    n_by_interface = Counter(int(mentions.targets[each]) for each in guessed)
    shown = [each for each in guessed if n_by_interface[int(mentions.targets[each])] <= MAX_GUESSES]
    pairs = [pair for each in (*certain, *shown) for pair in _iter_methods(each, mentions, hierarchy)]
    apart = _rows(is_said & ~is_of_types & ~is_guess)
    related = np.array((*certain, *guessed), dtype=np.int32)
    return Implementations(
        drafts=(
            _drafts(
                mentions,
                related,
                symbols.row_of[mentions.enclosing[related]],
                symbols.row_of[mentions.targets[related]],
                EdgeKind.INHERITS,
            ),
            _drafts(
                mentions,
                np.array([each for each, _, _ in pairs], dtype=np.int32),
                np.array([parent for _, parent, _ in pairs], dtype=np.int32),
                np.array([child for _, _, child in pairs], dtype=np.int32),
                EdgeKind.OVERRIDDEN_BY,
            ),
            _drafts(
                mentions,
                np.array(apart, dtype=np.int32),
                symbols.target_row[mentions.targets[apart]],
                symbols.target_row[mentions.enclosing[apart]],
                EdgeKind.OVERRIDDEN_BY,
            ),
        ),
        types=_with_bases(types, mentions, certain),
    )


class _Known:
    """Which types have which others as bases, by their own words or by what was taken."""

    def __init__(self, mentions: Mentions, hierarchy: Hierarchy) -> None:
        self._mentions = mentions
        self._hierarchy = hierarchy
        self._taken: set[tuple[int, int]] = set()

    def take(self, rows: list[int]) -> None:
        """Take what mentions say as known."""
        self._taken.update(map(self._pair, rows))

    def is_declared(self, row: int) -> bool:
        """Whether a type says itself what a mention says of it."""
        owner, base = self._pair(row)
        return base in self._hierarchy.linearized(owner)

    def is_known(self, row: int) -> bool:
        """Whether what a mention says of a type is declared or was taken, of itself or of a type that it derives from."""
        owner, base = self._pair(row)
        above = self._hierarchy.linearized(owner)
        return base in above or any((each, base) in self._taken for each in above)

    def _pair(self, row: int) -> tuple[int, int]:
        return int(self._mentions.enclosing[row]), int(self._mentions.targets[row])


def _iter_methods(row: int, mentions: Mentions, hierarchy: Hierarchy) -> Iterator[tuple[int, int, int]]:
    """Yield the methods of an interface, each with those that a type has in their place, its own or inherited ones."""
    owner, base = int(mentions.enclosing[row]), int(mentions.targets[row])
    met: set[int] = set()
    for interface in hierarchy.linearized(base):
        for name, parents in hierarchy.rows_by_name_by_type.get(interface, {}).items():
            if name in met:
                continue
            met.add(name)
            for child in hierarchy.find_members(owner, name):
                yield from ((row, parent, child) for parent in parents if parent != child)


def _with_bases(types: Types, mentions: Mentions, rows: list[int]) -> Types:
    pairs = dict.fromkeys((int(mentions.enclosing[each]), int(mentions.targets[each])) for each in rows)
    owners, bases = np.array(list(pairs), dtype=np.int32).reshape(-1, 2).T
    return replace(
        types,
        base_owners=np.append(types.base_owners, owners),
        base_symbols=np.append(types.base_symbols, bases),
    )


def _drafts(mentions: Mentions, rows: Ints, sources: Ints, targets: Ints, kind: EdgeKind) -> EdgeDrafts:
    """Draft edges of one kind, as sure as the mentions are that they come from; where an end is NO_ROW there is none."""
    chosen = np.flatnonzero((sources != NO_ROW) & (targets != NO_ROW) & (sources != targets))
    flags = _FLAGS if kind is EdgeKind.OVERRIDDEN_BY else 0
    return EdgeDrafts(
        sources=sources[chosen],
        targets=targets[chosen],
        kinds=np.full(len(chosen), kind, dtype=np.uint8),
        confidences=mentions.confidences[rows[chosen]],
        provenances=mentions.provenances[rows[chosen]],
        flags=np.full(len(chosen), flags, dtype=np.uint8),
        sites=rows[chosen],
    )


def _rows(is_chosen: Flags) -> list[int]:
    return list(np.flatnonzero(is_chosen).tolist())
