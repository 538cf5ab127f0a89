"""Which files of a repository are its own Python code.

Turns: a root → Discovery: the Python files below it, what was left out and why, the environments found.

`rules.py` says what is left out by its name or content; rules that a repository states itself belong beside it, and
are asked where those are asked. Links come last, when all that has a path of its own is known, so that the result
does not depend on the order in which folders are listed.
"""

import os
import re
import stat
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from codeshed.discover.environments import find_site_packages, is_environment
from codeshed.discover.files import is_within
from codeshed.discover.left_out import LeftOut, Reason
from codeshed.discover.rules import file_reason, reason_by_content, reason_by_name
from codeshed.errors import FileUnreadableError
from codeshed.model.identity import is_relative_posix_path
from codeshed.model.language import language_of_path

MAX_LISTED = 100
"""How many are listed for each reason; all are counted."""

_MANIFESTS = frozenset({"pyproject.toml", "setup.cfg"})
_UNUSABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\\\]|::")


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """The Python files of a repository.

    Paths are relative to the root, in POSIX form, sorted. A folder that was left out counts once, whatever it holds.
    `environments` are the folders with installed packages that were met on the way, `manifests` the files that say
    what a package offers.
    """

    files: tuple[str, ...]
    manifests: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    n_left_out_by_reason: tuple[tuple[Reason, int], ...]
    environments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder to be listed: where it really is, and its path below the root, which is empty for the root itself."""

    location: str
    path: str


@dataclass(slots=True)
class _Findings:
    """What has been found so far."""

    files: list[str] = field(default_factory=list)
    manifests: list[str] = field(default_factory=list)
    left_out: list[tuple[str, Reason]] = field(default_factory=list)
    environments: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    walked: set[str] = field(default_factory=set)


def walk(root: Path) -> Discovery:
    """Find the Python files below a folder: sources, stubs and notebooks."""
    if not root.is_dir():
        raise FileUnreadableError(str(root), "it is not a folder")
    real_root = os.path.realpath(root)
    findings = _Findings()
    _walk_below(_Folder(real_root, ""), findings)
    while findings.links:
        links, findings.links = sorted(findings.links), []
        for path, location in links:
            _follow(path, location, real_root, findings)
    left_out = sorted(
        (LeftOut(path=_UNUSABLE.sub(_escaped, path), reason=reason) for path, reason in findings.left_out),
        key=lambda each: (each.path, each.reason.value),
    )
    return Discovery(
        files=tuple(sorted(findings.files)),
        manifests=tuple(sorted(findings.manifests)),
        left_out=_first_of_each_reason(left_out),
        n_left_out_by_reason=_counted(left_out),
        environments=tuple(sorted(findings.environments)),
    )


def _walk_below(top: _Folder, findings: _Findings) -> None:
    """List a folder and all below it; links are kept for later."""
    pending = [top]
    while pending:
        folder = pending.pop()
        if folder.location in findings.walked:
            findings.left_out.append((folder.path, Reason.LINK_REPEATED))
            continue
        try:
            with os.scandir(folder.location) as listing:
                entries = list(listing)
        except OSError:
            findings.left_out.append((folder.path or ".", Reason.UNREADABLE))
            continue
        name = Path(folder.location).name
        reason = reason_by_content(name, {entry.name for entry in entries}) if folder.path else None
        if reason is not None:
            _leave_out(folder, reason, findings)
            continue
        findings.walked.add(folder.location)
        for entry in entries:
            path = f"{folder.path}/{entry.name}" if folder.path else entry.name
            inner = _sort_entry(entry, path, findings)
            if inner is not None:
                pending.append(inner)


def _sort_entry(entry: "os.DirEntry[str]", path: str, findings: _Findings) -> _Folder | None:
    """Keep what is Python, and return what is a folder to be listed."""
    is_link = entry.is_symlink()
    is_folder = not is_link and entry.is_dir(follow_symlinks=False)
    if not is_link and not is_folder and entry.name in _MANIFESTS:
        findings.manifests.append(path)
    if not (is_link or is_folder or language_of_path(entry.name) == "python"):
        return None
    if _UNUSABLE.search(entry.name) or not is_relative_posix_path(path):
        findings.left_out.append((path, Reason.UNUSABLE_NAME))
    elif is_link:
        findings.links.append((path, entry.path))
    elif is_folder:
        folder = _Folder(entry.path, path)
        reason = reason_by_name(entry.name)
        if reason is None:
            return folder
        is_hidden_environment = reason is Reason.HIDDEN and is_environment(entry.path)
        _leave_out(folder, Reason.ENVIRONMENT if is_hidden_environment else reason, findings)
    else:
        _sort_file(path, entry.path, findings)
    return None


def _sort_file(path: str, location: str, findings: _Findings) -> None:
    reason: Reason | None
    try:
        status = os.lstat(location)
    except OSError:
        reason = Reason.UNREADABLE
    else:
        is_file = stat.S_ISREG(status.st_mode)
        reason = file_reason(path.rpartition("/")[2], status.st_size) if is_file else Reason.NOT_A_FILE
    if reason is None:
        findings.files.append(path)
    else:
        findings.left_out.append((path, reason))


def _leave_out(folder: _Folder, reason: Reason, findings: _Findings) -> None:
    """Leave out a folder; the packages of an environment may still serve those who ask for types."""
    findings.left_out.append((folder.path, reason))
    if reason is Reason.ENVIRONMENT:
        findings.environments += find_site_packages(folder.location, folder.path)


def _follow(path: str, location: str, real_root: str, findings: _Findings) -> None:
    """Follow a link to a file within the root, or to a folder there that has not been walked by any other path."""
    is_python = language_of_path(path) == "python"
    try:
        target = os.path.realpath(location, strict=True)
        is_folder = stat.S_ISDIR(os.lstat(target).st_mode)
    except OSError:
        if is_python:
            findings.left_out.append((path, Reason.LINK_BROKEN))
        return
    if not (is_folder or is_python):
        return
    if not is_within(target, real_root):
        findings.left_out.append((path, Reason.LINK_OUTSIDE))
    elif is_folder:
        reason = reason_by_name(Path(path).name) or reason_by_name(Path(target).name)
        if reason is None:
            _walk_below(_Folder(target, path), findings)
        else:
            findings.left_out.append((path, reason))
    else:
        _sort_file(path, target, findings)


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
