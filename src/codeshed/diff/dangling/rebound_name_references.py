"""Find references to names that a file re-exports, or did, and that are bound to something else there now.

Turns: ChangedBindings → dangling references: lines of the files that import such a name. The new graph has no edge for
them: the name resolves to nothing, or to a definition beyond the file. So the import statements of each importer are read,
aliases and all, and re-exports are followed to their own importers.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from codeshed.diff.dangling.code_lines import blank_multiline_strings, iter_code_lines
from codeshed.diff.dangling.importers import import_lines_by_file
from codeshed.diff.dangling.local_names import ScopeParameters
from codeshed.diff.import_bindings import ALL, ImportedName, find_imported_names
from codeshed.diff.source_parser import SourceParser
from codeshed.discover.file_reading import read_bytes
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.change_set import ChangedBinding
from codeshed.model.dangling_references import IMPORTED, NEAR, DanglingReference, DanglingReferences
from codeshed.model.symbol_ids import SEPARATOR, qualified_name

_MAX_BINDINGS = 200
_MAX_NAMES = 1000
_MAX_FILES = 2000
_MAX_SEARCHES = 10_000
_MAX_LINES = 200
_DEFAULT = "default"
_FOLDER_MODULES = frozenset({"index", "__init__", "mod", "lib"})


class _ImportingFiles:
    """The importers of files and their imports. Each file is parsed once; reads and searches are capped overall."""

    def __init__(self, root: Path, graph: CodeGraph, parser: SourceParser) -> None:
        self._root = root
        self._graph = graph
        self._parser = parser
        self._importers: dict[str, Mapping[str, frozenset[int]]] = {}
        self._imports: dict[str, tuple[ImportedName, ...]] = {}
        self._parameters = ScopeParameters(graph)
        self._n_searches = 0
        self.is_cut = False
        """Whether a cap stopped a search."""

    def importers(self, path: str) -> Mapping[str, frozenset[int]]:
        """Return the files that import a file, with the lines on which they do."""
        if path not in self._importers:
            self._importers[path] = import_lines_by_file(self._graph, path)
        return self._importers[path]

    def imports(self, path: str) -> tuple[ImportedName, ...]:
        """Return the imports of a file; none once the cap on files is reached."""
        if path not in self._imports:
            if len(self._imports) >= _MAX_FILES:
                self.is_cut = True
                return ()
            content = read_bytes(self._root, path)
            parsed = self._parser.parse({path: content}) if isinstance(content, bytes) else ()
            self._imports[path] = tuple(name for file in parsed for name in find_imported_names(file))
        return self._imports[path]

    def lines_with(self, path: str, pattern: re.Pattern[bytes]) -> list[int]:
        """Return the lines of a file that match a pattern; none once the cap on searches is reached.

        The group that matched is the name that must be no parameter.
        """
        if self._n_searches >= _MAX_SEARCHES:
            self.is_cut = True
            return []
        self._n_searches += 1
        content = read_bytes(self._root, path)
        if not isinstance(content, bytes):
            return []
        return [
            line
            for line, text in iter_code_lines(path, blank_multiline_strings(path, content))
            if any(
                not self._parameters.is_parameter(path, line, text, match[match.lastindex or 0])
                for match in pattern.finditer(text)
            )
        ]


def find_rebound_name_references(
    root: Path, graph: CodeGraph, bindings: Sequence[ChangedBinding], parser: SourceParser
) -> DanglingReferences:
    """Return the lines that use names bound to something else, or to nothing; a bounded number for each name.

    `unsearched` are the names for which a cap stopped the search.
    """
    files = _ImportingFiles(root, graph, parser)
    references: list[DanglingReference] = []
    unsearched = [each.symbol_id for each in bindings[_MAX_BINDINGS:]]
    for each in bindings[:_MAX_BINDINGS]:
        files.is_cut = False
        references += _find_references(files, each.symbol_id)
        unsearched += [each.symbol_id] if files.is_cut else []
    return DanglingReferences(places=tuple(references), unsearched=tuple(unsearched))


def _find_references(files: _ImportingFiles, symbol: str) -> list[DanglingReference]:
    """Return the lines that use one name, in files that import it from its file or through re-exports."""
    first = (symbol.partition(SEPARATOR)[0], qualified_name(symbol))
    worklist = deque([first])
    seen = {first}
    found: dict[tuple[str, int], DanglingReference] = {}
    while worklist:
        path, name = worklist.popleft()
        for file, lines in files.importers(path).items():
            if file == first[0]:
                continue
            imports = _imports_on_lines(files.imports(file), lines)
            pattern = _use_pattern(path, name, imports)
            if pattern is not None:
                for line in files.lines_with(file, pattern):
                    found[file, line] = DanglingReference(
                        symbol=symbol,
                        file=file,
                        line=line,
                        confidence=NEAR if first[1] == ALL else IMPORTED,
                        is_rebound=True,
                    )
            reexported = {(file, each) for each in _reexported_names(name, imports)} - seen
            if len(seen) + len(reexported) > _MAX_NAMES:
                files.is_cut = True
                continue
            seen |= reexported
            worklist.extend(sorted(reexported))
    files.is_cut = files.is_cut or len(found) > _MAX_LINES
    return [found[place] for place in sorted(found)[:_MAX_LINES]]


def _imports_on_lines(imports: Sequence[ImportedName], lines: Collection[int]) -> list[ImportedName]:
    """Return the imports on some lines, and others of the same modules; all of them if there are none."""
    modules = {each.module for each in imports if each.line in lines}
    return [each for each in imports if each.module in modules] if modules else list(imports)


def _use_pattern(path: str, name: str, imports: Sequence[ImportedName]) -> re.Pattern[bytes] | None:
    """Return a pattern for uses of a name in a file that imports it (`tax(1)`) or its module (`core.tax(1)`).

    Its group is the first name of the use.
    """
    inside = [each for each in imports if each.is_inside]
    own = {each.local for each in inside if each.local != ALL and _imports_name(each, name)}
    own |= {name for each in inside if each.name == ALL and name not in {ALL, _DEFAULT}}
    modules = {each.local for each in inside if each.name in {"", _module_name(path)}}
    member = r"\w+" if name == ALL else re.escape(name)
    patterns = [rf"(?<![\w.])({_either(own)})"] if own else []
    if modules:
        patterns.append(rf"(?<![\w.])({_either(modules)})(?:(?:\.|::)\w{{1,80}}){{0,8}}?(?:\.|::){member}")
    if not patterns:
        return None
    return re.compile(rf"(?:{'|'.join(patterns)})(?!\w)".encode("utf-8", "surrogateescape"))


def _imports_name(imported: ImportedName, name: str) -> bool:
    """Whether an import is of this name; of any name where `name` is the wildcard."""
    return imported.name == name or (name == ALL and imported.name not in {"", ALL, _DEFAULT})


def _either(names: Collection[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(names))


def _module_name(path: str) -> str:
    """Return the name of a file as a module: that of its folder for `__init__.py`, `index.js` and the like."""
    file = PurePosixPath(path)
    return file.parent.name if file.stem in _FOLDER_MODULES else file.stem


def _reexported_names(name: str, imports: Sequence[ImportedName]) -> Iterator[str]:
    """Yield the names by which a file re-exports a name."""
    for each in imports:
        if each.is_outside and _imports_name(each, name):
            yield each.local
        elif each.is_outside and each.name == ALL and name != _DEFAULT:
            yield name
