"""Files in languages with structural interfaces, in which a type implements an interface by having its methods."""

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of


class StructuralFiles:
    """Tells which nodes are in such files, with a memo per file."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._is_structural: dict[int, bool] = {}

    def has(self, row: int) -> bool:
        """Whether a node is in such a file."""
        file = int(self._graph.nodes.files[row])
        if file not in self._is_structural:
            path = self._graph.file_path(row)
            language = None if path is None else language_of_path(path)
            self._is_structural[file] = traits_of(language).has_structural_interfaces
        return self._is_structural[file]
