"""Members that code uses on objects of unknown type.

Turns: who uses a member of which name → how many of these uses may mean a member of the repository. `n.total` may be a
field or a property, which is code that runs; if the type of `n` is unknown, it has no edge.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Flags, Ints, Words
from codeshed.graph.data.columns import encoded
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.name_index import NameIndex, hash_of
from codeshed.graph.data.tables import NodeTable
from codeshed.model.symbol_ids import last_name

_OWNERS = (NodeKind.TYPE, NodeKind.VARIABLE)


class UnresolvedMembers(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of a node and the hash of a member name that it uses on an object of unknown type, sorted, without duplicates.

    `by_name` is the order of the pairs by hash.
    """

    rows: Ints
    names: Words
    by_name: Ints

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.rows)

    def hashes_used_by(self, rows: Sequence[int]) -> Words:
        """Return the hashes of the member names that some nodes use."""
        wanted = np.array(sorted(rows), dtype=np.int32)
        begins = np.searchsorted(self.rows, wanted).tolist()
        ends = np.searchsorted(self.rows, wanted, side="right").tolist()
        found = [self.names[begin:end] for begin, end in zip(begins, ends, strict=True) if begin < end]
        return np.concatenate((self.names[:0], *found))

    def users(self, name: str) -> Ints:
        """Return the nodes that use a member of a name."""
        wanted = int(hash_of(encoded(name)))
        begin = bisect_left(self.by_name, wanted, key=self._name_at)
        end = bisect_right(self.by_name, wanted, lo=begin, key=self._name_at)
        return self.rows[self.by_name[begin:end]]

    def _name_at(self, place: int) -> int:
        return int(self.names[place])


def tabulate_unresolved_members(rows: Ints, names: Words) -> UnresolvedMembers:
    """Sort the pairs of node and member name, and drop duplicates."""
    order = np.lexsort((names, rows))
    rows, names = rows[order].astype(np.int32), names[order].astype(np.uint64)
    is_new = np.ones(len(rows), dtype=np.bool_)
    is_new[1:] = (rows[1:] != rows[:-1]) | (names[1:] != names[:-1])
    rows, names = rows[is_new], names[is_new]
    return UnresolvedMembers(
        rows=rows, names=names, by_name=np.argsort(names, kind="stable").astype(np.int32)
    )


def no_unresolved_members() -> UnresolvedMembers:
    """Return an empty table: everything is resolved, or nothing is known about it."""
    return tabulate_unresolved_members(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint64))


def n_unresolved_uses_by(
    members: UnresolvedMembers, nodes: NodeTable, names: NameIndex, rows: Sequence[int]
) -> int:
    """Return how many of the members that some nodes use on unknown objects have the name of a member of the repository."""
    if not len(members):
        return 0
    taken, counts = np.unique(members.hashes_used_by(rows), return_counts=True)
    is_known = [bool(_are_members(nodes, names.rows_with_hash(each)).any()) for each in taken]
    return int(counts[np.array(is_known, dtype=np.bool_)].sum())


def n_unresolved_uses_of(members: UnresolvedMembers, nodes: NodeTable, rows: Sequence[int]) -> int:
    """Return how many uses of members on unknown objects have the name of one of these nodes."""
    return sum(len(members.users(name)) for name in _member_names(members, nodes, rows))


def unresolved_users_of(
    members: UnresolvedMembers, nodes: NodeTable, names: NameIndex, rows: Sequence[int]
) -> dict[int, int]:
    """Return who uses members on unknown objects that have the name of one of these nodes.

    The figure says how many members of the repository have that name; of several names, the rarest counts.
    """
    found: dict[int, int] = {}
    for name in _member_names(members, nodes, rows):
        n_members = int(_are_members(nodes, names.rows_with_hash(hash_of(encoded(name)))).sum())
        for user in members.users(name).tolist():
            found[user] = min(found.get(user, n_members), n_members)
    return found


def _member_names(members: UnresolvedMembers, nodes: NodeTable, rows: Sequence[int]) -> list[str]:
    """Return the names of the nodes that are members; none if nothing is used on an unknown object."""
    if not len(members):
        return []
    wanted = np.array(rows, dtype=np.int32)
    own = wanted[_are_members(nodes, wanted)].tolist()
    return sorted({last_name(nodes.symbols[row]) for row in own})


def _are_members(nodes: NodeTable, rows: Ints) -> Flags:
    """Return a mask of the rows that are members of types or object literals of the repository."""
    owners = nodes.enclosing[rows]
    is_own = (nodes.flags[rows] & int(NodeFlag.EXTERNAL)) == 0
    return np.asarray(is_own & (owners != NO_ROW) & np.isin(nodes.kinds[owners], _OWNERS))
