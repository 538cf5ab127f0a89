"""Codeshed: which code must be loaded to change this safely, and how many tokens is that?

The public API. From a folder with Python code to footprints:

    graph = codeshed.index_repository(Path("my-project"))
    result = codeshed.footprint_of(graph, "Cart.total", codeshed.FootprintOptions())

`index_semantic_data` does the same for a SemanticData document of any extractor.

The module `codeshed.pdg` parses, merges, walks, searches and changes graphs by symbol ids.

`build_graph` takes a custom size function, documentation scorer and source reader: any objects that implement the
protocols `SizeFunction`, `DocumentationScorer` and `SourceReader`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from codeshed.errors import CodeshedError
from codeshed.version import __version__

if TYPE_CHECKING:
    from codeshed import pdg
    from codeshed.build.graph import build_graph
    from codeshed.footprint.options import FootprintOptions, Mode, Policy
    from codeshed.model.semantic_json import read_semantic_data
    from codeshed.project.index.graph_in_memory import index_repository, index_semantic_data
    from codeshed.query.footprint import footprint_of, iter_all_footprints
    from codeshed.query.profile import profile

__all__ = [
    "CodeshedError",
    "FootprintOptions",
    "Mode",
    "Policy",
    "__version__",
    "build_graph",
    "footprint_of",
    "index_repository",
    "index_semantic_data",
    "iter_all_footprints",
    "pdg",
    "profile",
    "read_semantic_data",
]

_MODULE_BY_NAME = {
    "FootprintOptions": "codeshed.footprint.options",
    "Mode": "codeshed.footprint.options",
    "Policy": "codeshed.footprint.options",
    "build_graph": "codeshed.build.graph",
    "footprint_of": "codeshed.query.footprint",
    "index_repository": "codeshed.project.index.graph_in_memory",
    "index_semantic_data": "codeshed.project.index.graph_in_memory",
    "iter_all_footprints": "codeshed.query.footprint",
    "profile": "codeshed.query.profile",
    "read_semantic_data": "codeshed.model.semantic_json",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `codeshed --help` loads no arrays."""
    if name == "pdg":
        return import_module("codeshed.pdg")
    if name not in _MODULE_BY_NAME:
        raise AttributeError(f"module 'codeshed' has no attribute {name!r}")
    value = getattr(import_module(_MODULE_BY_NAME[name]), name)
    globals()[name] = value
    return value
