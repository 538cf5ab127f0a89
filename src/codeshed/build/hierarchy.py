"""Which method a type has, its own or an inherited one.

Turns: TypeRegistry + the methods of each type → look-ups through the order of base types.
"""

from collections import Counter, deque
from collections.abc import Mapping
from itertools import islice

from codeshed.graph.type_registry import TypeRegistry

MAX_ANCESTORS = 256
"""More base types than this, which no one writes by hand, are not looked through."""


class Hierarchy:
    """Looks members up through base types, in the C3 order where one exists, else nearest first."""

    def __init__(
        self, types: TypeRegistry, rows_by_member: Mapping[tuple[str, str], tuple[int, ...]]
    ) -> None:
        self.types = types
        self.rows_by_member = rows_by_member
        self._linear: dict[str, tuple[str, ...]] = {}

    def own_members(self, type_id: str, name: str) -> tuple[int, ...]:
        """Return the rows of a type's own members of a name."""
        return self.rows_by_member.get((type_id, name), ())

    def find_members(self, type_id: str, name: str) -> tuple[int, ...]:
        """Return the members of a name in the first type of the order that has one."""
        for ancestor in self.linearized(type_id):
            rows = self.rows_by_member.get((ancestor, name))
            if rows:
                return rows
        return ()

    def linearized(self, type_id: str) -> tuple[str, ...]:
        """Return a type and its bases in the order in which members are looked up."""
        known = self._linear.get(type_id)
        if known is None:
            known = self._linear[type_id] = self._c3(type_id) or self._nearest_first(type_id)
        return known

    def _bases(self, type_id: str) -> tuple[str, ...]:
        info = self.types.get(type_id)
        return () if info is None else info.bases

    def _c3(self, type_id: str) -> tuple[str, ...] | None:
        """Merge the orders of the bases; None where they contradict each other, run in a circle or are too many."""
        order = self._ancestors_before_descendants(type_id)
        if order is None:
            return None
        for current in order:
            if current in self._linear:
                continue
            bases = self._bases(current)
            merged = _merge([*(self._linear[base] for base in bases), bases])
            if merged is None:
                return None
            self._linear[current] = (current, *merged)
        return self._linear[type_id]

    def _ancestors_before_descendants(self, type_id: str) -> list[str] | None:
        order: list[str] = []
        is_left: dict[str, bool] = {}
        stack = [(type_id, False)]
        while stack:
            current, is_done = stack.pop()
            if is_done:
                is_left[current] = True
                order.append(current)
            elif current not in is_left:
                is_left[current] = False
                stack.append((current, True))
                stack.extend((base, False) for base in self._bases(current) if not is_left.get(base, False))
            elif not is_left[current]:
                return None
            if len(is_left) > MAX_ANCESTORS:
                return None
        return order

    def _nearest_first(self, type_id: str) -> tuple[str, ...]:
        seen = {type_id: None}
        for current in (queue := [type_id]):
            for base in self._bases(current):
                if base not in seen and len(seen) < MAX_ANCESTORS:
                    seen[base] = None
                    queue.append(base)
        return tuple(seen)


def _merge(orders: list[tuple[str, ...]]) -> list[str] | None:
    """Merge orders so that each is kept: the first head that no other order has further behind comes next."""
    merged: list[str] = []
    remaining = [deque(order) for order in orders if order]
    n_behind = Counter(item for order in remaining for item in islice(order, 1, None))
    while remaining:
        head = next((order[0] for order in remaining if not n_behind[order[0]]), None)
        if head is None:
            return None
        merged.append(head)
        for order in remaining:
            if order[0] == head:
                order.popleft()
                if order:
                    n_behind[order[0]] -= 1
        remaining = [order for order in remaining if order]
    return merged
