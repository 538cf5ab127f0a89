"""Finds the source files of a repository.

Turns: a root and the settings → Discovery: the files of all languages, what was left out and why, the environments found.
`survey.py` walks the folders; here the result is sorted, and the list of what was left out is bounded.
"""

import re
from collections import Counter
from pathlib import Path

import msgspec

from codeshed.discover.exclusion_reasons import LeftOut, Reason
from codeshed.discover.rule_table import RuleProblem
from codeshed.discover.survey import UNUSABLE, FileStat, survey_repository
from codeshed.model.repository_settings import Settings

MAX_LISTED = 100
"""How many excluded paths are listed for each reason; all are counted."""

_NO_SETTINGS = Settings()


class Discovery(msgspec.Struct, frozen=True, kw_only=True):
    """The source files of a repository.

    Paths are relative to the root, in POSIX form, sorted. An excluded folder counts once, whatever is in it.
    `environments` are the folders with installed packages, `manifests` package manifests and build configurations,
    `rule_problems` the rules that are ignored.
    """

    stats: tuple[FileStat, ...]
    manifests: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    n_left_out_by_reason: tuple[tuple[Reason, int], ...]
    environments: tuple[str, ...]
    rule_problems: tuple[RuleProblem, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the files, in the order of `stats`."""
        return tuple(file.path for file in self.stats)


def discover_files(root: Path, settings: Settings = _NO_SETTINGS) -> Discovery:
    """Find the source files below a folder, in all languages, with stubs and notebooks."""
    found = survey_repository(root, settings)
    left_out = sorted(
        (
            LeftOut(path=printable_path(path), reason=reason, rule=rule)
            for path, (reason, rule) in found.left_out.items()
        ),
        key=lambda each: (each.path, each.reason.value),
    )
    return Discovery(
        stats=tuple(found.stats[path] for path in sorted(found.stats)),
        manifests=tuple(sorted(found.manifests)),
        left_out=_first_of_each_reason(left_out),
        n_left_out_by_reason=_counted(left_out),
        environments=tuple(sorted(found.environments)),
        rule_problems=tuple(sorted(found.problems, key=lambda each: (each.path, each.line))),
    )


def printable_path(path: str) -> str:
    """Return a path in which everything that no symbol id may contain is escaped."""
    return UNUSABLE.sub(_escaped, path)


def _first_of_each_reason(left_out: list[LeftOut]) -> tuple[LeftOut, ...]:
    n_listed: Counter[Reason] = Counter()
    listed = []
    for each in left_out:
        n_listed[each.reason] += 1
        if n_listed[each.reason] <= MAX_LISTED:
            listed.append(each)
    return tuple(listed)


def _counted(left_out: list[LeftOut]) -> tuple[tuple[Reason, int], ...]:
    counts = Counter(each.reason for each in left_out)
    return tuple(sorted(counts.items(), key=lambda item: item[0].value))


def _escaped(match: re.Match[str]) -> str:
    return ascii(match.group())[1:-1]
