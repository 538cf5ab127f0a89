"""Codeshed: which code lies near this, who calls it, and how many tokens is that?

The public API. A repository is opened, and answers questions:

    project = codeshed.open_project("my-project")
    print(project.callers("Cart.total").to_text())

`index_repository` gives the graph without an index on disk, and `index_semantic_data` that of a SemanticData document of
any extractor; `footprint_of` and `profile` take such a graph.

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
    from codeshed.api.answer import Answer
    from codeshed.api.project import Project, open_project
    from codeshed.build.graph import build_graph
    from codeshed.footprint.options import FootprintOptions, Mode, Policy
    from codeshed.model.semantic_json import read_semantic_data
    from codeshed.project.index.graph_in_memory import index_repository, index_semantic_data
    from codeshed.query.footprint import footprint_of, iter_all_footprints
    from codeshed.query.profile import profile

__all__ = [
    "Answer",
    "CodeshedError",
    "FootprintOptions",
    "Mode",
    "Policy",
    "Project",
    "__version__",
    "build_graph",
    "footprint_of",
    "index_repository",
    "index_semantic_data",
    "iter_all_footprints",
    "open_project",
    "pdg",
    "profile",
    "read_semantic_data",
]

_MODULE_BY_NAME = {
    "Answer": "codeshed.api.answer",
    "Project": "codeshed.api.project",
    "open_project": "codeshed.api.project",
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


def __dir__() -> list[str]:
    """Name what is public, whether it was used yet or not."""
    return sorted(__all__)
