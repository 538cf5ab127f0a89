"""The whole flow on one screen: a repository, or documents and sources, in; a graph out."""

import enum
import os
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.build.graph import build_graph
from codeshed.build.size import size_function
from codeshed.build.untyped_files import NO_TYPES, untyped_warnings
from codeshed.discover.files import FolderSourceReader, read_bytes, read_named_file
from codeshed.discover.walk import Discovery, walk
from codeshed.errors import NothingToIndexError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.language import is_python
from codeshed.model.limits import WarningRecord, cap_warnings
from codeshed.model.progress import Progress, be_quiet
from codeshed.model.semantic import Problem, SemanticData
from codeshed.model.semantic_json import read_semantic_data
from codeshed.model.settings import Settings
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.index.garbage_collection import without_collector
from codeshed.project.index.generated_files import marked, marks_in
from codeshed.project.index.omitted_files import tree_warnings
from codeshed.project.parsing.generic_parsing import parse_code_files
from codeshed.project.parsing.python_parsing import ParsedSources, parse_files
from codeshed.project.settings import read_settings
from codeshed.project.types.type_runs import CombinedReport, TypeRuns, plan_runs, symbols_in_files
from codeshed.resolve.generic.resolve_generic import resolve_code
from codeshed.resolve.languages.language_table import CUSTOMS
from codeshed.resolve.python.resolve_python import joined_data, resolve
from codeshed.types.options import EngineOptions


class Types(enum.StrEnum):
    """Whether the type engine is asked."""

    ON = "on"
    OFF = "off"


class ReadRepository(msgspec.Struct, frozen=True, kw_only=True):
    """A repository as it was read: what was found of its code, and the texts that its sizes are measured on.

    `left_out` says which code was not read at all; what was read without types, its documents say themselves.
    """

    data: SemanticData
    sources: ParsedSources
    discovery: Discovery
    left_out: tuple[WarningRecord, ...]

    @property
    def warnings(self) -> tuple[WarningRecord, ...]:
        """All that a reader of the documents must be told."""
        return (*self.left_out, *untyped_warnings(self.data))


def read_repository(
    root: Path,
    *,
    settings: Settings | None = None,
    types: Types | str | None = None,
    progress: Progress = be_quiet,
    engine: EngineOptions | None = None,
    n_processes: int = 1,
) -> ReadRepository:
    """Read all code of a repository and resolve what it means.

    Without `settings` the repository's own hold; `types` overrides what they say. `n_processes` 0 means as many as they
    say, or as help.
    """
    settings = read_settings(root) if settings is None else settings
    with without_collector():
        return _read_repository(
            root,
            settings=settings,
            types=Types(settings.types if types is None else types),
            progress=progress,
            engine=EngineOptions() if engine is None else engine,
            # The settings are the repository's: they may slow us down, and not start a hundred processes.
            n_processes=n_processes or min(settings.workers, os.cpu_count() or 1),
        )


def _read_repository(
    root: Path,
    *,
    settings: Settings,
    types: Types,
    progress: Progress,
    engine: EngineOptions,
    n_processes: int,
) -> ReadRepository:
    discovery = walk(root, settings)
    codes = tuple(path for path in discovery.files if is_python(path) and not path.endswith(".pyi"))
    others = tuple(path for path in discovery.files if not is_python(path))
    if not codes and not others:
        raise NothingToIndexError(str(root))
    package_name = _package_name(root, codes)
    options = replace(
        engine,
        site_package_paths=(*engine.site_package_paths, *_environments(root, discovery)),
        package_name=package_name,
    )
    running = (
        TypeRuns(root, plan_runs(tuple(filter(is_python, discovery.files))), options)
        if types is Types.ON
        else None
    )
    try:
        parsed = parse_files(
            root,
            codes,
            n_processes=n_processes,
            report=lambda n_done: progress("reading", n_done, len(codes)),
        )
        marks = marks_in(discovery)
        files = [marked(file, marks) for file in parsed]
        progress("waiting for types", 0, 0)
        report = None if running is None else running.wait(symbols_in_files(files))
        progress("resolving", 0, 0)
        manifests = _manifests(root, discovery)
        data = resolve(files, report, manifests=manifests, package_name=package_name)
        codes_parsed = parse_code_files(root, others, n_processes=n_processes)
        code_files = [marked(file, marks) for file in codes_parsed]
        data = joined_data(data, resolve_code(code_files, manifests, CUSTOMS))
    finally:
        if running is not None:
            running.close()
    read = {file.path for file in files} | {file.path for file in code_files}
    unread = tuple(sorted({*codes, *others} - read))
    return ReadRepository(
        data=_with_problems(data, report),
        sources=ParsedSources((*files, *code_files)),
        discovery=discovery,
        left_out=tree_warnings(discovery, unread, manifests),
    )


def index_repository(
    root: Path,
    *,
    settings: Settings | None = None,
    types: Types | str | None = None,
    progress: Progress = be_quiet,
    size_function_name: str = DEFAULT_SIZE_FUNCTION,
    n_processes: int = 1,
) -> CodeGraph:
    """Build the graph of the code below a folder; the options are those of `read_repository`."""
    settings = read_settings(root) if settings is None else settings
    repository = read_repository(
        root, settings=settings, types=types, progress=progress, n_processes=n_processes
    )
    progress("building the graph", 0, 0)
    with without_collector():
        graph = build_graph(
            repository.data,
            repository.sources,
            measure=size_function(size_function_name),
            common_names=settings.common_names,
        )
    return replace(graph, warnings=cap_warnings((*repository.left_out, *graph.warnings)))


def index_semantic_data(
    semantic_data: Path, source_root: Path, *, size_function_name: str = DEFAULT_SIZE_FUNCTION
) -> CodeGraph:
    """Build the graph of a SemanticData document, from any extractor, and the sources that it speaks of."""
    sources = FolderSourceReader(source_root)
    documents = read_semantic_data(read_named_file(semantic_data), origin=str(semantic_data), sources=sources)
    return build_graph(documents, sources, measure=size_function(size_function_name))


def _package_name(root: Path, paths: tuple[str, ...]) -> str:
    """Return the name by which the folder itself is imported, if it is a package; code in it knows it by that name."""
    name = root.resolve().name
    return name if "__init__.py" in paths and name.isidentifier() else ""


def _manifests(root: Path, discovery: Discovery) -> dict[str, bytes]:
    contents = {path: read_bytes(root, path) for path in discovery.manifests}
    return {path: content for path, content in contents.items() if isinstance(content, bytes)}


def _environments(root: Path, discovery: Discovery) -> tuple[Path, ...]:
    """Return the folders with installed packages that lie in the repository: they tell the types of other code."""
    return tuple(root / path for path in discovery.environments)


def _with_problems(data: SemanticData, report: CombinedReport | None) -> SemanticData:
    """Say of each file without types that it has none."""
    reason_by_path = (
        {} if report is None else {each: problem for problem in report.problems for each in problem.paths}
    )
    if not reason_by_path:
        return data
    documents = tuple(
        msgspec.structs.replace(
            document,
            problems=(
                *document.problems,
                Problem(code=NO_TYPES, message=reason_by_path[document.path].message),
            ),
        )
        if document.path in reason_by_path
        else document
        for document in data.documents
    )
    return msgspec.structs.replace(data, documents=documents)
