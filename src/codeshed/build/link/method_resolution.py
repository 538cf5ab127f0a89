"""Method resolution: which member a type has, own or inherited, by its MRO.

Turns: DeclaredTypes + the methods of each type → member lookup along the MRO. Types and names are string numbers.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from itertools import islice

from codeshed.build.link.type_declarations import DeclaredTypes

MAX_ANCESTORS = 256
"""An MRO is cut at this many types; hand-written code has fewer."""


class ClassHierarchy:
    """Looks members up along the MRO: the C3 linearization where one exists, else bases breadth first."""

    def __init__(
        self, types: DeclaredTypes, rows_by_name_by_type: Mapping[int, Mapping[int, Sequence[int]]]
    ) -> None:
        self.rows_by_name_by_type = rows_by_name_by_type
        self._bases: defaultdict[int, list[int]] = defaultdict(list)
        for owner, base in zip(types.base_owners.tolist(), types.base_symbols.tolist(), strict=True):
            self._bases[owner].append(base)
        self._c3_order: dict[int, tuple[int, ...] | None] = {}
        self._nearest_order: dict[int, tuple[int, ...]] = {}

    def bases(self, type_id: int) -> Sequence[int]:
        """Return the direct bases of a type, in their order."""
        return self._bases.get(type_id, ())

    def own_members(self, type_id: int, name: int) -> Sequence[int]:
        """Return the rows of the members that a type itself declares under a name."""
        members = self.rows_by_name_by_type.get(type_id)
        return () if members is None else members.get(name, ())

    def find_members(self, type_id: int, name: int) -> Sequence[int]:
        """Return the members with a name of the first type of the MRO that has any."""
        for ancestor in self.mro(type_id):
            rows = self.own_members(ancestor, name)
            if rows:
                return rows
        return ()

    def mro(self, type_id: int) -> tuple[int, ...]:
        """Return the MRO of a type, which begins with the type itself."""
        order = self._c3(type_id)
        if order is not None:
            return order
        known = self._nearest_order.get(type_id)
        if known is None:
            known = self._nearest_order[type_id] = self._nearest_first(type_id)
        return known

    def _c3(self, type_id: int) -> tuple[int, ...] | None:
        """Return the C3 linearization; None where bases are inconsistent, cyclic or too many."""
        orders = self._c3_order
        open_types: set[int] = set()
        pending = [type_id]
        while pending:
            current = pending[-1]
            if current in orders:
                pending.pop()
                continue
            bases = self.bases(current)
            missing = [base for base in bases if base not in orders]
            if not missing:
                orders[current] = _linearize(current, bases, orders)
            elif open_types.isdisjoint(missing) and current not in missing:
                open_types.add(current)
                pending.extend(missing)
            else:
                orders[current] = None
        return orders[type_id]

    def _nearest_first(self, type_id: int) -> tuple[int, ...]:
        seen = {type_id: None}
        for current in (queue := [type_id]):
            for base in self.bases(current):
                if base not in seen and len(seen) < MAX_ANCESTORS:
                    seen[base] = None
                    queue.append(base)
        return tuple(seen)


def _linearize(
    type_id: int, bases: Sequence[int], orders: Mapping[int, tuple[int, ...] | None]
) -> tuple[int, ...] | None:
    """Return the C3 linearization of a type from those of its bases."""
    known = [order for base in bases if (order := orders[base]) is not None]
    if len(known) < len(bases):
        return None
    merged = known[0] if len(known) == 1 else _merge_c3([*known, tuple(bases)])
    return None if merged is None or len(merged) >= MAX_ANCESTORS else (type_id, *merged)


def _merge_c3(orders: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    """Merge linearizations as C3 does: the next type is the first head that is in no other tail."""
    merged: list[int] = []
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
    return tuple(merged)
