"""The whole flow on one screen: documents and sources in, a graph out."""

from pathlib import Path

from codeshed.build.graph import build_graph
from codeshed.build.size import DEFAULT_SIZE_FUNCTION, size_function
from codeshed.discover.files import FolderSourceReader, read_named_file
from codeshed.graph.code_graph import CodeGraph
from codeshed.model.semantic_json import read_semantic_data


def index_semantic_data(
    semantic_data: Path, source_root: Path, *, size_function_name: str = DEFAULT_SIZE_FUNCTION
) -> CodeGraph:
    """Build the graph of a SemanticData document, from any extractor, and the sources that it speaks of."""
    sources = FolderSourceReader(source_root)
    documents = read_semantic_data(read_named_file(semantic_data), origin=str(semantic_data), sources=sources)
    return build_graph(documents, sources, measure=size_function(size_function_name))
