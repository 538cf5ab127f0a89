"""Rules of dependency-cruiser as architecture rules.

Turns: a `.dependency-cruiser.json` + the files of the repository → ImportedRules. Its regular expressions become globs that
select the same files of the repository. What has no equal is told, not left out.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.architecture.architecture_rules import (
    AllowedDependency,
    ArchitectureRuleV1,
    PathSelectorV1,
    RuleSeverity,
)
from codeshed.project.architecture.import_linter import ImportedRules
from codeshed.project.architecture.placed_values import TextProblemError, parse_json
from codeshed.project.architecture.regex_globs import globs_of_regex

_SEVERITY: dict[object, RuleSeverity] = {"error": "error", "warn": "warn", "info": "info"}
_PACKAGE = re.compile(r"\^?(?:node_modules/)?\(?([@\w./|-]+?)\)?(?:/|\$)?")
_SIBLINGS = re.compile(r"\^(?P<folder>[\w./-]*?)\(?\[\^/\]\+\)?/?(?:\.\+)?")
_READ = frozenset(
    {"path", "pathNot", "circular", "orphan", "reachable", "dependencyTypes", "dependencyTypesNot"}
)

TypeOnly = Literal["include", "exclude", "only"]
Via = Literal["direct", "transitive"]


def import_cruiser_rules(content: bytes, name: str, files: Sequence[str]) -> ImportedRules:
    """Return the rules in a configuration of dependency-cruiser; `files` are those of the repository."""
    document = _read(content, name)
    translator = _Translator(files)
    rules: list[ArchitectureRuleV1] = []
    problems: list[str] = []
    forbidden = document.get("forbidden")
    for position, value in enumerate(forbidden if isinstance(forbidden, list) else (), 1):
        rule = value if isinstance(value, Mapping) else {}
        title = str(rule.get("name") or f"forbidden-{position}")
        try:
            rules.append(_forbidden(rule, title, translator))
        except _NoEqualError as error:
            problems.append(f"{title}: {error}")
    if isinstance(document.get("allowed"), list):
        try:
            rules.append(_allowed(document, translator))
        except _NoEqualError as error:
            problems.append(f"allowed: {error}")
    if document.get("required"):
        problems.append("required: there is no rule that demands a dependency")
    if document.get("extends"):
        problems.append("extends: name the configuration that it extends, too")
    return ImportedRules(rules=tuple(rules), problems=tuple(problems))


class _NoEqualError(Exception):
    """A rule that no rule of ours is equal to."""


def _read(content: bytes, name: str) -> Mapping[str, object]:
    try:
        document = parse_json(content.decode("utf-8-sig")).value
    except (UnicodeDecodeError, TextProblemError) as error:
        raise InvalidOptionError(
            f"{name} is no JSON: {error}",
            hint="a configuration in JavaScript is written as JSON by `depcruise --init` or by node -p",
        ) from None
    if not isinstance(document, dict) or not {"forbidden", "allowed", "required"} & document.keys():
        raise InvalidOptionError(f"{name} has no rules of dependency-cruiser", hint="name another file")
    return document


def _forbidden(rule: Mapping[str, object], title: str, translator: "_Translator") -> ArchitectureRuleV1:
    source, target = _part(rule, "from"), _part(rule, "to")
    unread = sorted({*source, *target} - _READ)
    if unread:
        raise _NoEqualError(f"there is no equal to {', '.join(unread)}")
    severity = _SEVERITY.get(rule.get("severity", "warn"))
    if severity is None:
        raise _NoEqualError("its severity is ignore")
    message = rule.get("comment") if isinstance(rule.get("comment"), str) else None
    made = _rule_of_parts(title, source, target, translator)
    return msgspec.structs.replace(made, severity=severity, message=message)


def _rule_of_parts(
    title: str, source: Mapping[str, object], target: Mapping[str, object], translator: "_Translator"
) -> ArchitectureRuleV1:
    if target.get("circular") is True:
        if source.get("path") or source.get("pathNot") or target.get("path"):
            raise _NoEqualError("cycles are looked for in all files, not in some")
        return ArchitectureRuleV1(id=title, type="acyclic", each="**", edges=("import",))
    if source.get("orphan") is True:
        return ArchitectureRuleV1(
            id=title, type="orphan", match=translator.selector(source), edges=("import",)
        )
    if target.get("reachable") is False:
        return ArchitectureRuleV1(
            id=title,
            type="orphan",
            match=translator.selector(target),
            reachable_from=translator.selector(source),
            edges=("import",),
        )
    siblings = _siblings(source, target)
    if siblings is not None:
        return ArchitectureRuleV1(
            id=title, type="independence", each=siblings, edges=("import",), via="direct"
        )
    via: Via = "transitive" if target.get("reachable") is True else "direct"
    type_only, packages = _dependency_types(target)
    if packages is not None:
        return ArchitectureRuleV1(
            id=title,
            type="bannedExternal",
            from_=translator.selector(source),
            packages=packages,
            type_only=type_only,
            via=via,
        )
    return ArchitectureRuleV1(
        id=title,
        type="forbiddenImport",
        from_=translator.selector(source),
        to=translator.selector(target),
        type_only=type_only,
        via=via,
    )


def _allowed(document: Mapping[str, object], translator: "_Translator") -> ArchitectureRuleV1:
    entries = document["allowed"]
    allowed = []
    for entry in entries if isinstance(entries, list) else ():
        source, target = _part(entry, "from"), _part(entry, "to")
        if {*source, *target} - {"path", "pathNot"}:
            raise _NoEqualError("entries are compared by path and pathNot alone")
        allowed.append(AllowedDependency(from_=translator.selector(source), to=translator.selector(target)))
    return ArchitectureRuleV1(
        id="allowed",
        type="allowedOnly",
        severity=_SEVERITY.get(document.get("allowedSeverity"), "warn"),
        from_=PathSelectorV1(),
        allowed=tuple(allowed),
        edges=("import",),
    )


def _siblings(source: Mapping[str, object], target: Mapping[str, object]) -> str | None:
    """Return the glob of folders that must not know each other: the target's `pathNot` names the folder of the source."""
    without = " ".join(_expressions(target.get("pathNot")))
    if "$1" not in without:
        return None
    found = [_SIBLINGS.fullmatch(each) for each in _expressions(source.get("path"))]
    if len(found) != 1 or found[0] is None:
        raise _NoEqualError("a group is named by $1 that is not one folder")
    return f"{found[0]['folder']}*"


def _dependency_types(target: Mapping[str, object]) -> tuple[TypeOnly, tuple[str, ...] | None]:
    """Return which imports a rule is about, and the packages if it is about those."""
    types = set(_expressions(target.get("dependencyTypes")))
    without = set(_expressions(target.get("dependencyTypesNot")))
    type_only: TypeOnly = "include"
    if "type-only" in types:
        type_only = "only"
    elif "type-only" in without:
        type_only = "exclude"
    if without - {"type-only"}:
        raise _NoEqualError(f"there is no equal to dependencyTypesNot {', '.join(sorted(without))}")
    if not types - {"type-only"}:
        expressions = _expressions(target.get("path"))
        if any("node_modules" in each for each in expressions):
            return type_only, _packages(expressions)
        return type_only, None
    if types & {"local", "unknown", "undetermined", "deprecated"} or not target.get("path"):
        raise _NoEqualError(f"there is no equal to dependencyTypes {', '.join(sorted(types))}")
    return type_only, _packages(_expressions(target.get("path")))


def _packages(expressions: Sequence[str]) -> tuple[str, ...]:
    """Return the packages that expressions name: `^(react|react-dom)$`."""
    names: list[str] = []
    for each in expressions:
        found = _PACKAGE.fullmatch(each)
        if found is None:
            raise _NoEqualError(f"{each!r} does not name packages")
        names += found[1].split("|")
    return tuple(names)


def _part(rule: object, name: str) -> Mapping[str, object]:
    part = rule.get(name) if isinstance(rule, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def _expressions(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list | tuple) else ()


class _Translator:
    """Translates the paths of rules."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files

    def selector(self, part: Mapping[str, object]) -> PathSelectorV1:
        """Return the selector of a part of a rule; without paths it is that of all files."""
        wanted = tuple(self._iter_globs(part.get("path")))
        without = tuple(self._iter_globs(part.get("pathNot")))
        return PathSelectorV1(any_of=wanted or None, none_of=without)

    def _iter_globs(self, value: object) -> Iterator[str]:
        for expression in _expressions(value):
            globs = globs_of_regex(expression, self._files)
            if globs is None:
                raise _NoEqualError(f"no glob selects the same files as {json.dumps(expression)}")
            yield from globs
