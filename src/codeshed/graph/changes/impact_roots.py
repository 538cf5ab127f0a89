"""Impact roots: where in the graph a change begins, and the reference that names it.

Turns: seeds, changed paths and a ChangeSet → ImpactRoots: rows, one reference for all of them, and warnings.
"""

import msgspec

from codeshed.errors import NoChangeNamedError
from codeshed.graph.changes.change_roots import ChangeRoots, find_change_roots, rows_in_paths
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_references import (
    reference_envelope,
    reference_to_seeds,
    resolve_seed,
    seed_warning,
)
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.model.answers.answer_basis import IndexIdentity
from codeshed.model.answers.node_references import SeedRef
from codeshed.model.answers.truncation import Scope, TruncationRecord, WarningRecord, merge_truncation_records
from codeshed.model.change_set import STAGED, WORKTREE, ChangeSet, UnlikeOnly
from codeshed.model.count_phrases import count_of

SEEDS_DERIVED = "SEEDS_DERIVED"
CHANGED_FILES_OUTSIDE = "CHANGED_FILES_OUTSIDE"
_UNLIKE: dict[UnlikeOnly, tuple[str, str]] = {
    "comments": ("ONLY_COMMENTS_CHANGED", "comments"),
    "documentation": ("ONLY_DOCUMENTATION_CHANGED", "docstrings, which programs may read,"),
    "layout": ("ONLY_LAYOUT_CHANGED", "the space between words"),
}


NO_PATH_NAMED = "the list of changed paths is empty"
"""The reason of a reference to nothing, because nothing changed."""


class ChangeRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How a change is given: by seeds, by paths from the root of the repository, by a difference; at least one of them.

    Without any path, `changed` says that nothing changed; None says that no paths were asked about.
    """

    seeds: tuple[str, ...] = ()
    changed: tuple[str, ...] | None = None
    changes: ChangeSet | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it says that nothing changed."""
        return not self.seeds and self.changed == () and self.changes is None


class ImpactRoots(msgspec.Struct, frozen=True, kw_only=True):
    """Where an impact begins, the reference to it, and warnings.

    `n_unread` counts changed files that are not indexed, such as those outside of the folder of the query.
    """

    seed: SeedRef
    rows: tuple[int, ...]
    warnings: tuple[WarningRecord, ...]
    truncation: tuple[TruncationRecord, ...]
    change_roots: ChangeRoots | None
    n_unread: int


def find_impact_roots(
    graph: CodeGraph, names: ChangeRequest, *, max_candidates: int, scope: Scope = "impact"
) -> ImpactRoots:
    """Return where a change begins. Changed files, differences and several seeds always give a reference envelope."""
    if not names.seeds and names.changed is None and names.changes is None:
        raise NoChangeNamedError
    found = [resolve_seed(graph, each, max_candidates=max_candidates, scope=scope) for each in names.seeds]
    seeds = [row for each in found for row in each.rows]
    in_files, missing = rows_in_paths(graph, names.changed or ())
    of_changes = None if names.changes is None else find_change_roots(graph, names.changes)
    changed = () if of_changes is None else of_changes.rows
    warnings = [seed_warning(each) for each in found if not each.rows]
    is_one_seed = len(found) == 1 and names.changed is None and names.changes is None
    truncation = [record for each in found if is_one_seed or not each.rows for record in each.truncation]
    if is_one_seed:
        seed = found[0].ref
    else:
        own = sorted({*seeds, *in_files, *changed})
        reason = _derivation(names, len(seeds), len(in_files), len(changed))
        several, cut = reference_to_seeds(graph, own, reason, max_candidates=max_candidates, scope=scope)
        seed = several if own else reference_envelope("unresolved", None, (), reason=reason)
        truncation += cut
        if names.changed is not None or names.changes is not None:
            warnings.append(WarningRecord(code=SEEDS_DERIVED, message=reason))
    files = () if names.changes is None else names.changes.files
    n_outside = 0 if names.changes is None else names.changes.n_outside
    return ImpactRoots(
        seed=seed,
        rows=tuple(sorted({*rows_within(graph, seeds), *in_files, *changed})),
        warnings=(*warnings, *_not_indexed(missing), *_warnings_of_changes(names.changes, of_changes)),
        truncation=merge_truncation_records(truncation),
        change_roots=of_changes,
        n_unread=len(missing) + n_outside + sum(not each.is_code for each in files),
    )


def state_warnings(changes: ChangeSet | None, index: IndexIdentity | None) -> tuple[WarningRecord, ...]:
    """Warn if a difference ends at another commit than the graph's."""
    commit = "" if index is None else index.commit
    if changes is None or changes.new in {WORKTREE, STAGED, commit} or not commit:
        return ()
    message = (
        f"the difference ends at {changes.new}, and the graph is of the working tree at {commit}: dependents are those of "
        "the working tree"
    )
    return (WarningRecord(code="INDEX_OF_ANOTHER_STATE", message=message),)


def _derivation(names: ChangeRequest, n_seeds: int, n_in_files: int, n_changed: int) -> str:
    """Describe where the seeds come from."""
    if names.is_empty:
        return NO_PATH_NAMED
    parts = [f"{n_seeds} that {'was' if n_seeds == 1 else 'were'} named"] if names.seeds else []
    if names.changed:
        symbols = "the one symbol" if n_in_files == 1 else f"all {n_in_files} symbols"
        parts.append(f"{symbols} of {count_of(len(names.changed), 'changed path')}")
    if names.changes is not None:
        stand = "that stands for" if n_changed == 1 else "that stand for"
        what = (
            f"{count_of(n_changed, 'symbol')} {stand}" if n_changed else "none: there is nothing to follow in"
        )
        parts.append(f"{what} what differs between {names.changes.old} and {names.changes.new}")
    return f"the seeds are {', and '.join(parts)}"


def _not_indexed(paths: tuple[str, ...]) -> list[WarningRecord]:
    return [
        WarningRecord(
            code="CHANGED_FILE_NOT_INDEXED",
            message=f"nothing of {path} is in the index: what depends on it is not known",
            data={"path": path},
        )
        for path in paths
    ]


def _warnings_of_changes(changes: ChangeSet | None, of_changes: ChangeRoots | None) -> list[WarningRecord]:
    if changes is None or of_changes is None:
        return []
    others = [each.path for each in changes.files if not each.is_code]
    unknown = of_changes.unknown
    messages = {
        CHANGED_FILES_OUTSIDE: (
            changes.n_outside,
            (
                f"{count_of(changes.n_outside, 'changed file')} "
                f"{'lies' if changes.n_outside == 1 else 'lie'} outside of this folder and "
                f"{'was' if changes.n_outside == 1 else 'were'} not searched: ask at the root of the repository"
            ),
        ),
        "CHANGED_FILES_NOT_READ": (
            len(others),
            (
                f"{others[0]} changed and is not code of a supported language: what depends on it is not known"
                if len(others) == 1
                else f"{len(others)} changed files are not code of a supported language, such as {min(others, default='')}: "
                "what depends on them is not known"
            ),
        ),
        "CHANGED_SYMBOLS_NOT_INDEXED": (
            len(unknown),
            (
                f"{min(unknown)} changed and is not in the index: it may be of another state of the repository"
                if len(unknown) == 1
                else f"{len(unknown)} changed symbols are not in the index, such as {min(unknown, default='')}: "
                "it may be of another state of the repository"
            ),
        ),
    }
    wide = changes.wide_imports
    messages["WIDE_IMPORTS_CHANGED"] = (
        len(wide),
        (
            f"{wide[0]} has another wildcard import than before: which of its symbols use it is not known, so all were "
            "followed"
            if len(wide) == 1
            else f"{len(wide)} files have other wildcard imports than before, such as {min(wide, default='')}: "
            "which of their symbols use them is not known, so all were followed"
        ),
    )
    for only, (code, what) in _UNLIKE.items():
        count = of_changes.n_by_cosmetic_change.get(only, 0)
        symbols = "symbol" if count == 1 else "symbols"
        verb = "was" if count == 1 else "were"
        messages[code] = (count, f"{count} {symbols} changed in {what} alone and {verb} not followed")
    return [
        WarningRecord(code=code, message=message, data={"count": count})
        for code, (count, message) in messages.items()
        if count
    ]
