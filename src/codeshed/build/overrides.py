"""Pass 3, first half: which methods replace which.

Turns: the methods of each type and its children → `overriddenBy` edges, for interfaces and concrete classes alike,
to the nearest overriding method down each branch.
"""

from collections import Counter

from codeshed.build.declarations import Declarations
from codeshed.build.edge_drafts import Evidence
from codeshed.build.hierarchy import MAX_ANCESTORS
from codeshed.build.references import Wiring
from codeshed.graph.kinds import EdgeFlag, EdgeKind
from codeshed.graph.tables import NO_ROW
from codeshed.model.semantic import Definition

_FLAGS = EdgeFlag.IN_V2 | EdgeFlag.IN_CLOSURE


def wire_overrides(declarations: Declarations, symbols: tuple[str, ...], wiring: Wiring) -> None:
    """Draft an edge from every method to those that override it."""
    n_types_by_name = Counter(name for _, name in wiring.hierarchy.rows_by_member)
    for (owner, name), children in wiring.hierarchy.rows_by_member.items():
        parents = _nearest_overridden(owner, name, wiring) if n_types_by_name[name] > 1 else ()
        for child in children:
            declaration = declarations.by_symbol[symbols[child]]
            place = Evidence(
                file=NO_ROW if declaration.path is None else wiring.file_by_path[declaration.path],
                span=declaration.item.span if isinstance(declaration.item, Definition) else None,
            )
            for parent in parents:
                wiring.drafts.add(parent, child, EdgeKind.OVERRIDDEN_BY, int(_FLAGS), place)


def _nearest_overridden(owner: str, name: str, wiring: Wiring) -> list[int]:
    """Return the methods of a name that are met first on each way up; from below it is the same relation."""
    found: list[int] = []
    seen = {owner}
    pending = [owner]
    while pending:
        current = wiring.types.get(pending.pop())
        for base in () if current is None else current.bases:
            if base in seen or len(seen) > MAX_ANCESTORS:
                continue
            seen.add(base)
            rows = wiring.hierarchy.own_members(base, name)
            if rows:
                found.extend(rows)
            else:
                pending.append(base)
    return found
