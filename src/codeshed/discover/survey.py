"""Walks a repository and decides about every file and folder, keeping the rule that decided.

Turns: a root and the settings → Survey. `source_discovery.py` makes a bounded Discovery of it, `path_explanation.py` an answer about one
path, so that the two cannot disagree.

A folder is decided before it is listed, so that no rule can include a file of an excluded folder. Links are followed last,
when all real paths are known, so that the result does not depend on the order in which folders are listed.
"""

import os
import re
import stat
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.discover.default_exclusions import (
    ALWAYS_LEFT_OUT,
    DefaultExclusion,
    default_by_content,
    default_by_name,
    default_of_content,
    default_of_file,
)
from codeshed.discover.environments import find_site_packages, is_environment
from codeshed.discover.exclusion_reasons import Layer, Reason, Rule
from codeshed.discover.file_reading import is_within, read_bytes
from codeshed.discover.generated_marks import ATTRIBUTES_FILE, MAX_ATTRIBUTES_BYTES
from codeshed.discover.minified import read_head
from codeshed.discover.rule_scope import RULE_FILES, RuleScope, enter_folder, open_scope
from codeshed.discover.rule_table import RuleProblem
from codeshed.errors import FileUnreadableError
from codeshed.model.languages.language import is_manifest, language_of_path
from codeshed.model.repository_settings import Settings
from codeshed.model.symbol_ids import is_relative_posix_path
from codeshed.model.text.generated_code import is_generated as says_generated

UNUSABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\\\]|::")
"""Matches what no path in a symbol id may contain."""

_PLAIN = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*", re.ASCII)
"""Fast path: a path that matches is usable, without further checks."""

_READABLE_BY_ALL = stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH
"""Fast path: with these permissions no access check is needed."""

_GENERATED = Rule(layer=Layer.SETTINGS, source="generated", line=0, pattern="leave_out")

_REASON_BY_LAYER = {
    Layer.GITIGNORE: Reason.GITIGNORE,
    Layer.CODESHEDIGNORE: Reason.CODESHEDIGNORE,
    Layer.SETTINGS: Reason.SETTINGS,
}


class FileStat(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of a file when it was found; if none of it changes, the content is taken to be the same.

    `ctime_ns` reveals writes that restore `mtime_ns`, `inode` a file moved into its place. `is_marked` is the
    `linguist-generated` attribute of `.gitattributes`, None if it is not set.
    """

    path: str
    n_bytes: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    is_marked: bool | None = None


class Survey(msgspec.Struct, kw_only=True):
    """The result of a walk, unsorted and unbounded. Paths are relative to the root, in POSIX form.

    `left_out` has the reason, and the rule if one decided. `kept` has the negated rules that included a path,
    `location_by_folder` the resolved path of each listed folder.
    """

    stats: dict[str, FileStat] = msgspec.field(default_factory=dict)
    manifests: list[str] = msgspec.field(default_factory=list)
    left_out: dict[str, tuple[Reason, Rule | None]] = msgspec.field(default_factory=dict)
    kept: dict[str, Rule] = msgspec.field(default_factory=dict)
    environments: list[str] = msgspec.field(default_factory=list)
    location_by_folder: dict[str, str] = msgspec.field(default_factory=dict)
    problems: list[RuleProblem] = msgspec.field(default_factory=list)


class _Folder(msgspec.Struct, frozen=True):
    """A folder to list: its resolved location, its path below the root (empty for the root), and the rules around it.

    `name` is the folder's real name, by whatever link it was reached. A wanted folder was included by name, so that no
    default excludes it.
    """

    location: str
    path: str
    name: str
    scope: RuleScope
    is_wanted: bool


class _SurveyState(msgspec.Struct, kw_only=True):
    """The state of a walk."""

    real_root: str
    max_file_bytes: int
    is_generated_left_out: bool
    found: Survey = msgspec.field(default_factory=Survey)
    suffixes: tuple[str, ...] = ()
    texts: list[str] = msgspec.field(default_factory=list)
    links: list[tuple[str, str, RuleScope]] = msgspec.field(default_factory=list)
    walked: set[str] = msgspec.field(default_factory=set)


def survey_repository(root: Path, settings: Settings) -> Survey:
    """Walk all folders below a root that no rule excludes."""
    return _run(root, settings, ()).found


def find_texts(root: Path, settings: Settings, suffixes: tuple[str, ...]) -> list[str]:
    """Return the paths of all files with some suffixes, in folders that no rule excludes."""
    return sorted(_run(root, settings, suffixes).texts)


def _run(root: Path, settings: Settings, suffixes: tuple[str, ...]) -> _SurveyState:
    """Walk a root in search of code, or of files with some suffixes instead."""
    if not root.is_dir():
        raise FileUnreadableError(str(root), "it is not a folder")
    state = _SurveyState(
        real_root=os.path.realpath(root),
        max_file_bytes=settings.max_file_bytes,
        is_generated_left_out=settings.generated == "leave_out",
        suffixes=suffixes,
    )
    scope, problems = open_scope(state.real_root, settings)
    state.found.problems += problems
    _list_below(_Folder(state.real_root, "", "", scope, is_wanted=True), state)
    while state.links:
        links, state.links = sorted(state.links, key=lambda link: link[0]), []
        for path, location, scope in links:
            _follow(path, location, scope, state)
    return state


def _list_below(top: _Folder, state: _SurveyState) -> None:
    """List a folder and its subfolders; links are queued."""
    pending = [top]
    while pending:
        folder = pending.pop()
        if folder.location in state.walked:
            state.found.left_out[folder.path] = (Reason.LINK_REPEATED, None)
            continue
        try:
            with os.scandir(folder.location) as listing:
                entries = list(listing)
        except OSError:
            state.found.left_out[folder.path or "."] = (Reason.UNREADABLE, None)
            continue
        names = {entry.name for entry in entries}
        if not folder.is_wanted:
            default = default_by_content(folder.name, names)
            if default is not None:
                _exclude(folder.location, folder.path, default, state)
                continue
        state.walked.add(folder.location)
        state.found.location_by_folder[folder.path] = folder.location
        scope = _rules_in_folder(folder, names, state)
        for entry in entries:
            path = f"{folder.path}/{entry.name}" if folder.path else entry.name
            inner = _visit_entry(entry, path, scope, state)
            if inner is not None:
                pending.append(inner)


def _rules_in_folder(folder: _Folder, names: set[str], state: _SurveyState) -> RuleScope:
    """Return the rules that apply in a folder, those of its own ignore files included."""
    scope = _with_marks(folder, state) if ATTRIBUTES_FILE in names else folder.scope
    rule_files = tuple(name for name in RULE_FILES if name in names)
    if not rule_files:
        return scope
    scope, problems = enter_folder(scope, state.real_root, folder.location, folder.path, rule_files)
    state.found.problems += problems
    return scope


def _with_marks(folder: _Folder, state: _SurveyState) -> RuleScope:
    """Add the marks of a folder's `.gitattributes`, unless that is a link, which git does not follow either."""
    location = Path(folder.location, ATTRIBUTES_FILE)
    relative = location.relative_to(state.real_root).as_posix()
    content = read_bytes(Path(state.real_root), relative, max_bytes=MAX_ATTRIBUTES_BYTES)
    if isinstance(content, Reason) or location.is_symlink():
        return folder.scope
    return replace(folder.scope, marks=folder.scope.marks.with_file(content, folder.path))


def _visit_entry(
    entry: "os.DirEntry[str]", path: str, scope: RuleScope, state: _SurveyState
) -> _Folder | None:
    """Decide about an entry: record a file, queue a link, return a folder to list."""
    if entry.is_symlink():
        state.links.append((path, entry.path, scope))
    elif entry.is_dir(follow_symlinks=False):
        return _folder_to_list(entry, path, scope, state)
    elif state.suffixes:
        if entry.name.endswith(state.suffixes) and entry.is_file(follow_symlinks=False):
            state.texts.append(path)
    elif is_manifest(entry.name):
        state.found.manifests.append(path)
    elif language_of_path(entry.name) is not None and _passes(path, scope, state, is_folder=False):
        _visit_file(path, entry.path, scope, state)
    return None


def _folder_to_list(
    entry: "os.DirEntry[str]", path: str, scope: RuleScope, state: _SurveyState
) -> _Folder | None:
    """Return a folder if it is to be listed: the rules of the repository decide first, then the defaults."""
    is_wanted = False
    if entry.name not in ALWAYS_LEFT_OUT:
        if not _passes(path, scope, state, is_folder=True):
            _record_environment(entry, path, state)
            return None
        is_wanted = _is_included_by_name(path, state)
    default = None if is_wanted else default_by_name(entry.name)
    if default is None:
        return _Folder(entry.path, path, entry.name, scope, is_wanted)
    if default.reason is Reason.HIDDEN and is_environment(entry.path):
        default = replace(default, reason=Reason.ENVIRONMENT)
    _exclude(entry.path, path, default, state)
    return None


def _passes(path: str, scope: RuleScope, state: _SurveyState, *, is_folder: bool) -> bool:
    """Whether the rules of the repository let a path pass, and it can be part of a symbol id."""
    rule = scope.find_rule(path, is_folder=is_folder)
    if rule is not None and not rule.is_negated:
        state.found.left_out[path] = (_REASON_BY_LAYER[rule.layer], rule)
        return False
    if rule is not None:
        state.found.kept[path] = rule
    if not _PLAIN.fullmatch(path) and (UNUSABLE.search(path) or not is_relative_posix_path(path)):
        state.found.left_out[path] = (Reason.UNUSABLE_NAME, None)
        return False
    return True


def _is_included_by_name(path: str, state: _SurveyState) -> bool:
    """Whether a negated rule includes a path by its name; a wildcard such as `!*/` overrides patterns, not defaults."""
    rule = state.found.kept.get(path)
    return rule is not None and rule.is_plain


def _exclude(location: str, path: str, default: DefaultExclusion, state: _SurveyState) -> None:
    """Exclude a folder; the packages of an environment are recorded for the type engine."""
    state.found.left_out[path] = (default.reason, default.rule)
    if default.reason is Reason.ENVIRONMENT:
        state.found.environments += find_site_packages(location, path)


def _record_environment(entry: "os.DirEntry[str]", path: str, state: _SurveyState) -> None:
    """Record the packages of an environment that a rule excludes: most repositories ignore theirs."""
    if state.found.left_out[path][1] is None:
        return
    default = default_by_name(entry.name)
    reason = None if default is None else default.reason
    if reason is Reason.ENVIRONMENT or (reason in {None, Reason.HIDDEN} and is_environment(entry.path)):
        state.found.environments += find_site_packages(entry.path, path)


def _visit_file(path: str, location: str, scope: RuleScope, state: _SurveyState) -> None:
    try:
        status = os.lstat(location)
    except OSError:
        state.found.left_out[path] = (Reason.UNREADABLE, None)
        return
    if not stat.S_ISREG(status.st_mode):
        state.found.left_out[path] = (Reason.NOT_A_FILE, None)
        return
    if status.st_mode & _READABLE_BY_ALL != _READABLE_BY_ALL and not os.access(location, os.R_OK):
        state.found.left_out[path] = (Reason.UNREADABLE, None)
        return
    default = default_of_file(path.rpartition("/")[2], status.st_size, state.max_file_bytes)
    is_wanted = _is_included_by_name(path, state)
    if default is None and not is_wanted:
        default = default_of_content(language_of_path(path), location, status.st_size)
    if default is not None and not (is_wanted and default.reason is Reason.MINIFIED):
        state.found.left_out[path] = (default.reason, default.rule)
        return
    is_marked = scope.marks.is_generated(path)
    if state.is_generated_left_out and not is_wanted and _is_generated(location, is_marked=is_marked):
        state.found.left_out[path] = (Reason.GENERATED, _GENERATED)
        return
    state.found.stats[path] = FileStat(
        path=path,
        n_bytes=status.st_size,
        mtime_ns=status.st_mtime_ns,
        ctime_ns=status.st_ctime_ns,
        inode=status.st_ino,
        is_marked=is_marked,
    )


def _is_generated(location: str, *, is_marked: bool | None) -> bool:
    return says_generated(read_head(location)) if is_marked is None else is_marked


def _follow(path: str, location: str, scope: RuleScope, state: _SurveyState) -> None:
    """Follow a link to a file within the root, or to a folder there that was not walked under another path."""
    try:
        target = os.path.realpath(location, strict=True)
        is_folder = stat.S_ISDIR(os.lstat(target).st_mode)
    except OSError:
        target, is_folder = "", False
    if not is_folder and language_of_path(path) is None:
        return
    if not _passes(path, scope, state, is_folder=is_folder):
        return
    if not target:
        state.found.left_out[path] = (Reason.LINK_BROKEN, None)
    elif not is_within(target, state.real_root):
        state.found.left_out[path] = (Reason.LINK_OUTSIDE, None)
    else:
        default = _default_of_link(path, target, state, is_folder=is_folder)
        if default is not None:
            state.found.left_out[path] = (default.reason, default.rule)
        elif is_folder:
            folder = _Folder(target, path, Path(target).name, scope, _is_included_by_name(path, state))
            _list_below(folder, state)
        else:
            _visit_file(path, target, scope, state)


def _default_of_link(
    path: str, target: str, state: _SurveyState, *, is_folder: bool
) -> DefaultExclusion | None:
    """Return the default that excludes a link by its name, or by that of its target."""
    names = (path.rpartition("/")[2], *Path(target).relative_to(state.real_root).parts)
    always = next((name for name in names if name in ALWAYS_LEFT_OUT), None)
    if always is not None:
        return default_by_name(always)
    if not is_folder or _is_included_by_name(path, state):
        return None
    return default_by_name(names[0]) or default_by_name(Path(target).name)
