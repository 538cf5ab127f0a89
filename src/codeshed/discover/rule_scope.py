"""The include and exclude rules that apply in a folder: from the settings and from ignore files there and above.

Turns: ignore files on disk → RuleScope, which finds the rule that decides about a path.

In order of precedence: the settings, `.codeshedignore` from the nearest folder up, `.gitignore` from the nearest folder
up, `.git/info/exclude`. The first of these with a match decides, and in it the last matching line. The user's global
ignore file and those above the root are not read, so that a tree is indexed the same everywhere.
"""

import os
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.discover.exclusion_reasons import Layer, Reason, Rule
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.generated_marks import GeneratedMarks
from codeshed.discover.rule_table import RuleProblem, RuleTable, encoded_path, read_rules, settings_rules
from codeshed.model.repository_settings import Settings

MAX_RULE_FILE_BYTES = 250_000
"""A larger ignore file is ignored, and reported."""

MAX_RULES = 5_000
"""How many rules may apply in one folder; an ignore file that exceeds this is ignored, and reported."""

MAX_RULE_FILES = 100
"""How many ignore files may apply in one folder."""

RULE_FILES = {".gitignore": Layer.GITIGNORE, ".codeshedignore": Layer.CODESHEDIGNORE}
_EXCLUDE_FILE = ".git/info/exclude"
_WHY_NOT = {
    Reason.TOO_LARGE: "it is too large",
    Reason.LINK_OUTSIDE: "it leads out of the root",
    Reason.NOT_A_FILE: "it is not a regular file",
}


class RuleScope(msgspec.Struct, frozen=True):
    """The rule tables that apply in a folder, of each layer the nearest first, and the marks of generated files."""

    settings: tuple[RuleTable, ...] = ()
    codeshedignore: tuple[RuleTable, ...] = ()
    gitignore: tuple[RuleTable, ...] = ()
    marks: GeneratedMarks = GeneratedMarks()

    @property
    def n_rules(self) -> int:
        """The number of rules that apply."""
        return sum(map(len, (*self.settings, *self.codeshedignore, *self.gitignore)))

    def find_rule(self, path: str, *, is_folder: bool) -> Rule | None:
        """Return the rule that decides about a path in this folder, None if no rule matches."""
        if not (self.settings or self.codeshedignore or self.gitignore):
            return None
        encoded = encoded_path(path)
        for tables in (self.settings, self.codeshedignore, self.gitignore):
            for table in tables:
                rule = table.last_match(encoded, is_folder=is_folder)
                if rule is not None:
                    return rule
        return None


def open_scope(real_root: str, settings: Settings) -> tuple[RuleScope, tuple[RuleProblem, ...]]:
    """Return the rules that apply at the root, before its ignore files: settings and `.git/info/exclude`."""
    rules = settings_rules(settings)
    scope = RuleScope(settings=(rules,) if len(rules) else ())
    # If `.git` is a link or a file, its `info/exclude` belongs to another folder.
    if Path(real_root, ".git").is_symlink() or not os.path.lexists(f"{real_root}/{_EXCLUDE_FILE}"):
        return scope, ()
    return _extended(scope, real_root, _EXCLUDE_FILE, layer=Layer.GITIGNORE, folder="", source=_EXCLUDE_FILE)


def enter_folder(
    scope: RuleScope, real_root: str, location: str, path: str, names: tuple[str, ...]
) -> tuple[RuleScope, tuple[RuleProblem, ...]]:
    """Add the ignore files of a folder; `location` is its resolved path."""
    problems: list[RuleProblem] = []
    for name in sorted(names):
        source = f"{path}/{name}" if path else name
        if Path(location, name).is_symlink():
            # Git does not follow such a link either.
            problems.append(_not_obeyed(source, "it is a link"))
            continue
        relative = Path(location, name).relative_to(real_root).as_posix()
        scope, found = _extended(
            scope, real_root, relative, layer=RULE_FILES[name], folder=path, source=source
        )
        problems += found
    return scope, tuple(problems)


def _extended(
    scope: RuleScope, real_root: str, file: str, *, layer: Layer, folder: str, source: str
) -> tuple[RuleScope, tuple[RuleProblem, ...]]:
    content = read_bytes(Path(real_root), file, max_bytes=MAX_RULE_FILE_BYTES)
    if isinstance(content, Reason):
        return scope, (_not_obeyed(source, _WHY_NOT.get(content, "it could not be read")),)
    table, problems = read_rules(content, layer=layer, folder=folder, source=source)
    if len(scope.codeshedignore) + len(scope.gitignore) >= MAX_RULE_FILES:
        return scope, (_not_obeyed(source, f"more than {MAX_RULE_FILES} ignore files would be in force"),)
    if scope.n_rules + len(table) > MAX_RULES:
        return scope, (_not_obeyed(source, f"more than {MAX_RULES} rules would be in force"),)
    if not len(table):
        return scope, problems
    if layer is Layer.GITIGNORE:
        return replace(scope, gitignore=(table, *scope.gitignore)), problems
    return replace(scope, codeshedignore=(table, *scope.codeshedignore)), problems


def _not_obeyed(source: str, why: str) -> RuleProblem:
    return RuleProblem(path=source, line=0, message=f"its rules are not obeyed: {why}")
