"""The status of an index: what it holds, how fresh and how complete it is. Read-only.

Turns: an IndexRequest → StatusReport; an IndexRequest and paths → PathStatusReport.
"""

import os
from collections import Counter
from pathlib import Path

from codeshed.discover.checked_out_commit import checked_out_commit
from codeshed.discover.exclusion_reasons import Layer, Rule
from codeshed.discover.path_explanation import Explanation, explain_paths
from codeshed.discover.source_discovery import Discovery, discover_files
from codeshed.errors import CodeshedError, IndexMissingError, StoreDamagedError
from codeshed.graph.answers.graph_figures import graph_figures
from codeshed.model.answers.truncation import cap_warnings
from codeshed.model.semantic import Document, Reference, ReferenceRole, UnresolvedReason
from codeshed.project.index.current_files import STUB_SUFFIX
from codeshed.project.index.enclosing_index_warnings import enclosing_index_warnings
from codeshed.project.index.file_inventory import (
    MANIFESTS,
    find_changed_manifests,
    read_manifests,
    take_inventory,
)
from codeshed.project.index.generated_files import read_stored_marks
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import index_signature
from codeshed.project.index.omitted_files import (
    find_changed_omissions,
    find_omissions,
    is_rule_file,
    read_stored_omissions,
)
from codeshed.project.index.stored_resolution import DOCUMENTS, StoredResolution
from codeshed.project.settings import settings_location
from codeshed.project.types.stored_types import read_type_problems
from codeshed.project.types.unsettled_types import read_unsettled, unsettled_warnings
from codeshed.query.status import (
    MAX_LISTED,
    CacheState,
    DecidingRule,
    Differences,
    IndexState,
    PathProblem,
    PathStatus,
    PathStatusReport,
    SlowFile,
    StatusReport,
    UnresolvedCalls,
)
from codeshed.store.cache_folder import cache_size
from codeshed.store.graph_file import open_graph
from codeshed.store.index_layout import find_index_files, find_root_above
from codeshed.store.index_lock import find_lock_holder
from codeshed.store.index_reading import IndexReader, open_index
from codeshed.store.index_records import GENERATED

_N_LOCATIONS = 3


def find_status(
    request: IndexRequest, cache_folder: Path | None, *, slow: bool = False, unresolved: bool = False
) -> StatusReport:
    """Return the status of a repository's index, or why it cannot be read."""
    discovery = discover_files(request.root, request.settings)
    state, problem, hint = None, "", ""
    try:
        with open_index(request.index_dir) as reader:
            state = _state(request, reader, discovery, slow=slow, unresolved=unresolved)
    except CodeshedError as error:
        problem, hint = error.message, error.hint
        above = find_root_above(request.root, request.index_dir)
        if isinstance(error, IndexMissingError) and above is not None:
            hint = f"--repo {above} asks the index that is there; {hint} of this folder alone"
    holder = find_lock_holder(request.index_dir)
    return StatusReport(
        root=str(request.root.resolve()),
        index_dir=str(request.index_dir),
        index=state,
        problem=problem,
        hint=hint,
        n_left_out_by_reason={reason.value: count for reason, count in discovery.n_left_out_by_reason},
        writer=None if holder is None else str(holder),
        cache=CacheState(
            folder=None if cache_folder is None else str(cache_folder), n_bytes=cache_size(cache_folder)
        ),
    )


def _state(
    request: IndexRequest, reader: IndexReader, discovery: Discovery, *, slow: bool, unresolved: bool
) -> IndexState:
    if reader.graph_path is None:
        raise StoreDamagedError(str(reader.index_dir), "it has no graph")
    graph = open_graph(reader.graph_path)
    figures = graph_figures(graph)
    unsettled = read_unsettled(reader)
    languages = Counter(record.language for record in reader.files if not record.path.endswith(STUB_SUFFIX))
    return IndexState(
        is_usable=reader.meta.signature == index_signature(request.settings, request.scorer.name),
        n_files_by_language=dict(sorted(languages.items())),
        figures=figures,
        n_stub_files=sum(record.path.endswith(STUB_SUFFIX) for record in reader.files),
        n_generated_files=sum(record.status == GENERATED for record in reader.files),
        n_files_with_problems=sum(record.n_problems > 0 for record in reader.files),
        n_files_without_types=len(read_type_problems(reader)),
        n_files_with_provisional_types=len(unsettled.provisional),
        n_files_to_be_typed_again=len(unsettled.failed),
        types=reader.meta.types.value,
        commit=reader.meta.commit,
        head=checked_out_commit(request.root),
        differences=_differences(request.root, reader, discovery),
        n_bytes=sum(own.n_bytes for own in find_index_files(reader.index_dir)),
        warnings=cap_warnings(
            (*enclosing_index_warnings(request), *unsettled_warnings(reader), *graph.warnings)
        ),
        slow_files=_slow_files(reader) if slow else None,
        unresolved=_unresolved(reader, figures.calls.unresolved_by_reason) if unresolved else None,
    )


def _differences(root: Path, reader: IndexReader, discovery: Discovery) -> Differences:
    """Compare the files with the index; files with doubtful times are read."""
    inventory = take_inventory(root, discovery, reader.files, reader.meta.built_at, read_stored_marks(reader))
    known = {record.path for record in reader.files}
    manifests = find_changed_manifests(reader.read_shared(MANIFESTS), read_manifests(root, discovery))
    before, now = read_stored_omissions(reader), find_omissions(discovery, inventory.unreadable)
    lost = find_changed_omissions(before, now)
    rules = [path for path in lost if is_rule_file(path, before, now)]
    changed = tuple(
        sorted({*(path for path in inventory.changed_contents if path in known), *manifests, *rules})
    )
    added = tuple(sorted(path for path in inventory.changed_contents if path not in known))
    gone = {*inventory.removed, *lost} - {*changed, *added}
    left_out = tuple(sorted(path for path in gone if os.path.lexists(root / path)))
    removed = tuple(sorted(gone - {*left_out}))
    return Differences(
        n_changed=len(changed),
        n_added=len(added),
        n_removed=len(removed),
        n_left_out=len(left_out),
        changed=changed[:MAX_LISTED],
        added=added[:MAX_LISTED],
        removed=removed[:MAX_LISTED],
        left_out=left_out[:MAX_LISTED],
    )


def _slow_files(reader: IndexReader) -> tuple[SlowFile, ...]:
    parsed = [record for record in reader.files if record.parse_milliseconds]
    slowest = sorted(parsed, key=lambda record: (-record.parse_milliseconds, record.path))[:MAX_LISTED]
    return tuple(SlowFile(path=each.path, milliseconds=each.parse_milliseconds) for each in slowest)


def _unresolved(reader: IndexReader, n_calls_by_reason: dict[str, int]) -> tuple[UnresolvedCalls, ...]:
    """Return the reasons, the most frequent first; documents are read until each reason has enough locations."""
    places: dict[str, list[str]] = {reason: [] for reason in n_calls_by_reason}
    for document in StoredResolution(reader).iter_documents():
        if all(len(found) >= _N_LOCATIONS for found in places.values()):
            break
        for reference in document.references:
            if _is_unresolved_call(reference):
                found = places.get((reference.reason or UnresolvedReason.OTHER).value, [])
                if len(found) < _N_LOCATIONS:
                    found.append(_location(document, reference))
    ranked = sorted(n_calls_by_reason.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        UnresolvedCalls(reason=UnresolvedReason(reason), n_calls=count, places=tuple(places[reason]))
        for reason, count in ranked[:MAX_LISTED]
    )


def _is_unresolved_call(reference: Reference) -> bool:
    return (
        reference.role is ReferenceRole.CALL and reference.target_symbol is None and not reference.candidates
    )


def _location(document: Document, reference: Reference) -> str:
    return document.path if reference.span is None else f"{document.path}:{reference.span.start_line}"


def explain_status(request: IndexRequest, paths: tuple[str, ...]) -> PathStatusReport:
    """Explain for each path whether it is indexed, which rule decides, and which problems its file has."""
    explanations = explain_paths(request.root, request.settings, paths)
    problem, hint = "", ""
    try:
        with open_index(request.index_dir) as reader:
            found = tuple(_path_status(request, each, reader) for each in explanations)
    except CodeshedError as error:
        found = tuple(_path_status(request, each, None) for each in explanations)
        if not isinstance(error, IndexMissingError):
            problem, hint = error.message, error.hint
    return PathStatusReport(root=str(request.root.resolve()), problem=problem, hint=hint, paths=found)


def _path_status(request: IndexRequest, explanation: Explanation, reader: IndexReader | None) -> PathStatus:
    path = explanation.path
    record = None if reader is None else next((each for each in reader.files if each.path == path), None)
    return PathStatus(
        path=path,
        standing=explanation.standing.value,
        language=explanation.language,
        reason=None if explanation.reason is None else explanation.reason.value,
        rule=None if explanation.rule is None else _deciding_rule(request, explanation.rule),
        decided_at=explanation.decided_at,
        link_target=explanation.link_target,
        n_files=explanation.n_files,
        is_in_index=record is not None,
        is_generated=record is not None and record.status == GENERATED,
        problems=() if reader is None else _problems(reader, path),
    )


def _problems(reader: IndexReader, path: str) -> tuple[PathProblem, ...]:
    if reader.read_part(DOCUMENTS, path) is None:
        return ()
    return tuple(
        PathProblem(
            code=problem.code,
            message=problem.message,
            line=None if problem.span is None else problem.span.start_line,
        )
        for problem in StoredResolution(reader).displayed_document(path).problems
    )


def _deciding_rule(request: IndexRequest, rule: Rule) -> DecidingRule:
    source = (
        f"{settings_location(request.root)} {rule.source}" if rule.layer is Layer.SETTINGS else rule.source
    )
    return DecidingRule(source=source, line=rule.line, pattern=rule.pattern, is_negated=rule.is_negated)
