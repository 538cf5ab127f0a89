"""One run of `codeshed index`: load a saved index if asked to, update, save.

Turns: an IndexRequest and ArtifactOptions → IndexSummary.
"""

import time
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.errors import InvalidOptionError, StoreDamagedError
from codeshed.graph.answers.graph_figures import graph_figures
from codeshed.model.answers.truncation import cap_warnings
from codeshed.project.index.enclosing_index_warnings import enclosing_index_warnings, new_index_warnings
from codeshed.project.index.index_refresh import refresh_index
from codeshed.project.index.index_request import IndexOutcome, IndexRequest, StartingPoint
from codeshed.project.types.unsettled_types import unsettled_warnings
from codeshed.query.index_summary import Action, IndexSummary
from codeshed.store.graph_file import open_graph
from codeshed.store.index_layout import find_index_files
from codeshed.store.index_reading import IndexReader, open_index


class ArtifactOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Which saved index to start from, and where to save the result; if `save` is a folder, the tree's hash names the file."""

    from_file: Path | None = None
    from_folder: Path | None = None
    base: str | None = None
    save: Path | None = None


def run_index(request: IndexRequest, artifacts: ArtifactOptions) -> IndexSummary:
    """Update the index of a repository, and summarize what was done and what it holds."""
    _check(request, artifacts)
    begin = time.monotonic()
    first = new_index_warnings(request)
    start = _start(request, artifacts)
    outcome = refresh_index(request)
    start = replace(start, warnings=(*(first or enclosing_index_warnings(request)), *start.warnings))
    with open_index(request.index_dir) as reader:
        saved_as = _save(reader, artifacts.save)
        return _summary(reader, outcome, start, saved_as, time.monotonic() - begin)


def _check(request: IndexRequest, artifacts: ArtifactOptions) -> None:
    n_starts = sum(
        (artifacts.from_file is not None, artifacts.from_folder is not None, request.is_rebuild_wanted)
    )
    if n_starts > 1:
        raise InvalidOptionError(
            "--from, --from-cache and --rebuild say different things about where to start",
            hint="give one of them",
        )
    if artifacts.base is not None and artifacts.from_folder is None:
        raise InvalidOptionError(
            "--base says which saved index is near enough, and there are none to choose from",
            hint="name a folder of saved indexes with --from-cache DIR",
        )
    if artifacts.save is not None and artifacts.save.is_file():
        from codeshed.store.artifact import check_save_target

        check_save_target(artifacts.save)


def _start(request: IndexRequest, artifacts: ArtifactOptions) -> StartingPoint:
    if artifacts.from_file is None and artifacts.from_folder is None:
        return StartingPoint(path=None)
    from codeshed.project.index.saved_indexes import start_from_file, start_from_folder

    if artifacts.from_file is not None:
        return start_from_file(request, artifacts.from_file)
    if artifacts.from_folder is not None:
        return start_from_folder(request, artifacts.from_folder, artifacts.base)
    return StartingPoint(path=None)


def _save(reader: IndexReader, save: Path | None) -> str | None:
    if save is None:
        return None
    from codeshed.store.artifact import artifact_name, save_index

    file = save / artifact_name(reader.meta.tree_hash) if save.is_dir() else save
    return str(save_index(reader.index_dir, file).path)


def _summary(
    reader: IndexReader, outcome: IndexOutcome, start: StartingPoint, saved_as: str | None, seconds: float
) -> IndexSummary:
    if reader.graph_path is None:
        raise StoreDamagedError(str(reader.index_dir), "it has no graph")
    graph = open_graph(reader.graph_path)
    return IndexSummary(
        action=_action(outcome),
        reason=outcome.rebuild_reason,
        n_changed=outcome.n_changed,
        n_removed=outcome.n_removed,
        n_resolved=outcome.n_resolved,
        n_settled=outcome.n_settled,
        n_files=outcome.n_files,
        figures=graph_figures(graph),
        types=reader.meta.types.value,
        commit=reader.meta.commit,
        tree_hash=reader.meta.tree_hash,
        index_dir=str(reader.index_dir),
        n_bytes=sum(own.n_bytes for own in find_index_files(reader.index_dir)),
        seconds=round(seconds, 2),
        started_from=None if start.path is None else str(start.path),
        saved_as=saved_as,
        warnings=cap_warnings(
            (*start.warnings, *outcome.warnings, *unsettled_warnings(reader), *graph.warnings)
        ),
    )


def _action(outcome: IndexOutcome) -> Action:
    if outcome.rebuild_reason:
        return Action.BUILT
    return Action.UNCHANGED if outcome.is_unchanged else Action.UPDATED
