"""Who uses names that files pass on, and that stand for something else there now.

Turns: ChangedBindings → Leftovers: lines of the files that import such a name. The graph is that of the new state, in which
no edge leads through the name any more, or one that leads past the file. The imports of each file are read from its facts,
and tell how it calls what it imports; a file that passes the name on is followed to those that import it.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from codeshed.diff.import_bindings import ALL, ImportedName, imported_in
from codeshed.discover.files import read_bytes
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.changes import ChangedBinding
from codeshed.model.dangling_references import IMPORTED, NEAR, Leftover, Leftovers
from codeshed.model.identity import SEPARATOR, qualified_name
from codeshed.model.language import is_python
from codeshed.project.diff.importers import importing_edges, iter_code_lines, without_texts
from codeshed.project.diff.shadowed_names import Shadows
from codeshed.project.parsing.facts_lookup import Cache

_MAX_BINDINGS = 200
_MAX_NAMES = 1000
_MAX_FILES = 2000
_MAX_LOOKS = 10_000
_MAX_MENTIONS = 200
_DEFAULT = "default"
_INDEXES = frozenset({"index", "__init__", "mod", "lib"})


class _Files:
    """The files of a repository: who imports which, and what; each is read a bounded number of times, and all together are."""

    def __init__(self, root: Path, graph: CodeGraph, cache: Cache) -> None:
        self._root = root
        self._graph = graph
        self._cache = cache
        self._importing: dict[str, Mapping[str, frozenset[int]]] = {}
        self._imports: dict[str, tuple[ImportedName, ...]] = {}
        self._shadows = Shadows(graph)
        self._n_looks = 0
        self.is_cut = False
        """Whether there was more to read, or to follow, than is looked at."""

    def importing(self, path: str) -> Mapping[str, frozenset[int]]:
        """Return the files that import a file, by path, with the lines in which they do."""
        if path not in self._importing:
            self._importing[path] = _importing(self._graph, path)
        return self._importing[path]

    def imports(self, path: str) -> tuple[ImportedName, ...]:
        """Return what a file imports; nothing once too many files were read."""
        if path not in self._imports:
            if len(self._imports) >= _MAX_FILES:
                self.is_cut = True
                return ()
            content = read_bytes(self._root, path)
            self._imports[path] = _imports(path, content, self._cache) if isinstance(content, bytes) else ()
        return self._imports[path]

    def lines_with(self, path: str, pattern: re.Pattern[bytes]) -> list[int]:
        """Return the lines of a file in which something stands; none once too many files were looked through.

        The first group that there is names what must be no parameter.
        """
        if self._n_looks >= _MAX_LOOKS:
            self.is_cut = True
            return []
        self._n_looks += 1
        content = read_bytes(self._root, path)
        if not isinstance(content, bytes):
            return []
        return [
            line
            for line, written in iter_code_lines(path, without_texts(path, content))
            if any(
                not self._shadows.is_parameter(path, line, written, each[each.lastindex or 0])
                for each in pattern.finditer(written)
            )
        ]


def find_binding_mentions(
    root: Path, graph: CodeGraph, bindings: Sequence[ChangedBinding], cache: Cache
) -> Leftovers:
    """Return the lines that use names which stand for something else, or nothing, by name; a bounded number of each.

    Names are told whose users were not all looked for.
    """
    files = _Files(root, graph, cache)
    places: list[Leftover] = []
    unsearched = [each.symbol_id for each in bindings[_MAX_BINDINGS:]]
    for each in bindings[:_MAX_BINDINGS]:
        files.is_cut = False
        places += _mentions(files, each.symbol_id)
        unsearched += [each.symbol_id] if files.is_cut else []
    return Leftovers(places=tuple(places), unsearched=tuple(unsearched))


def _imports(path: str, content: bytes, cache: Cache) -> tuple[ImportedName, ...]:
    if is_python(path):
        from codeshed.project.parsing.python_parsing import parse_contents

        return tuple(
            name for each in parse_contents({path: content}, cache) for name in imported_in(each.file)
        )
    from codeshed.project.parsing.generic_parsing import parse_code_contents

    found = parse_code_contents({path: content}, cache)
    return tuple(name for each in found for name in imported_in(each.file))


def _mentions(files: _Files, symbol: str) -> list[Leftover]:
    """Return the lines that use one name, in files that import it from where it stood or from one that passes it on."""
    first = (symbol.partition(SEPARATOR)[0], qualified_name(symbol))
    waiting = deque([first])
    seen = {first}
    found: dict[tuple[str, int], Leftover] = {}
    while waiting:
        path, name = waiting.popleft()
        for file, lines in files.importing(path).items():
            if file == first[0]:
                continue
            own = _of_module(files.imports(file), lines)
            pattern = _uses(path, name, own)
            if pattern is not None:
                for line in files.lines_with(file, pattern):
                    found[file, line] = Leftover(
                        symbol=symbol,
                        file=file,
                        line=line,
                        confidence=NEAR if first[1] == ALL else IMPORTED,
                        is_rebound=True,
                    )
            passed_on = {(file, each) for each in _passed_on(name, own)} - seen
            if len(seen) + len(passed_on) > _MAX_NAMES:
                files.is_cut = True
                continue
            seen |= passed_on
            waiting.extend(sorted(passed_on))
    files.is_cut = files.is_cut or len(found) > _MAX_MENTIONS
    return [found[place] for place in sorted(found)[:_MAX_MENTIONS]]


def _importing(graph: CodeGraph, path: str) -> dict[str, frozenset[int]]:
    lines_by_file: dict[str, set[int]] = {}
    for edge in importing_edges(graph, path):
        for site in graph.edge(edge).sites:
            lines = lines_by_file.setdefault(site.file_path, set())
            lines.update(() if site.span is None else (site.span.start_line,))
    return {file: frozenset(lines_by_file[file]) for file in sorted(lines_by_file)}


def _of_module(imports: Sequence[ImportedName], lines: Collection[int]) -> list[ImportedName]:
    """Return the imports that stand in some lines, and others of the same modules; all, if none stands there."""
    modules = {each.module for each in imports if each.line in lines}
    return [each for each in imports if each.module in modules] if modules else list(imports)


def _uses(path: str, name: str, imports: Sequence[ImportedName]) -> re.Pattern[bytes] | None:
    """Return what finds uses of a name in a file that imports it, or its module: by itself, and behind the module.

    A group has what the use begins with.
    """
    inside = [each for each in imports if each.is_inside]
    own = {each.local for each in inside if each.local != ALL and _is_of(each, name)}
    own |= {name for each in inside if each.name == ALL and name not in {ALL, _DEFAULT}}
    modules = {each.local for each in inside if each.name in {"", _module_name(path)}}
    member = r"\w+" if name == ALL else re.escape(name)
    ways = [rf"(?<![\w.])({_either(own)})"] if own else []
    if modules:
        ways.append(rf"(?<![\w.])({_either(modules)})(?:(?:\.|::)\w{{1,80}}){{0,8}}?(?:\.|::){member}")
    if not ways:
        return None
    return re.compile(rf"(?:{'|'.join(ways)})(?!\w)".encode("utf-8", "surrogateescape"))


def _is_of(imported: ImportedName, name: str) -> bool:
    """Whether an import is that of a name, or of any where all names of a module may stand for something else."""
    return imported.name == name or (name == ALL and imported.name not in {"", ALL, _DEFAULT})


def _either(names: Collection[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(names))


def _module_name(path: str) -> str:
    """Return what a file is called as a module; one that stands for its folder has the name of that."""
    file = PurePosixPath(path)
    return file.parent.name if file.stem in _INDEXES else file.stem


def _passed_on(name: str, imports: Sequence[ImportedName]) -> Iterator[str]:
    """Yield the names by which a file passes a name on."""
    for each in imports:
        if each.is_outside and _is_of(each, name):
            yield each.local
        elif each.is_outside and each.name == ALL and name != _DEFAULT:
            yield name
