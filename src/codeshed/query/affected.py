"""Which packages, build targets and owners does a change affect?

Turns: CodeGraph + ChangeSet + FileGroups (who builds and owns a file) → AffectedReportV1: the changed files and all files
that the change reaches from them, grouped.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from codeshed.graph.changes.dangling_users import DanglingUser, count_changed_imports, find_dangling_users
from codeshed.graph.changes.impact_roots import ChangeRequest, find_impact_roots, state_warnings
from codeshed.graph.changes.impact_walk import ImpactOptions, walk_impact
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.incompleteness.incompleteness_causes import change_causes, incompleteness_causes
from codeshed.graph.walk.bounded_walk import Direction, ReachedNode
from codeshed.graph.walk.edge_filter import EdgeFilters
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of
from codeshed.model.answers.answer_graph import VERSION, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import Confidence
from codeshed.model.answers.truncation import (
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    warning_truncation,
)
from codeshed.model.change_set import ChangeSet
from codeshed.model.dangling_references import DanglingReferences
from codeshed.model.symbol_ids import package_of_path

NO_BUILD_SYSTEM = "NO_BUILD_SYSTEM"
NO_CODEOWNERS = "NO_CODEOWNERS"
BUILD_FILE_NOT_READ = "BUILD_FILE_NOT_READ"

_MAX_NAMED = 5


class FileGroups(Protocol):
    """Which build targets and owners a file has."""

    @property
    def build_system(self) -> str | None:
        """The build system of the repository, if it is known."""

    @property
    def owners_file(self) -> str | None:
        """The CODEOWNERS file, if there is one."""

    def targets_of(self, path: str) -> tuple[str, ...]:
        """Return the build targets that contain a file."""

    def dependents_of(self, target: str) -> tuple[str, ...]:
        """Return the targets that directly depend on a target, as the build files declare."""

    @property
    def build_problems(self) -> tuple[tuple[str, str], ...]:
        """Build files that could not be read, among all that were needed so far: paths and reasons."""

    def owners_of(self, path: str) -> tuple[str, ...]:
        """Return the owners of a file."""


class AffectedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The change, how far and along which edges to follow it, and the caps.

    `dangling_references` are dangling references: lines that still name what `changes` removed.
    """

    caps: Caps
    changes: ChangeSet
    depth: int
    dangling_references: DanglingReferences = DanglingReferences()
    min_confidence: float = 0.0


class AffectedGroup(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A package, target or owner: its distance from the change (0 if its own files changed), and how many of its files are affected.

    `example` is the nearest file, with the highest confidence, first by name. A target without an affected file depends on
    another one, `through`, which is one step nearer; its example is that of the other.
    """

    name: str
    distance: int
    confidence: Confidence
    n_files: int
    example: str
    through: str | None = None


class AffectedReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What a change affects; groups are ordered by distance, falling confidence and name.

    `files_without_target` and `files_without_owner` are the first files that no target contains or nobody owns, by path.
    """

    version: Version
    old: str
    new: str
    depth: int
    packages: tuple[AffectedGroup, ...]
    targets: tuple[AffectedGroup, ...]
    owners: tuple[AffectedGroup, ...]
    n_files: int
    n_files_without_target: int
    n_files_without_owner: int
    basis: Basis
    build_system: str | None = None
    owners_file: str | None = None
    files_without_target: tuple[str, ...] = ()
    files_without_owner: tuple[str, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class _File(msgspec.Struct, frozen=True, kw_only=True):
    """An affected file, with the distance and confidence of its nearest node."""

    path: str
    distance: int
    confidence: float


def affected(
    graph: CodeGraph,
    request: AffectedRequest,
    file_groups: FileGroups,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> AffectedReportV1:
    """Return what a change affects: `affected(graph, AffectedRequest(caps=caps, changes=changes, depth=10), belonging)`."""
    caps = request.caps
    changes = request.changes
    starts = find_impact_roots(graph, ChangeRequest(changes=changes), max_candidates=caps.max_candidates)
    options = ImpactOptions(
        caps=caps, depth=request.depth, filters=EdgeFilters(min_confidence=request.min_confidence)
    )
    of_changes = starts.change_roots
    work = WorkCounter(caps.work, clock)
    found = walk_impact(
        graph,
        starts.rows,
        options,
        work,
        signature_rows=None if of_changes is None else of_changes.signature_rows,
    )
    dangling_users = find_dangling_users(graph, request.dangling_references.places, found, options, work)
    files = _files(graph, changes, (*found.affected, *dangling_users.nodes))
    truncation = merge_truncation_records((*starts.truncation, *found.truncation, *dangling_users.truncation))
    without_target = [each.path for each in files if not file_groups.targets_of(each.path)]
    without_owner = [each.path for each in files if not file_groups.owners_of(each.path)]
    causes = (
        *incompleteness_causes(graph, found.result, (Direction.BACKWARD,), truncation),
        *change_causes(
            0 if of_changes is None else len(of_changes.removed),
            starts.n_unread,
            count_changed_imports(graph, changes, dangling_users, request.dangling_references.unsearched),
        ),
    )
    targets = _with_dependent_targets(_groups(files, file_groups.targets_of), file_groups.dependents_of)
    # Build files are read lazily: their problems are known only now.
    warnings = cap_warnings(
        (
            *starts.warnings,
            *state_warnings(changes, index),
            *_missing_sources(file_groups),
            *count_index_warnings(graph.warnings),
        )
    )
    return AffectedReportV1(
        version=VERSION,
        old=changes.old,
        new=changes.new,
        depth=found.depth,
        packages=_groups(files, lambda path: (package_of_path(path),)),
        targets=targets,
        owners=_groups(files, file_groups.owners_of),
        n_files=len(files),
        n_files_without_target=len(without_target),
        n_files_without_owner=len(without_owner),
        files_without_target=tuple(without_target[:_MAX_NAMED])
        if file_groups.build_system is not None
        else (),
        files_without_owner=tuple(without_owner[:_MAX_NAMED]) if file_groups.owners_file is not None else (),
        basis=basis_of(causes, caps, IndexIdentity() if index is None else index),
        build_system=file_groups.build_system,
        owners_file=file_groups.owners_file,
        truncation=(*truncation, *warning_truncation(warnings, "impact")),
        warnings=warnings,
    )


def _files(
    graph: CodeGraph, changes: ChangeSet, nodes: Iterable[ReachedNode | DanglingUser]
) -> tuple[_File, ...]:
    """Return all affected files by path: changed and deleted ones, and those of the nodes that the change reaches."""
    by_path: dict[str, _File] = {}
    for each in changes.files:
        for path in (each.path, each.old_path):
            if path is not None:
                by_path[path] = _File(path=path, distance=0, confidence=1.0)
    for reached in nodes:
        path = graph.file_path(reached.row)
        if path is None:
            continue
        file = _File(path=path, distance=reached.distance, confidence=round(reached.confidence, 6))
        known = by_path.setdefault(path, file)
        if (file.distance, -file.confidence) < (known.distance, -known.confidence):
            by_path[path] = file
    return tuple(by_path[path] for path in sorted(by_path))


def _groups(files: Iterable[_File], names_of: Callable[[str], tuple[str, ...]]) -> tuple[AffectedGroup, ...]:
    files_by_name: dict[str, list[_File]] = {}
    for file in files:
        for name in names_of(file.path):
            files_by_name.setdefault(name, []).append(file)
    found = []
    for name, members in files_by_name.items():
        nearest = min(members, key=lambda each: (each.distance, -each.confidence, each.path))
        found.append(
            AffectedGroup(
                name=name,
                distance=nearest.distance,
                confidence=nearest.confidence,
                n_files=len(members),
                example=nearest.path,
            )
        )
    return tuple(sorted(found, key=_order))


def _with_dependent_targets(
    groups: Sequence[AffectedGroup], dependents_of: Callable[[str], tuple[str, ...]]
) -> tuple[AffectedGroup, ...]:
    """Add the targets that transitively depend on affected ones, each through the nearest of its dependencies."""
    found = {each.name: each for each in groups}
    queue = [_order(each) for each in groups]
    heapq.heapify(queue)
    while queue:
        *_, name = heapq.heappop(queue)
        nearest = found[name]
        for each in dependents_of(name):
            if each not in found:
                found[each] = msgspec.structs.replace(
                    nearest, name=each, distance=nearest.distance + 1, n_files=0, through=name
                )
                heapq.heappush(queue, _order(found[each]))
    return tuple(sorted(found.values(), key=_order))


def _order(group: AffectedGroup) -> tuple[int, float, str]:
    return group.distance, -group.confidence, group.name


def _missing_sources(belonging: FileGroups) -> tuple[WarningRecord, ...]:
    warnings = []
    if belonging.build_system is None:
        warnings.append(
            WarningRecord(
                code=NO_BUILD_SYSTEM,
                message="no targets: neither pants.toml, a Bazel workspace, nx.json, pnpm-workspace.yaml nor npm "
                "workspaces were found in the root",
            )
        )
    problems = belonging.build_problems
    if problems:
        (path, why), n_others = problems[0], len(problems) - 1
        others = f" (and so it is with {n_others} more)" if n_others else ""
        warnings.append(
            WarningRecord(
                code=BUILD_FILE_NOT_READ, message=f"targets may be wrong or missing: {path}: {why}{others}"
            )
        )
    if belonging.owners_file is None:
        warnings.append(
            WarningRecord(
                code=NO_CODEOWNERS, message="no owners: the repository has no CODEOWNERS that is read"
            )
        )
    return tuple(warnings)
