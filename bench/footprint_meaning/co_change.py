"""What of the functions that change together is in a working set; and are incomplete contracts changed more often.

Turns: a repository with its index and its git history → CoChange: for each commit that changed two or more functions, the
share of the others that a set around one of them holds, and what that set costs; and for functions of one file, how often
those with incomplete contracts were changed, compared with complete ones of the same size.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from codeshed.api.requested_changes import find_requested_changes
from codeshed.discover.git_difference import find_difference
from codeshed.discover.git_history import commits_before
from codeshed.errors import CodeshedError
from codeshed.footprint.growth import Measure, MeasuredCode
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.symbol_ids import path_of_symbol

SETS = ("working set", "two edges", "forward", "same file")
_MOST_FUNCTIONS = 12
"""A commit that changed more is a sweep: formatting, renaming, a merge of branches."""
_ROUNDS = 1000


class SetOfTask(msgspec.Struct, frozen=True, kw_only=True):
    """One start of one commit: by kind of set, the share of the other changed functions in it, and its tokens."""

    shares: tuple[float, ...]
    tokens: tuple[int, ...]


class Neighbours(msgspec.Struct, frozen=True, kw_only=True):
    """Functions of one file and size: how often incomplete and complete ones changed, in changes per function."""

    incomplete: float
    complete: float


class CoChange(msgspec.Struct, frozen=True, kw_only=True):
    """The tasks of a repository, one list for each commit, and its comparable neighbours."""

    n_commits: int
    tasks: tuple[tuple[SetOfTask, ...], ...]
    neighbours: tuple[Neighbours, ...]


def measure(root: Path, graph: CodeGraph, code: MeasuredCode, n_commits: int) -> CoChange:
    """Return what the last commits of a repository say, as far as they changed functions that still exist."""
    tasks = []
    n_changes: Counter[str] = Counter()
    commits = commits_before(root, "HEAD", limit=n_commits)
    for commit in commits:
        changed = sorted(_changed_functions(root, graph, code, commit))
        n_changes.update(changed)
        if 2 <= len(changed) <= _MOST_FUNCTIONS:  # noqa: PLR2004 - two functions change together
            tasks.append(tuple(_tasks(code, changed)))
    return CoChange(
        n_commits=len(commits), tasks=tuple(tasks), neighbours=tuple(_neighbours(code, n_changes))
    )


def mean_interval(values: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the mean over groups, and its interval of 95 % by resampling the groups."""
    means = [sum(group) / len(group) for group in values if group]
    if not means:
        return 0.0, 0.0, 0.0
    chance = random.Random(0)
    drawn = sorted(sum(chance.choices(means, k=len(means))) / len(means) for _ in range(_ROUNDS))
    return sum(means) / len(means), drawn[_ROUNDS // 40], drawn[-_ROUNDS // 40]


def _changed_functions(root: Path, graph: CodeGraph, code: MeasuredCode, commit: str) -> Iterator[str]:
    try:
        changes = find_requested_changes(root, graph, find_difference(root, f"{commit}^..{commit}"))
    except CodeshedError:
        return
    for each in changes.symbols:
        if each.kind in {"body", "signature"} and each.only is None and each.symbol_id in code.working_sets:
            yield each.symbol_id


def _tasks(code: MeasuredCode, changed: Sequence[str]) -> Iterator[SetOfTask]:
    sizes = code.solver.view.size_list
    for start in changed:
        row = code.row_by_symbol[start]
        others = set(changed) - {start}
        found = code.solver.solve((row,)).working_set
        if found is None:
            continue
        near = {code.symbols[each] for each in found.reach.rows}
        lines = {code.symbols[group.source] for group in (*found.call_lines, *found.write_lines)}
        endless = code.parts(row, Measure.FORWARD)[0]
        path = path_of_symbol(start)
        in_file = [each for each in code.rows if path_of_symbol(code.symbols[each]) == path]
        sets = (
            (near | lines, found.total_size),
            (near, found.reach.total_size),
            ({code.symbols[each] for each in endless.rows}, endless.total_size),
            ({code.symbols[each] for each in in_file}, sum(sizes[each] for each in in_file)),
        )
        yield SetOfTask(
            shares=tuple(len(others & members) / len(others) for members, _ in sets),
            tokens=tuple(tokens for _, tokens in sets),
        )


def _neighbours(code: MeasuredCode, n_changes: Counter[str]) -> Iterator[Neighbours]:
    """Yield groups of functions of one file, of sizes within a factor of two, with both kinds of contracts."""
    groups: defaultdict[tuple[str | None, int], list[int]] = defaultdict(list)
    for row in code.rows:
        size = code.solver.view.size_list[row]
        groups[code.graph.file_path(row), size.bit_length()].append(row)
    for _, rows in sorted(groups.items(), key=lambda each: (each[0][0] or "", each[0][1])):
        by_kind: dict[bool, list[int]] = {True: [], False: []}
        for row in rows:
            by_kind[code.is_incomplete(row)].append(n_changes[code.symbols[row]])
        if by_kind[True] and by_kind[False]:
            yield Neighbours(
                incomplete=sum(by_kind[True]) / len(by_kind[True]),
                complete=sum(by_kind[False]) / len(by_kind[False]),
            )
