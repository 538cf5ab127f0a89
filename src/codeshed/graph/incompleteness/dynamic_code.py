"""Calls that run text as code, which no analysis sees.

Turns: rows → the number of such call sites. `eval` and its like are external nodes of known names.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

_NAMES = (
    *("builtins.eval", "builtins.exec", "runpy.run_module", "runpy.run_path"),
    *("javascript.eval", "javascript.Function"),
    *("php.eval", "php.create_function"),
    *("ruby.eval", "ruby.instance_eval", "ruby.class_eval", "ruby.module_eval"),
    *("lua.load", "lua.loadstring", "lua.loadfile", "lua.dofile"),
)


def n_dynamic_code_sites(graph: CodeGraph, rows: Sequence[int] | None = None) -> int:
    """Return the number of sites at which some nodes, or all, run text as code."""
    edges = graph.edges
    found = [row for name in _NAMES if (row := graph.find_row(f"{EXTERNAL_PREFIX}{name}")) is not None]
    count = 0
    for row in found:
        calls = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
        is_meant = edges.kinds[calls] == EdgeKind.CALL
        if rows is not None:
            is_meant &= np.isin(edges.sources[calls], rows)
        count += int(edges.n_sites[calls[is_meant]].sum())
    return count
