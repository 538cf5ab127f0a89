"""Validates architecture rules: all problems at once, each with its path in the document.

Turns: plain values, as parsed from JSON, YAML or TOML → rules and RuleProblems.
"""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import get_args, get_type_hints

import msgspec

from codeshed.model.architecture.architecture_rules import (
    COMMON_FIELDS,
    FIELDS_BY_TYPE,
    ArchitectureRuleV1,
    RuleType,
)
from codeshed.model.path_globs import match_any

Path = tuple[str | int, ...]
"""Where a value is in a document: `("rules", 2, "from")`."""

_TYPES = get_args(RuleType)
_FIELD_BY_NAME = dict(
    zip(ArchitectureRuleV1.__struct_encode_fields__, ArchitectureRuleV1.__struct_fields__, strict=True)
)
_HINTS = get_type_hints(ArchitectureRuleV1, include_extras=True)
_INDEX = re.compile(r"\[[^\]]*\]")
_SEVERAL = ("layers", "members", "allowed", "ignore")


class RuleProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong at a place of a rules document, and what to do."""

    path: Path
    message: str
    hint: str


def validate_rules(document: object) -> tuple[tuple[ArchitectureRuleV1, ...], tuple[RuleProblem, ...]]:
    """Return the rules of a document, and all its problems; with problems the rules are not complete."""
    problems = []
    if not isinstance(document, Mapping):
        return (), (_problem((), "the document is not an object", 'write { "version": 1, "rules": […] }'),)
    problems += [
        _problem((key,), f"there is no field {key!r}", "the fields are version and rules")
        for key in document
        if key not in {"version", "rules", "$schema"}
    ]
    if document.get("version") != 1 or isinstance(document.get("version"), bool):
        problems.append(_problem(("version",), "version is not 1", 'write "version": 1'))
    values = document.get("rules")
    if not isinstance(values, list | tuple):
        problems.append(_problem(("rules",), "rules is not a list", 'write "rules": […]'))
        return (), tuple(problems)
    rules = []
    for index, value in enumerate(values):
        found = tuple(_iter_rule_problems(value, ("rules", index)))
        problems += found
        if not found:
            rules.append(msgspec.convert(value, ArchitectureRuleV1))
    problems += _repeated_ids(values)
    return tuple(rules), tuple(problems)


def _iter_rule_problems(value: object, path: Path) -> Iterator[RuleProblem]:
    if not isinstance(value, Mapping):
        yield _problem(path, "a rule is not an object", 'write { "id": …, "type": … }')
        return
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in FIELDS_BY_TYPE:
        shown = "it has no type" if kind is None else f"there is no type of rule {kind!r}"
        yield _problem((*path, "type") if "type" in value else path, shown, _nearest(str(kind), _TYPES))
        return
    fields = FIELDS_BY_TYPE[kind]
    allowed = (*COMMON_FIELDS, *fields.required, *fields.one_of, *fields.optional)
    for name in ("id", *fields.required):
        if name not in value:
            yield _problem(path, f"a rule of type {kind} needs {name!r}", f"add {name!r}")
    if fields.one_of and sum(name in value for name in fields.one_of) != 1:
        names = " or ".join(map(repr, fields.one_of))
        yield _problem(path, f"a rule of type {kind} needs {names}, and not both", f"write {names}")
    for name, item in value.items():
        where = (*path, name)
        if name not in allowed:
            yield _problem(
                where, f"a rule of type {kind} has no field {name!r}", _nearest(str(name), allowed)
            )
        else:
            yield from _iter_field_problems(name, item, where)


def _iter_field_problems(name: str, value: object, where: Path) -> Iterator[RuleProblem]:
    if name in _SEVERAL and isinstance(value, list | tuple):
        if not value:
            yield _problem(where, f"{name} is empty", "add an entry")
        for index, each in enumerate(value):
            yield from _iter_type_problems(name, [each], (*where, index))
            yield from _iter_entry_problems(name, each, (*where, index))
        if name in {"layers", "members"}:
            yield from _repeated(value, where, "name")
        return
    yield from _iter_type_problems(name, value, where)
    yield from _iter_selector_problems(value, where)
    if name == "each" and isinstance(value, str):
        yield from _iter_glob_problems((value,), where)


def _iter_type_problems(name: str, value: object, where: Path) -> Iterator[RuleProblem]:
    try:
        msgspec.convert(value, _HINTS[_FIELD_BY_NAME[name]])
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$")
        inner = _INDEX.sub("", place.removesuffix("`")).strip(".")
        shown = f"{name}.{inner}" if inner else name
        yield _problem(where, f"{shown} is wrong: {reason}", f"see docs/reference/architecture.md, {name!r}")


def _iter_entry_problems(name: str, value: object, where: Path) -> Iterator[RuleProblem]:
    """Yield what is wrong with a layer, a member, an allowed dependency or an exception besides the types."""
    if not isinstance(value, Mapping):
        return
    known = {
        "layers": ("name", "match", "members"),
        "members": ("name", "match"),
        "allowed": ("from", "to"),
        "ignore": ("from", "to", "reason", "until"),
    }[name]
    for key, item in value.items():
        if key not in known:
            yield _problem((*where, key), f"there is no field {key!r}", _nearest(str(key), known))
        elif key == "members" and isinstance(item, list | tuple):
            for index, each in enumerate(item):
                yield from _iter_entry_problems("members", each, (*where, key, index))
        else:
            yield from _iter_selector_problems(item, (*where, key))
    if name == "layers" and ("match" in value) is bool(value.get("members")):
        yield _problem(where, "a layer needs 'match' or 'members', and not both", "write one of them")
    if name == "ignore" and isinstance(value.get("until"), str) and not _is_date(value["until"]):
        yield _problem((*where, "until"), f"{value['until']!r} is no date", "write it as 2027-06-30")


def _iter_selector_problems(value: object, where: Path) -> Iterator[RuleProblem]:
    """Yield unknown fields and broken globs of a selector."""
    if not isinstance(value, Mapping):
        return
    for key, globs in value.items():
        if key not in {"anyOf", "noneOf"}:
            yield _problem(
                (*where, key), f"a selector has no field {key!r}", _nearest(str(key), ("anyOf", "noneOf"))
            )
        elif isinstance(globs, list | tuple):
            yield from _iter_glob_problems(globs, (*where, key))


def _iter_glob_problems(globs: Sequence[object], where: Path) -> Iterator[RuleProblem]:
    for index, glob in enumerate(globs):
        place = (*where, index) if len(globs) > 1 else where
        if not isinstance(glob, str):
            continue
        if glob.startswith(("/", "../")):
            yield _problem(
                place, f"{glob!r} is no path from the root", "write src/shop/**, with / between names"
            )
            continue
        try:
            match_any((glob,))
        except Exception as error:  # noqa: BLE001 - whatever a library says of a pattern is a problem of the pattern
            yield _problem(place, f"{glob!r} is no glob: {error}", "mend the pattern")


def _repeated_ids(values: Sequence[object]) -> Iterator[RuleProblem]:
    return _repeated(values, ("rules",), "id")


def _repeated(values: Sequence[object], where: Path, key: str) -> Iterator[RuleProblem]:
    seen = set()
    for index, value in enumerate(values):
        name = value.get(key) if isinstance(value, Mapping) else None
        if isinstance(name, str) and name in seen:
            yield _problem((*where, index, key), f"the {key} {name!r} is there twice", "give each its own")
        if isinstance(name, str):
            seen.add(name)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nearest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name[:80], known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"


def _problem(path: Path, message: str, hint: str) -> RuleProblem:
    return RuleProblem(path=path, message=message, hint=hint)
