"""A small project whose files are opened and searched one by one, as an index does after an edit."""

from collections.abc import Iterable
from dataclasses import dataclass

from codeshed.extract.interface_extraction import extract_interface
from codeshed.extract.python.extract_python import extract_python
from codeshed.model.semantic import EntryPoint
from codeshed.resolve.python.entry_points.declared_entry_points import find_declared_entries
from codeshed.resolve.python.entry_points.find_entry_points import find_file_entries
from codeshed.resolve.python.entry_points.found_entry_points import FileEntries
from codeshed.resolve.python.entry_points.merge_entry_points import merge_entries
from codeshed.resolve.python.incremental.affected_files import AffectedFileFinder
from codeshed.resolve.python.incremental.resolved_files import InMemoryResolution
from codeshed.resolve.python.names.file_outline import make_outline
from codeshed.resolve.python.names.interface_trace import InterfaceKey, InterfaceTrace
from codeshed.resolve.python.tables.symbol_tables import open_tables


@dataclass(frozen=True, slots=True)
class Search:
    """What was found in one file, and its dependencies by path."""

    entries: FileEntries
    places: tuple[str, ...]
    fixtures: tuple[str, ...]


class Toy:
    """The files of a project by path, Python and manifests; no file is open at first."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.paths = tuple(sorted(path for path in files if path.endswith(".py")))
        self._facts = {path: extract_python(files[path]) for path in self.paths}
        interfaces = {path: extract_interface(self._facts[path], files[path]) for path in self.paths}
        outlines = {path: make_outline(interface) for path, interface in interfaces.items()}
        self.tables = open_tables(outlines, interfaces.__getitem__)
        AffectedFileFinder(InMemoryResolution(), self.tables, interfaces, ()).find()
        self._program = self.tables.program

    def open(self, *paths: str) -> None:
        """Open some files."""
        for path in paths:
            self._program.open_file(self._program.modules.index_by_path[path], self._facts[path])

    def close(self, path: str) -> None:
        """Replace the facts of a file by those of its interface."""
        file = self._program.modules.index_by_path[path]
        self._program.open_file(file, self._program.files[file].interface.facts)

    def find(self, path: str) -> Search:
        """Search one open file."""
        self._program.tracker.current = account = InterfaceTrace()
        entries = find_file_entries(self.tables, self._program.modules.index_by_path[path])
        return Search(
            entries=entries,
            places=tuple(sorted(map(self._name_of, account.keys))),
            fixtures=tuple(sorted(map(self._name_of, account.fixtures))),
        )

    def merge(self, found: Iterable[FileEntries]) -> dict[str, tuple[EntryPoint, ...]]:
        """Merge what was found in all files and manifests."""
        files = tuple(found)
        return merge_entries(files, find_declared_entries(self.tables, self.files, files))

    def state_of(self, path: str, search: Search) -> object:
        """Return the current state of everything that a search depends on."""
        return (
            self.files.get(path),
            self._imports(path),
            [(each, self._interface(each), self._imports(each)) for each in search.places],
            [(each, self._fixtures(each)) for each in search.fixtures],
        )

    def _name_of(self, place: InterfaceKey | int) -> str:
        if isinstance(place, str):
            return place
        return self._program.files[place if isinstance(place, int) else place[0]].path

    def _interface(self, place: str) -> object:
        file = self._program.modules.index_by_path.get(place)
        if file is not None:
            return self._program.files[file].interface.key
        found = self._program.modules.find_module_below(place, "")
        return self._program.files[found].path if isinstance(found, int) else found

    def _imports(self, place: str) -> object:
        """Return the targets of a file's imports."""
        file = self._program.modules.index_by_path.get(place)
        imports = () if file is None else self._program.files[file].interface.imports
        targets = (self._program.modules.find_module(place, module, level) for module, level in imports)
        return [self._program.files[each].path if isinstance(each, int) else each for each in targets]

    def _fixtures(self, path: str) -> object:
        """Return the fixtures that provide parameters in a file."""
        file = self._program.modules.index_by_path.get(path)
        functions = self._program.functions
        uses = () if file is None else self.tables.fixtures_of(file)
        return [
            (functions[each.consumer].symbol, each.parameter, functions[each.provider].symbol)
            for each in uses
        ]
