"""Rules in JSON, JSONC, YAML and TOML: the same rules, and all problems at once with their lines."""

from pathlib import Path

import pytest

from codeshed.errors import ArchitectureRulesError, NoArchitectureRulesError
from codeshed.model.architecture.architecture_rules import ArchitectureRuleV1, PathSelectorV1
from codeshed.project.architecture.rules_file import find_rules, parse_rules
from codeshed.project.settings import read_settings

_JSONC = b"""\
{
  // no user interface in the core
  "version": 1,
  "rules": [
    {
      "id": "core", "type": "forbiddenImport", /* direct */
      "from": { "anyOf": ["core/**"], "noneOf": ["core/x.py"] },
      "to": { "anyOf": ["ui/**"] },
    },
  ],
}
"""
_YAML = b"""\
version: 1
rules:
- id: core
  type: forbiddenImport
  from: {anyOf: ["core/**"], noneOf: [core/x.py]}
  to: {anyOf: [ui/**]}
"""
_TOML = """\
[tool.codeshed]
types = "off"

[[tool.codeshed.rules]]
id = "core"
type = "forbiddenImport"
from = { anyOf = ["core/**"], noneOf = ["core/x.py"] }
to = { anyOf = ["ui/**"] }
"""
_RULE = ArchitectureRuleV1(
    id="core",
    type="forbiddenImport",
    from_=PathSelectorV1(any_of=("core/**",), none_of=("core/x.py",)),
    to=PathSelectorV1(any_of=("ui/**",)),
)


@pytest.mark.parametrize(("origin", "content", "line"), [("a.jsonc", _JSONC, 5), ("a.yaml", _YAML, 3)])
def test_files_hold_the_same_rules_with_their_lines(origin: str, content: bytes, line: int) -> None:
    found = parse_rules(content, origin=origin)
    assert (found.rules, found.lines) == ((_RULE,), (line,))


def test_settings_hold_rules(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(_TOML)
    found = find_rules(tmp_path, None, read_settings(tmp_path))
    assert (found.rules, found.origin, found.lines) == ((_RULE,), "pyproject.toml", (4,))
    named = find_rules(tmp_path, tmp_path / "pyproject.toml", read_settings(tmp_path))
    assert (named.rules, named.lines) == (found.rules, found.lines)
    (tmp_path / "codeshed-rules.yaml").write_bytes(_YAML)
    with pytest.raises(
        ArchitectureRulesError, match=r"there are rules in codeshed-rules\.yaml and in rules in"
    ):
        find_rules(tmp_path, None, read_settings(tmp_path))


def test_no_rules(tmp_path: Path) -> None:
    with pytest.raises(NoArchitectureRulesError, match="there are no architecture rules"):
        find_rules(tmp_path, None, read_settings(tmp_path))


def _problems(text: str, origin: str = "r.yaml") -> list[str]:
    with pytest.raises(ArchitectureRulesError) as caught:
        parse_rules(text.encode(), origin=origin)
    return [f"{message}; {hint}" for message, hint in caught.value.problems]


def test_all_problems_are_told_at_once_in_their_order() -> None:
    text = """\
version: 2
rules:
- id: a
  type: forbidenImport
- id: b
  type: forbiddenImport
  from: {anyof: [x]}
  via: transitve
  until: 3
- id: b
  type: layering
  layers:
  - {name: x, match: {anyOf: [/x]}}
  - {name: x}
  ignore:
  - {from: {anyOf: [a]}}
  - {reason: r, until: 2026-02-31}
- id: c
  type: independence
- 7
"""
    assert _problems(text) == [
        'r.yaml:1: version is not 1; write "version": 1',
        "r.yaml:4: a: there is no type of rule 'forbidenImport'; did you mean 'forbiddenImport'?",
        "r.yaml:5: b: a rule of type forbiddenImport needs 'to'; add 'to'",
        "r.yaml:7: b: a selector has no field 'anyof'; did you mean 'anyOf'?",
        "r.yaml:8: b: via is wrong: Invalid enum value 'transitve'; see docs/reference/architecture.md, 'via'",
        "r.yaml:9: b: a rule of type forbiddenImport has no field 'until'; there are id, type, severity, message, typeOnly, minConfidence, ignore, from, to, via",
        "r.yaml:10: b: the id 'b' is there twice; give each its own",
        "r.yaml:13: b: '/x' is no path from the root; write src/shop/**, with / between names",
        "r.yaml:14: b: a layer needs 'match' or 'members', and not both; write one of them",
        "r.yaml:14: b: the name 'x' is there twice; give each its own",
        "r.yaml:16: b: ignore is wrong: Object missing required field `reason`; see docs/reference/architecture.md, 'ignore'",
        "r.yaml:17: b: '2026-02-31' is no date; write it as 2027-06-30",
        "r.yaml:18: c: a rule of type independence needs 'members' or 'each', and not both; write 'members' or 'each'",
        'r.yaml:20: a rule is not an object; write { "id": …, "type": … }',
    ]


@pytest.mark.parametrize(
    ("origin", "text", "problem"),
    [
        ("r.json", '{\n "version" 1}', "r.json:2: there is no colon behind 'version'; mend the line"),
        ("r.json", '{"rules": [\n1 2]}', "r.json:2: there is no comma or ] behind a value; mend the line"),
        ("r.json", "{'a': 1}", "r.json:1: ' is no JSON value; mend the line"),
        ("r.json", '{"a": 1, "a": 2}', "r.json:1: 'a' is there twice; mend the line"),
        ("r.json", "[" * 99, "r.json:1: it is nested too deeply; mend the line"),
        ("r.json", "", "r.json:1: the end is no JSON value; mend the line"),
        ("r.json", "[]", 'r.json:1: the document is not an object; write { "version": 1, "rules": […] }'),
        ("r.yaml", "a: [\nb", "r.yaml:2: expected ',' or ']', but got '<stream end>'; mend the line"),
        ("r.yml", "a: !!python/object:os.system x", None),
    ],
)
def test_texts_that_are_no_documents(origin: str, text: str, problem: str | None) -> None:
    (found,) = _problems(text, origin)[:1]
    assert problem is None or found == problem
