"""The history of a repository, kept in the user's cache folder and brought up to date with new commits.

Turns: a source root → CommitHistory. Only commits that are not kept yet are read by git; the result equals that of
reading all.
"""

from pathlib import Path

from codeshed.discover.checked_out_commit import checked_out_commit
from codeshed.discover.commit_log import count_ancestors, find_ancestors, is_shallow, read_commits
from codeshed.errors import GitFailedError
from codeshed.model.commit_history import MAX_COMMITS, Commit, CommitHistory
from codeshed.store.history_cache import cache_history, read_cached_history

_MAX_PER_PROCESS = 5000
"""How many commits one git process reads, so that it stays within its timeout."""


def read_history(
    root: Path, cache_folder: Path | None, *, head: str | None = None, limit: int = MAX_COMMITS
) -> CommitHistory:
    """Return the ancestors of a commit, by default of the one that is checked out.

    Without git, or without a repository, there are none, and the history says why.
    """
    commit = head or checked_out_commit(root)
    if not commit:
        return CommitHistory(reason="there is no git repository here, or it has no commit")
    cached = read_cached_history(cache_folder, root)
    if cached.head == commit and limit == MAX_COMMITS:
        return cached
    known = {each.id: each for each in cached.commits}
    try:
        ids = find_ancestors(root, commit, limit=limit)
        n_older = count_ancestors(root, commit) - limit if len(ids) == limit else 0
        is_cut_short = is_shallow(root)
    except GitFailedError as error:
        return CommitHistory(head=commit, reason=error.message)
    new = [each for each in ids if each not in known]
    reason = ""
    for begin in range(0, len(new), _MAX_PER_PROCESS):
        try:
            found = read_commits(root, new[begin : begin + _MAX_PER_PROCESS])
        except GitFailedError as error:
            reason = f"only the latest commits were read: {error.message}"
            break
        known.update((each.id, each) for each in found)
    commits = _up_to_first_missing(ids, known)
    history = CommitHistory(
        head=commit,
        commits=commits,
        n_older=max(n_older, 0) + len(ids) - len(commits),
        is_shallow=is_cut_short,
        reason=reason,
    )
    if not reason and head is None and limit == MAX_COMMITS:
        cache_history(cache_folder, root, history)
    return history


def _up_to_first_missing(ids: tuple[str, ...], commits: dict[str, Commit]) -> tuple[Commit, ...]:
    """Return the commits up to the first that is missing: what is left out is older than all that is there."""
    n_known = next((n for n, each in enumerate(ids) if each not in commits), len(ids))
    return tuple(commits[each] for each in ids[:n_known])
