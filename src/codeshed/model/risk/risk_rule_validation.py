"""Validates risk rules: all problems at once, each with its path in the document.

Turns: plain values, as parsed from YAML → RiskRules and RuleProblems; two RiskRules → one.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias, get_type_hints

import msgspec

from codeshed.model.architecture.rule_validation import Path, RuleProblem
from codeshed.model.risk.risk_rules import (
    RiskGuard,
    RiskPass,
    RiskRule,
    RiskRules,
    RiskSanitizer,
    RiskSink,
    RiskSource,
    RiskStop,
)

_Entry: TypeAlias = RiskSource | RiskPass | RiskStop | RiskSanitizer | RiskGuard | RiskRule

_TYPES: dict[str, type[_Entry]] = {
    "sources": RiskSource,
    "passes": RiskPass,
    "stops": RiskStop,
    "sanitizers": RiskSanitizer,
    "guards": RiskGuard,
    "rules": RiskRule,
}
_FIELDS = ("version", "without", "errors", *_TYPES)
_PAGE = "see docs/reference/risk.md"


def validate_risk_rules(
    document: object, shipped: RiskRules | None = None
) -> tuple[RiskRules, tuple[RuleProblem, ...]]:
    """Return the rules of a document, added to those that are shipped, and all its problems; with problems they are not complete.

    An entry replaces the shipped one with its id, and `without` lists the ids of shipped ones that do not hold.
    """
    if not isinstance(document, Mapping):
        return RiskRules(), (
            _problem((), "the document is not an object", "write version: 1 and rules: […]"),
        )
    problems = [
        _problem((key,), f"there is no field {key!r}", f"the fields are {', '.join(_FIELDS)}")
        for key in document
        if key not in _FIELDS
    ]
    if document.get("version") != 1 or isinstance(document.get("version"), bool):
        problems.append(_problem(("version",), "version is not 1", "write version: 1"))
    off = _read_ids(document, "without", problems)
    errors = _read_ids(document, "errors", problems)
    entries = {name: list(_read_entries(document.get(name, []), name, problems)) for name in _TYPES}
    before = shipped or RiskRules()
    known: set[str] = {each.id for name in _TYPES for each in getattr(before, name)}
    problems += [
        _problem(
            ("without", index), f"no shipped entry has the id {each!r}", f"ids are {', '.join(sorted(known))}"
        )
        for index, each in enumerate(off)
        if each not in known
    ]
    together = {
        name: _merged(getattr(before, name), [entry for _, entry in entries[name]], frozenset(off))
        for name in _TYPES
    }
    rule_ids = {each.id for each in together["rules"]}
    for name in ("passes", "sanitizers", "guards"):
        for index, entry in entries[name]:
            field = "cleans" if name == "passes" else "rules"
            problems += [
                _problem(
                    (name, index, field),
                    f"there is no rule {each!r}",
                    f"rules are {', '.join(sorted(rule_ids))}",
                )
                for each in getattr(entry, field)
                if each not in rule_ids and each not in off
            ]
    problems += [
        _problem(("errors", index), f"there is no rule {each!r}", f"rules are {', '.join(sorted(rule_ids))}")
        for index, each in enumerate(errors)
        if each not in rule_ids
    ]
    problems += [
        _problem(
            ("rules", index, "severity_by_source", kind),
            f"the rule is about no source of the kind {kind!r}",
            f"its sources are {', '.join(rule.sources)}",
        )
        for index, rule in entries["rules"]
        if isinstance(rule, RiskRule)
        for kind in rule.severity_by_source
        if kind not in rule.sources
    ]
    document_of_rules = {**together, "errors": errors}
    return msgspec.convert(document_of_rules, RiskRules, from_attributes=True), tuple(problems)


def _read_ids(document: Mapping[object, object], name: str, problems: list[RuleProblem]) -> list[str]:
    """Return a list of ids; one that is no such list is a problem, and counts as empty."""
    ids = document.get(name, [])
    if isinstance(ids, list) and all(isinstance(each, str) for each in ids):
        return ids
    problems.append(_problem((name,), f"{name} is not a list of ids", f"write {name}: [id, …]"))
    return []


def _read_entries(values: object, name: str, problems: list[RuleProblem]) -> Iterator[tuple[int, _Entry]]:
    """Yield the entries of one list without problems; the problems of the others are added."""
    if not isinstance(values, list):
        problems.append(_problem((name,), f"{name} is not a list", f"write {name}: […]"))
        return
    seen: set[object] = set()
    for index, value in enumerate(values):
        found = list(_iter_problems(value, _TYPES[name], (name, index)))
        if not found and value["id"] in seen:
            found = [
                _problem((name, index, "id"), f"the id {value['id']!r} is there twice", "choose another")
            ]
        problems += found
        if not found:
            seen.add(value["id"])
            yield index, msgspec.convert(value, _TYPES[name])


def _iter_problems(value: object, kind: type[msgspec.Struct], path: Path) -> Iterator[RuleProblem]:
    if not isinstance(value, Mapping):
        yield _problem(path, "an entry is not an object", "write id: …")
        return
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in value:
            yield _problem(path, f"{field.name!r} is missing", _PAGE)
    for name, item in value.items():
        where = (*path, name)
        if name not in hints:
            yield _problem(where, f"there is no field {name!r}", f"the fields are {', '.join(hints)}")
        elif name == "sinks" and isinstance(item, list):
            for index, sink in enumerate(item):
                yield from _iter_problems(sink, RiskSink, (*where, index))
        else:
            try:
                msgspec.convert(item, hints[name])
            except msgspec.ValidationError as error:
                yield _problem(where, f"{name} is wrong: {str(error).partition(' - at')[0]}", _PAGE)


def _merged(shipped: tuple[_Entry, ...], own: list[_Entry], off: frozenset[str]) -> tuple[_Entry, ...]:
    by_id = {entry.id: entry for entry in shipped if entry.id not in off}
    by_id |= {entry.id: entry for entry in own}
    return tuple(by_id.values())


def _problem(path: Path, message: str, hint: str) -> RuleProblem:
    return RuleProblem(path=path, message=message, hint=hint)
