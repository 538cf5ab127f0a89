"""Incremental types: after an edit, the engine runs only over the files whose types may have changed.

Turns: known types + changed paths → TypeUpdate. An edited file runs by itself. If its exports changed, all its transitive
importers run too: since types propagate, these may depend on a definition without naming it (`a.b().c` uses the type
that `b` returns). No smaller set is known to be correct.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.python_facts import Import, PythonFacts
from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.model.languages.standard_names import PYTHON_LIBRARY
from codeshed.project.types.type_records import FileTypeRecord, TypeUpdate
from codeshed.project.types.type_runs import TypeRun, TypeRuns, narrow_runs
from codeshed.types.engine_options import EngineOptions
from codeshed.types.file_types_encoding import encode_types
from codeshed.types.type_interface_keys import outline_key, type_interface_keys

FileAt = Callable[[str], ParsedFile | None]
"""Maps a path to the parsed file, a stub too; None if it cannot be read."""

_SUFFIXES = (".py", ".pyi", ".ipynb")
_INIT = "__init__"
_N_BYTES = 8
_UNKNOWN: Mapping[str, bytes] = MappingProxyType({})
_DEPENDED_ON = PYTHON_LIBRARY - {"test", "idlelib", "turtledemo"}
"""Modules that others of the standard library may import; these few packages are imported by none."""


class TypedProject(msgspec.Struct, frozen=True, kw_only=True):
    """A project as it is now: its root, planned runs, and access to its files.

    `symbols_in` is called for any file of the project and returns nothing for stubs; `file_at` only for changed files and
    their importers.
    """

    root: Path
    runs: tuple[TypeRun, ...]
    file_at: FileAt
    symbols_in: SymbolsByOffset
    options: EngineOptions
    raise_if_outdated: Callable[[], None] | None = None
    """Polled while an engine runs; an exception from it ends the run."""


def run_types(
    project: TypedProject, targets: Collection[str], outlines: Mapping[str, bytes] = _UNKNOWN
) -> TypeUpdate:
    """Run the engine over some files of a project; `outlines` are the outline keys of files with the text of before."""
    narrowed = narrow_runs(project.runs, targets)
    if not narrowed:
        return TypeUpdate(types_by_path={}, problems=())
    engines = TypeRuns(project.root, narrowed, project.options)
    try:
        return collect_types(project, narrowed, engines, outlines)
    finally:
        engines.close()


def collect_types(
    project: TypedProject,
    runs: tuple[TypeRun, ...],
    engines: TypeRuns,
    outlines: Mapping[str, bytes] = _UNKNOWN,
) -> TypeUpdate:
    """Wait for engines that run already, and return the types that they found; `outlines` as for `run_types`."""
    report = engines.wait(project.symbols_in, project.raise_if_outdated)
    found = {}
    for path, roots_key in sorted(_roots_key_by_path(runs, project.options).items()):
        file = project.file_at(path)
        if file is not None:
            types = report.read(path, file.facts.line_starts)
            found[path] = FileTypeRecord(
                types=None if types is None else encode_types(types),
                exports=type_interface_keys(
                    path,
                    file.content,
                    file.facts,
                    types,
                    report.answers(path),
                    outline=outlines.get(path),
                ),
                imports=imports_of(path, file.facts),
                roots_key=roots_key,
            )
    return TypeUpdate(types_by_path=found, problems=report.problems)


def update_types(
    project: TypedProject,
    known: Mapping[str, FileTypeRecord],
    changed: Collection[str],
) -> TypeUpdate:
    """Find the types of all files that a change may affect.

    `changed` are the paths of files that were edited, added or removed.
    """
    roots_key_by_path = _roots_key_by_path(project.runs, project.options)
    moved = [
        path for path, key in roots_key_by_path.items() if path in known and known[path].roots_key != key
    ]
    importers = ImportGraph(project, _imports(known, changed, project.file_at))
    visibly_edited = [path for path in changed if _has_new_outline(path, known, project.file_at)]
    again = {path for path in (*changed, *map(_stub_or_module, visibly_edited)) if path in roots_key_by_path}
    targets = again | importers.transitive_importers((*visibly_edited, *moved)) | {*moved}
    edited = frozenset(changed)
    outlines = {
        path: known[path].exports.outline
        for path in targets | importers.transitive_importers(changed)
        if path in known and path not in edited
    }
    first = run_types(project, targets, outlines)
    with_new_exports = [path for path in changed if _has_new_exports(path, known, first.types_by_path)]
    second = run_types(project, importers.transitive_importers(with_new_exports) - targets, outlines)
    return TypeUpdate(
        types_by_path={**first.types_by_path, **second.types_by_path},
        problems=(*first.problems, *second.problems),
    )


def _roots_key_by_path(runs: tuple[TypeRun, ...], options: EngineOptions) -> dict[str, bytes]:
    """Return, for each file of a run, a key of the search roots: if it changes, imports may resolve differently."""
    keys = {}
    for run in runs:
        roots = "\0".join((options.package_name, *run.search_roots))
        key = hashlib.sha256(roots.encode("utf-8", "surrogateescape")).digest()[:_N_BYTES]
        keys.update(dict.fromkeys(run.paths, key))
    return keys


def _imports(
    known: Mapping[str, FileTypeRecord], changed: Collection[str], file_at: FileAt
) -> dict[str, tuple[str, ...]]:
    """Return the imports of each file as they are now."""
    imports = {path: each.imports for path, each in known.items()}
    for path in changed:
        file = file_at(path)
        if file is None:
            imports.pop(path, None)
        else:
            imports[path] = imports_of(path, file.facts)
    return imports


def _stub_or_module(path: str) -> str:
    """Return the stub of a module, or the module of a stub: the types of each depend on the other."""
    return path.removesuffix("i") if path.endswith(".pyi") else f"{path}i"


def _has_new_outline(path: str, known: Mapping[str, FileTypeRecord], file_at: FileAt) -> bool:
    """Whether other files may see an edit, judged by the text alone; they always see added and removed files."""
    file = file_at(path)
    if path not in known or file is None:
        return True
    return outline_key(file.content, file.facts) != known[path].exports.outline


def _has_new_exports(
    path: str, known: Mapping[str, FileTypeRecord], found: Mapping[str, FileTypeRecord]
) -> bool:
    return path in known and path in found and known[path].exports != found[path].exports


def imports_of(path: str, facts: PythonFacts) -> tuple[str, ...]:
    """Return the imports of a file as paths: `a/b/c` for `a.b.c`, and `/x/y/c` for `from . import c` in `x/y/z.py`."""
    found = set()
    for scope in facts.scopes:
        for statement in scope.statements:
            if isinstance(statement, Import):
                found.add(_imported(path, statement))
    return tuple(sorted(found))


def _imported(path: str, statement: Import) -> str:
    names = statement.module.split(".") if statement.module else []
    if statement.name not in {None, "*"}:
        names.append(statement.name or "")
    if not statement.level:
        return "/".join(names)
    folders = path.split("/")[:-1]
    above = folders[: max(0, len(folders) - statement.level + 1)]
    return "/".join(("", *above, *names))


class ImportGraph:
    """The import graph by import statements alone: a name may resolve below any root, and imports all packages above it."""

    def __init__(self, project: TypedProject, imports_by_path: Mapping[str, tuple[str, ...]]) -> None:
        roots = {root for run in project.runs for root in run.search_roots}
        self._roots = sorted("" if root == "." else root for root in roots)
        self._package_name = project.options.package_name
        self._all = frozenset(imports_by_path)
        stems_by_name: dict[str, list[str]] = {}
        self._importers_by_stem: dict[str, set[str]] = defaultdict(set)
        for path, names in imports_by_path.items():
            for name in names:
                if name not in stems_by_name:
                    stems_by_name[name] = list(dict.fromkeys(self._stems(name)))
                for stem in stems_by_name[name]:
                    self._importers_by_stem[stem].add(path)

    def _stems(self, name: str) -> Iterable[str]:
        """Yield the paths, without suffix, of the modules that a name may resolve to, and of their packages."""
        if name.startswith("/"):
            yield from _with_folders_above(name[1:])
            return
        for root in self._roots:
            yield from _with_folders_above(f"{root}/{name}" if root else name)
        first, _, rest = name.partition("/")
        if first == self._package_name:
            yield from _with_folders_above(rest)

    def transitive_importers(self, paths: Iterable[str]) -> set[str]:
        """Return the transitive importers of some files."""
        found: set[str] = set()
        frontier = {_stem(path) for path in paths}
        if any(self._is_standard(stem) for stem in frontier):
            return set(self._all)
        while frontier:
            importers = set().union(*(self._importers_by_stem.get(stem, ()) for stem in frontier)) - found
            found |= importers
            frontier = {_stem(path) for path in importers}
        return found

    def _is_standard(self, stem: str) -> bool:
        """Whether a module shadows one of the standard library: all code depends on these."""
        prefixes = (f"{root}/" if root else "" for root in self._roots)
        inner = (stem.removeprefix(prefix) for prefix in prefixes if stem.startswith(prefix))
        return any(each.split("/", 1)[0] in _DEPENDED_ON for each in inner)


def _with_folders_above(stem: str) -> Iterable[str]:
    """Yield a path and all folders above it, the root included."""
    while stem:
        yield stem
        stem = stem.rpartition("/")[0]
    yield ""


def _stem(path: str) -> str:
    """Return the path of a module without its suffix; for a package, its folder."""
    for suffix in _SUFFIXES:
        path = path.removesuffix(suffix)
    return path.removesuffix(_INIT).removesuffix("/")
