"""All that lies below a root, each thing with the rule that decided about it.

Turns: a root and the settings → Survey. `walk.py` makes a bounded Discovery of it, `explain.py` an answer about one
path, so that the two cannot disagree.

A folder is judged before it is listed, so that nothing in a folder that is left out can be brought back. Links come
last, when all that has a path of its own is known, so that the result does not depend on the order in which folders
are listed.
"""

import os
import re
import stat
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.discover.defaults import (
    ALWAYS_LEFT_OUT,
    Default,
    default_by_content,
    default_by_name,
    default_of_content,
    default_of_file,
)
from codeshed.discover.environments import find_site_packages, is_environment
from codeshed.discover.files import is_within, read_bytes
from codeshed.discover.generated_marks import ATTRIBUTES_FILE, MAX_ATTRIBUTES_BYTES
from codeshed.discover.left_out import Layer, Reason, Rule
from codeshed.discover.minified import read_head
from codeshed.discover.rule_scope import RULE_FILES, RuleScope, enter_folder, open_scope
from codeshed.discover.rule_table import RuleProblem
from codeshed.errors import FileUnreadableError
from codeshed.model.identity import is_relative_posix_path
from codeshed.model.language import is_manifest, language_of_path
from codeshed.model.settings import Settings
from codeshed.model.text.generated import is_generated as says_generated

UNUSABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\\\]|::")
"""What no path of a symbol id may hold."""

_PLAIN = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*", re.ASCII)
"""What most paths look like; of these nothing else has to be asked."""

_READABLE_BY_ALL = stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH
"""Most files are; of these the system need not be asked."""

_GENERATED = Rule(layer=Layer.SETTINGS, source="generated", line=0, pattern="leave_out")

_REASON_BY_LAYER = {
    Layer.GITIGNORE: Reason.GITIGNORE,
    Layer.CODESHEDIGNORE: Reason.CODESHEDIGNORE,
    Layer.SETTINGS: Reason.SETTINGS,
}


class FileStat(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it was when it was found: if nothing of this has changed, its content is taken to be the same.

    `ctime_ns` gives away those who write a file and put its `mtime_ns` back, `inode` a file moved into its place.
    `is_marked` is what `.gitattributes` say of whether a program wrote it, None if they say nothing.
    """

    path: str
    n_bytes: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    is_marked: bool | None = None


class Survey(msgspec.Struct, kw_only=True):
    """What was found. Paths are relative to the root, in POSIX form; nothing is sorted yet, and nothing is cut.

    `left_out` has the reason and the rule, if it was a rule that decided. `kept` has the negated rules that let
    something pass, `location_by_folder` where each folder that was listed really is.
    """

    stats: dict[str, FileStat] = msgspec.field(default_factory=dict)
    manifests: list[str] = msgspec.field(default_factory=list)
    left_out: dict[str, tuple[Reason, Rule | None]] = msgspec.field(default_factory=dict)
    kept: dict[str, Rule] = msgspec.field(default_factory=dict)
    environments: list[str] = msgspec.field(default_factory=list)
    location_by_folder: dict[str, str] = msgspec.field(default_factory=dict)
    problems: list[RuleProblem] = msgspec.field(default_factory=list)


class _Folder(msgspec.Struct, frozen=True):
    """A folder to be listed: where it really is, its path below the root, and the rules in force around it.

    `name` is the folder's own, by whatever link it was reached. The path is empty for the root itself. A folder that is
    wanted has been asked for by name: no default keeps it out.
    """

    location: str
    path: str
    name: str
    scope: RuleScope
    is_wanted: bool


class _Run(msgspec.Struct, kw_only=True):
    """A survey under way."""

    real_root: str
    max_file_bytes: int
    is_generated_left_out: bool
    found: Survey = msgspec.field(default_factory=Survey)
    suffixes: tuple[str, ...] = ()
    texts: list[str] = msgspec.field(default_factory=list)
    links: list[tuple[str, str, RuleScope]] = msgspec.field(default_factory=list)
    walked: set[str] = msgspec.field(default_factory=set)


def survey(root: Path, settings: Settings) -> Survey:
    """Look at all that lies below a folder, and into all folders that no rule leaves out."""
    return _run(root, settings, ()).found


def find_texts(root: Path, settings: Settings, suffixes: tuple[str, ...]) -> list[str]:
    """Return the paths of all files with some suffixes, in folders that no rule leaves out."""
    return sorted(_run(root, settings, suffixes).texts)


def _run(root: Path, settings: Settings, suffixes: tuple[str, ...]) -> _Run:
    """Look for code, or for files with some suffixes instead."""
    if not root.is_dir():
        raise FileUnreadableError(str(root), "it is not a folder")
    run = _Run(
        real_root=os.path.realpath(root),
        max_file_bytes=settings.max_file_bytes,
        is_generated_left_out=settings.generated == "leave_out",
        suffixes=suffixes,
    )
    scope, problems = open_scope(run.real_root, settings)
    run.found.problems += problems
    _list_below(_Folder(run.real_root, "", "", scope, is_wanted=True), run)
    while run.links:
        links, run.links = sorted(run.links, key=lambda link: link[0]), []
        for path, location, scope in links:
            _follow(path, location, scope, run)
    return run


def _list_below(top: _Folder, run: _Run) -> None:
    """List a folder and all below it; links are kept for later."""
    pending = [top]
    while pending:
        folder = pending.pop()
        if folder.location in run.walked:
            run.found.left_out[folder.path] = (Reason.LINK_REPEATED, None)
            continue
        try:
            with os.scandir(folder.location) as listing:
                entries = list(listing)
        except OSError:
            run.found.left_out[folder.path or "."] = (Reason.UNREADABLE, None)
            continue
        names = {entry.name for entry in entries}
        if not folder.is_wanted:
            default = default_by_content(folder.name, names)
            if default is not None:
                _leave_out(folder.location, folder.path, default, run)
                continue
        run.walked.add(folder.location)
        run.found.location_by_folder[folder.path] = folder.location
        scope = _entered(folder, names, run)
        for entry in entries:
            path = f"{folder.path}/{entry.name}" if folder.path else entry.name
            inner = _sort_entry(entry, path, scope, run)
            if inner is not None:
                pending.append(inner)


def _entered(folder: _Folder, names: set[str], run: _Run) -> RuleScope:
    """Return the rules in force in a folder, its own included."""
    scope = _with_marks(folder, run) if ATTRIBUTES_FILE in names else folder.scope
    rule_files = tuple(name for name in RULE_FILES if name in names)
    if not rule_files:
        return scope
    scope, problems = enter_folder(scope, run.real_root, folder.location, folder.path, rule_files)
    run.found.problems += problems
    return scope


def _with_marks(folder: _Folder, run: _Run) -> RuleScope:
    """Return the rules in force around a folder, with what its own attributes say; git follows no link to these."""
    location = Path(folder.location, ATTRIBUTES_FILE)
    relative = location.relative_to(run.real_root).as_posix()
    content = read_bytes(Path(run.real_root), relative, max_bytes=MAX_ATTRIBUTES_BYTES)
    if isinstance(content, Reason) or location.is_symlink():
        return folder.scope
    return replace(folder.scope, marks=folder.scope.marks.extended(content, folder.path))


def _sort_entry(entry: "os.DirEntry[str]", path: str, scope: RuleScope, run: _Run) -> _Folder | None:
    """Keep what is code, and return what is a folder to be listed."""
    if entry.is_symlink():
        run.links.append((path, entry.path, scope))
    elif entry.is_dir(follow_symlinks=False):
        return _judged_folder(entry, path, scope, run)
    elif run.suffixes:
        if entry.name.endswith(run.suffixes) and entry.is_file(follow_symlinks=False):
            run.texts.append(path)
    elif is_manifest(entry.name):
        run.found.manifests.append(path)
    elif language_of_path(entry.name) is not None and _passes(path, scope, run, is_folder=False):
        _sort_file(path, entry.path, scope, run)
    return None


def _judged_folder(entry: "os.DirEntry[str]", path: str, scope: RuleScope, run: _Run) -> _Folder | None:
    """Return a folder that is to be listed. What the repository states is asked first, and then the defaults."""
    is_wanted = False
    if entry.name not in ALWAYS_LEFT_OUT:
        if not _passes(path, scope, run, is_folder=True):
            _keep_environment_in_mind(entry, path, run)
            return None
        is_wanted = _is_asked_for(path, run)
    default = None if is_wanted else default_by_name(entry.name)
    if default is None:
        return _Folder(entry.path, path, entry.name, scope, is_wanted)
    if default.reason is Reason.HIDDEN and is_environment(entry.path):
        default = replace(default, reason=Reason.ENVIRONMENT)
    _leave_out(entry.path, path, default, run)
    return None


def _passes(path: str, scope: RuleScope, run: _Run, *, is_folder: bool) -> bool:
    """Ask the rules that the repository states, and whether a symbol id can hold the path."""
    rule = scope.find_rule(path, is_folder=is_folder)
    if rule is not None and not rule.is_negated:
        run.found.left_out[path] = (_REASON_BY_LAYER[rule.layer], rule)
        return False
    if rule is not None:
        run.found.kept[path] = rule
    if not _PLAIN.fullmatch(path) and (UNUSABLE.search(path) or not is_relative_posix_path(path)):
        run.found.left_out[path] = (Reason.UNUSABLE_NAME, None)
        return False
    return True


def _is_asked_for(path: str, run: _Run) -> bool:
    """Whether a rule brings something back by its name; `!*/` takes back what other patterns say, not the defaults."""
    rule = run.found.kept.get(path)
    return rule is not None and rule.is_plain


def _leave_out(location: str, path: str, default: Default, run: _Run) -> None:
    """Leave out a folder; the packages of an environment may still serve those who ask for types."""
    run.found.left_out[path] = (default.reason, default.rule)
    if default.reason is Reason.ENVIRONMENT:
        run.found.environments += find_site_packages(location, path)


def _keep_environment_in_mind(entry: "os.DirEntry[str]", path: str, run: _Run) -> None:
    """Note the packages of an environment that a rule leaves out: most repositories ignore theirs by a rule."""
    if run.found.left_out[path][1] is None:
        return
    default = default_by_name(entry.name)
    reason = None if default is None else default.reason
    if reason is Reason.ENVIRONMENT or (reason in {None, Reason.HIDDEN} and is_environment(entry.path)):
        run.found.environments += find_site_packages(entry.path, path)


def _sort_file(path: str, location: str, scope: RuleScope, run: _Run) -> None:
    try:
        status = os.lstat(location)
    except OSError:
        run.found.left_out[path] = (Reason.UNREADABLE, None)
        return
    if not stat.S_ISREG(status.st_mode):
        run.found.left_out[path] = (Reason.NOT_A_FILE, None)
        return
    if status.st_mode & _READABLE_BY_ALL != _READABLE_BY_ALL and not os.access(location, os.R_OK):
        run.found.left_out[path] = (Reason.UNREADABLE, None)
        return
    default = default_of_file(path.rpartition("/")[2], status.st_size, run.max_file_bytes)
    is_wanted = _is_asked_for(path, run)
    if default is None and not is_wanted:
        default = default_of_content(language_of_path(path), location, status.st_size)
    if default is not None and not (is_wanted and default.reason is Reason.MINIFIED):
        run.found.left_out[path] = (default.reason, default.rule)
        return
    is_marked = scope.marks.is_generated(path)
    if run.is_generated_left_out and not is_wanted and _is_generated(location, is_marked=is_marked):
        run.found.left_out[path] = (Reason.GENERATED, _GENERATED)
        return
    run.found.stats[path] = FileStat(
        path=path,
        n_bytes=status.st_size,
        mtime_ns=status.st_mtime_ns,
        ctime_ns=status.st_ctime_ns,
        inode=status.st_ino,
        is_marked=is_marked,
    )


def _is_generated(location: str, *, is_marked: bool | None) -> bool:
    return says_generated(read_head(location)) if is_marked is None else is_marked


def _follow(path: str, location: str, scope: RuleScope, run: _Run) -> None:
    """Follow a link to a file within the root, or to a folder there that has not been walked by any other path."""
    try:
        target = os.path.realpath(location, strict=True)
        is_folder = stat.S_ISDIR(os.lstat(target).st_mode)
    except OSError:
        target, is_folder = "", False
    if not is_folder and language_of_path(path) is None:
        return
    if not _passes(path, scope, run, is_folder=is_folder):
        return
    if not target:
        run.found.left_out[path] = (Reason.LINK_BROKEN, None)
    elif not is_within(target, run.real_root):
        run.found.left_out[path] = (Reason.LINK_OUTSIDE, None)
    else:
        default = _default_of_link(path, target, run, is_folder=is_folder)
        if default is not None:
            run.found.left_out[path] = (default.reason, default.rule)
        elif is_folder:
            folder = _Folder(target, path, Path(target).name, scope, _is_asked_for(path, run))
            _list_below(folder, run)
        else:
            _sort_file(path, target, scope, run)


def _default_of_link(path: str, target: str, run: _Run, *, is_folder: bool) -> Default | None:
    """Return the default that speaks against the name of a link or of the folder that it leads to."""
    names = (path.rpartition("/")[2], *Path(target).relative_to(run.real_root).parts)
    always = next((name for name in names if name in ALWAYS_LEFT_OUT), None)
    if always is not None:
        return default_by_name(always)
    if not is_folder or _is_asked_for(path, run):
        return None
    return default_by_name(names[0]) or default_by_name(Path(target).name)
