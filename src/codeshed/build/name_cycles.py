"""Names that lead back to themselves.

Turns: a name → the names it points to → those that lie on a circle.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from codeshed.graph.data.components import condense


def find_in_circles(targets_by_name: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the names from which one comes back to them, in the given order."""
    position = {name: index for index, name in enumerate(targets_by_name)}
    edges = [
        (position[name], position[target])
        for name, targets in targets_by_name.items()
        for target in targets
        if target in position
    ]
    pairs = np.array(edges, dtype=np.int64).reshape(-1, 2)
    component_of = condense(len(position), pairs[:, 0], pairs[:, 1]).component_of
    sizes = np.bincount(component_of, minlength=1)
    own = {name for name, targets in targets_by_name.items() if name in targets}
    return [name for name, index in position.items() if sizes[component_of[index]] > 1 or name in own]
