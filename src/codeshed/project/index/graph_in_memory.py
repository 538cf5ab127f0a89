"""Build a graph in memory, from a repository or from a SemanticData document. No index is read or written.

Turns: a folder → SemanticData, by the stages of `index/update.py` → CodeGraph; a SemanticData document + sources → CodeGraph.
"""

import contextlib
import enum
import os
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.build.graph import build_graph
from codeshed.build.size import size_function
from codeshed.build.untyped_files import untyped_warnings
from codeshed.discover.file_reading import FolderSourceReader, read_named_file
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.truncation import WarningRecord, cap_warnings
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.model.repository_settings import Settings
from codeshed.model.semantic import Document, SemanticData
from codeshed.model.semantic_json import read_semantic_data
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.model.source_reader import SourceReader
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.current_tree import discover_tree
from codeshed.project.index.garbage_collection import without_garbage_collection
from codeshed.project.index.generic_resolution_state import ChangedGenericResolution
from codeshed.project.index.index_before import read_before
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.index.omitted_files import omission_warnings
from codeshed.project.index.resolve_stage import resolve_other_languages, resolve_python
from codeshed.project.parsing.parse_cache import NoParseCache
from codeshed.project.settings import read_settings
from codeshed.project.types.current_types import CurrentTypes, no_types
from codeshed.project.types.type_finding import TypeFinder
from codeshed.resolve.external_symbols import external_symbols_of, find_external_uses
from codeshed.resolve.python.incremental.resolved_files import ResolutionUpdate
from codeshed.types.engine_options import EngineOptions


class Types(enum.StrEnum):
    """Whether the type engine runs."""

    ON = "on"
    OFF = "off"


class ReadRepository(msgspec.Struct, frozen=True, kw_only=True):
    """The SemanticData of a repository, and the source texts that sizes are measured on.

    `omission_warnings` names code that was not read at all; a document without types says so itself.
    """

    data: SemanticData
    sources: SourceReader
    omission_warnings: tuple[WarningRecord, ...]

    @property
    def warnings(self) -> tuple[WarningRecord, ...]:
        """All warnings about what the documents lack."""
        return (*self.omission_warnings, *untyped_warnings(self.data))


def read_repository(
    root: Path,
    *,
    settings: Settings | None = None,
    types: Types | str | None = None,
    progress: Progress = ignore_progress,
    engine: EngineOptions | None = None,
    n_processes: int = 1,
) -> ReadRepository:
    """Parse and resolve all code of a repository.

    `settings` default to the repository's own; `types` overrides theirs. `n_processes` 0 means as many as the settings
    say, but no more than there are CPUs.
    """
    settings = read_settings(root) if settings is None else settings
    wants_types = Types(settings.types if types is None else types) is Types.ON
    # The repository controls the settings: they must not be able to start a hundred processes.
    n_processes = n_processes or min(settings.workers, os.cpu_count() or 1)
    with without_garbage_collection():
        before = read_before(None)
        tree = discover_tree(root, settings, before, progress=progress)
        finder = None
        if wants_types:
            finder = TypeFinder(tree=tree, before=before, engine=engine or EngineOptions(), progress=progress)
        ceiling = MemoryCeiling(settings.max_memory_bytes, len(tree.inventory.hashes))
        files = CurrentFiles(root, tree.inventory, NoParseCache(), before.resolution, ceiling)
        with finder or contextlib.nullcontext():
            files.parse_changed(n_processes=n_processes, progress=progress)
            found = no_types() if finder is None else finder.find(files)
        python = resolve_python(before, tree, files, found, ceiling=ceiling, progress=progress)
        others = resolve_other_languages(before, tree, files, progress=progress)
        files.forget_facts()
        return ReadRepository(
            data=semantic_data_of(python, others, found),
            sources=files,
            omission_warnings=omission_warnings(tree.discovery, tree.inventory.unreadable, tree.manifests),
        )


def semantic_data_of(
    python: ResolutionUpdate, others: ChangedGenericResolution, types: CurrentTypes
) -> SemanticData:
    """Return all documents sorted by path, and the external symbols that they use."""
    entry_points = python.entry_points or {}
    documents: dict[str, Document] = {
        path: replace(document, entry_points=entry_points.get(path, ()))
        for path, document in python.documents.items()
    }
    documents |= others.documents
    together = tuple(documents[path] for path in sorted(documents))
    by_path = {path: types.external_signatures(path) for path in documents}
    uses = [find_external_uses(each, by_path[each.path]) for each in together]
    signatures = {symbol: each for known in by_path.values() for symbol, each in known.items()}
    return SemanticData(documents=together, external_symbols=external_symbols_of(uses, signatures))


def index_repository(
    root: Path,
    *,
    settings: Settings | None = None,
    types: Types | str | None = None,
    progress: Progress = ignore_progress,
    size_function_name: str = DEFAULT_SIZE_FUNCTION,
    n_processes: int = 1,
) -> CodeGraph:
    """Build the graph of the code below a folder; for the options see `read_repository`."""
    settings = read_settings(root) if settings is None else settings
    repository = read_repository(
        root, settings=settings, types=types, progress=progress, n_processes=n_processes
    )
    progress("building the graph", 0, 0)
    with without_garbage_collection():
        graph = build_graph(
            repository.data,
            repository.sources,
            measure=size_function(size_function_name),
            common_names=settings.common_names,
        )
    return replace(graph, warnings=cap_warnings((*repository.omission_warnings, *graph.warnings)))


def index_semantic_data(
    semantic_data: Path, source_root: Path, *, size_function_name: str = DEFAULT_SIZE_FUNCTION
) -> CodeGraph:
    """Build the graph of a SemanticData document of any extractor, and of the sources that it describes."""
    sources = FolderSourceReader(source_root)
    documents = read_semantic_data(read_named_file(semantic_data), origin=str(semantic_data), sources=sources)
    return build_graph(documents, sources, measure=size_function(size_function_name))
