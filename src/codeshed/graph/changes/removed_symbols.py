"""Externals that stand for a removed symbol.

Turns: the id of a removed symbol → rows. Once a file is gone, a reference to it is resolved like one to another
package.
"""

import re
from collections.abc import Mapping

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag
from codeshed.model.symbol_ids import (
    EXTERNAL_PREFIX,
    SEPARATOR,
    dotted_name,
    last_name,
    package_of_path,
    qualified_name,
)

_LEAST_PARTS = 2
_ROOT_MARK = re.compile(r"^[@~#]/")
_MAIN_FILES = frozenset({"index", "main", "mod", "lib"})


class RemovedSymbolRows:
    """Finds externals with the names of removed symbols; `package_names` are the packages of files, by path."""

    def __init__(self, graph: CodeGraph, package_names: Mapping[str, str]) -> None:
        self._graph = graph
        self._package_names = package_names

    def find_rows(self, symbol: str) -> tuple[int, ...]:
        """Return the externals that may be a removed symbol, in row order."""
        graph = self._graph
        path, mark, _ = symbol.partition(SEPARATOR)
        package = self._package_names.get(path)
        if not mark:
            # Importing a package means the file that its manifest names, most likely one of these.
            is_main = package is not None and _stem(path) in _MAIN_FILES
            row = graph.find_row(f"{EXTERNAL_PREFIX}{package}") if is_main else None
            return () if row is None else (row,)
        return tuple(
            row
            for row in graph.name_index.find(last_name(symbol)).tolist()
            if graph.nodes.flags[row] & NodeFlag.EXTERNAL
            and (
                _has_path(graph.nodes.symbols[row], symbol)
                or (package is not None and _is_of_package(graph.nodes.symbols[row], package, symbol))
            )
        )


def _has_path(external: str, symbol: str) -> bool:
    """Whether an external's name is a suffix of a symbol's: `ext:app.lost.thing` and `src/app/lost.py::thing`.

    The module must be part of it; where files are no modules, the folder is: `ext:com.shop.Cart` is
    `java/com/shop/Cart.java::Cart`. A mark for the root of the sources is ignored: `ext:@/app/lost.thing`.
    """
    folder = package_of_path(symbol.partition(SEPARATOR)[0]).split("/")
    forms = (dotted_name(symbol).split("."), [*folder, *qualified_name(symbol).split(".")])
    parts = _ROOT_MARK.sub("", dotted_name(external)).replace("/", ".").split(".")
    return len(parts) >= _LEAST_PARTS and any(form[-len(parts) :] == parts for form in forms)


def _is_of_package(external: str, package: str, symbol: str) -> bool:
    """Whether an external belongs to the package of a symbol: `ext:@shop/core.tax`, `ext:@shop/core/rates.tax`.

    If a path follows the package, it must end with a part of the path of the symbol's file.
    """
    module = external.removeprefix(EXTERNAL_PREFIX).removesuffix(f".{qualified_name(symbol)}")
    if module == package:
        return True
    if not module.startswith(f"{package}/"):
        return False
    path = symbol.partition(SEPARATOR)[0]
    return _stem(module) in {*path.split("/")[:-1], _stem(path)}


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
