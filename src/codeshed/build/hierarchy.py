"""Which method a type has, its own or an inherited one.

Turns: TypeRegistry + the methods of each type → look-ups through the order of base types.
"""

from collections.abc import Mapping

from codeshed.graph.type_registry import TypeRegistry

_MAX_ANCESTORS = 1000
"""Beyond so many base types, which no one writes by hand, the exact order is not worked out."""


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
        """Merge the orders of the bases; None where they contradict each other or run in a circle."""
        order = self._ancestors_before_descendants(type_id)
        if order is None or len(order) > _MAX_ANCESTORS:
            return None
        for current in order:
            if current in self._linear:
                continue
            bases = self._bases(current)
            if len(bases) == 1:
                self._linear[current] = (current, *self._linear[bases[0]])
                continue
            merged = _merge([*(list(self._linear[base]) for base in bases), list(bases)])
            if merged is None:
                return None
            self._linear[current] = (current, *merged)
        return self._linear[type_id]

    def _ancestors_before_descendants(self, type_id: str) -> list[str] | None:
        order: list[str] = []
        state: dict[str, bool] = {}
        stack = [(type_id, False)]
        while stack:
            current, is_left = stack.pop()
            if is_left:
                state[current] = True
                order.append(current)
                continue
            if current in state:
                if not state[current]:
                    return None
                continue
            state[current] = False
            stack.append((current, True))
            stack.extend((base, False) for base in self._bases(current) if not state.get(base, False))
        return order

    def _nearest_first(self, type_id: str) -> tuple[str, ...]:
        seen = {type_id: None}
        for current in (queue := [type_id]):
            for base in self._bases(current):
                if base not in seen:
                    seen[base] = None
                    queue.append(base)
        return tuple(seen)


def _merge(orders: list[list[str]]) -> list[str] | None:
    merged: list[str] = []
    remaining = [order for order in orders if order]
    while remaining:
        for order in remaining:
            head = order[0]
            if not any(head in other[1:] for other in remaining):
                break
        else:
            return None
        merged.append(head)
        remaining = [kept for order in remaining if (kept := [item for item in order if item != head])]
    return merged
