"""Open files: those whose facts are in memory, because their flow graphs are.

Turns: paths → OpenedFiles and FileFlows, for as long as they are needed.
"""

from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.resolve.python.tables.symbol_tables import SymbolTables


class OpenFiles:
    """Opens and closes files. While a file is closed, only its interface can be looked up."""

    def __init__(self, state: ProjectState, tables: SymbolTables) -> None:
        self._state = state
        self._tables = tables
        self._program = tables.program
        self._opened: dict[str, OpenedFile] = {}

    def get(self, path: str) -> OpenedFile:
        """Return a file that is open."""
        return self._opened[path]

    def open(self, path: str) -> FileFlow:
        """Open a file and make its flow graph."""
        opened = self._opened[path] = self._state.open_file(path)
        file = self._program.modules.index_by_path[path]
        self._program.open_file(file, opened.facts)
        self._forget_scopes(file)
        return FileFlow(self._tables, file, opened.types)

    def close(self, path: str) -> None:
        """Drop what the interface of a file does not contain."""
        del self._opened[path]
        file = self._program.modules.index_by_path[path]
        self._program.open_file(file, self._program.files[file].interface.facts)
        self._forget_scopes(file)
        self._state.forget_file(path)

    def is_full(self, n_nodes: int) -> bool:
        """Whether so many nodes are too many for the memory."""
        return self._state.is_full(n_nodes)

    def _forget_scopes(self, file: int) -> None:
        module = self._program.files[file]
        first = module.first_scope
        self._tables.static.forget_scopes(range(first, first + len(module.facts.scopes)))
