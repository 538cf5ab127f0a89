"""Rules of dependency-cruiser as rules."""

import json

import pytest

from codeshed.model.architecture.architecture_rules import ArchitectureRuleV1
from codeshed.project.architecture.dependency_cruiser import import_cruiser_rules
from codeshed.project.architecture.regex_globs import globs_of_regex

FILES = (
    "src/ui/view.tsx",
    "src/ui/view.spec.ts",
    "src/core/model.ts",
    "src/core/deep/store.ts",
    "packages/one/index.ts",
    "packages/two/index.ts",
    "test/a.ts",
    "srcs/x.js",
)


@pytest.mark.parametrize(
    ("expression", "globs"),
    [
        ("^src/ui/", ("src/ui/**",)),
        ("^src/(ui|core)/", ("src/{ui,core}/**",)),
        (r"\.spec\.tsx?$", ("{*,**/*}.spec.ts{,x}",)),
        ("(^|/)test/", ("{,**/}test/**",)),
        ("^packages/[^/]+/index\\.ts$", ("packages/?*/index.ts",)),
        ("^src/core/.*store", ("src/core/{*,*/**/*}store{*,*/**/*}",)),
        ("^src", ("src{*,*/**/*}",)),
        ("^a|^b", ("[ab]{*,*/**/*}",)),
        ("^(?!src)", None),
        ("^src/(\\w+)/\\1", None),
        ("[", None),
    ],
)
def test_expressions_become_globs_that_select_the_same_files(
    expression: str, globs: tuple[str, ...] | None
) -> None:
    assert globs_of_regex(expression, FILES) == globs


def _import(
    *forbidden: dict[str, object], **document: object
) -> tuple[tuple[ArchitectureRuleV1, ...], tuple[str, ...]]:
    content = json.dumps({"forbidden": forbidden, **document}).encode()
    found = import_cruiser_rules(content, ".dependency-cruiser.json", FILES)
    return found.rules, found.problems


def test_forbidden_rules() -> None:
    rules, problems = _import(
        {
            "name": "layers",
            "severity": "error",
            "comment": "no",
            "from": {"path": "^src/core"},
            "to": {"path": "^src/ui/"},
        },
        {"name": "far", "from": {"path": "^src/core/"}, "to": {"path": "^src/ui/", "reachable": True}},
        {"name": "no-circular", "severity": "warn", "from": {}, "to": {"circular": True}},
        {"name": "no-orphans", "from": {"orphan": True, "pathNot": r"\.spec\.ts$"}, "to": {}},
        {"name": "dead", "from": {"path": "^src/ui/"}, "to": {"path": "^src/core/", "reachable": False}},
        {
            "name": "apart",
            "from": {"path": "^packages/([^/]+)/"},
            "to": {"path": "^packages/", "pathNot": "^packages/$1/"},
        },
        {
            "name": "no-fs",
            "from": {"path": "^src/"},
            "to": {"dependencyTypes": ["core"], "path": "^(fs|http)$"},
        },
        {"name": "types", "from": {}, "to": {"path": "^src/ui/", "dependencyTypesNot": ["type-only"]}},
        {"name": "unstable", "from": {}, "to": {"moreUnstable": True}},
        {"name": "off", "severity": "ignore", "from": {}, "to": {"path": "^src/"}},
    )
    assert [(each.id, each.type, each.severity) for each in rules] == [
        ("layers", "forbiddenImport", "error"),
        ("far", "forbiddenImport", "warn"),
        ("no-circular", "acyclic", "warn"),
        ("no-orphans", "orphan", "warn"),
        ("dead", "orphan", "warn"),
        ("apart", "independence", "warn"),
        ("no-fs", "bannedExternal", "warn"),
        ("types", "forbiddenImport", "warn"),
    ]
    by_id = {each.id: each for each in rules}
    assert by_id["layers"].message == "no"
    assert by_id["far"].via == "transitive"
    assert by_id["apart"].each == "packages/*"
    assert by_id["no-fs"].packages == ("fs", "http")
    assert by_id["types"].type_only == "exclude"
    assert problems == (
        "unstable: there is no equal to moreUnstable",
        "off: its severity is ignore",
    )


def test_allowed_and_required() -> None:
    rules, problems = _import(
        allowed=[{"from": {"path": "^src/ui/"}, "to": {"path": "^src/core/"}}],
        allowedSeverity="error",
        required=[{}],
        extends="./base.json",
    )
    (rule,) = rules
    assert (rule.type, rule.severity, len(rule.allowed)) == ("allowedOnly", "error", 1)
    assert [each.partition(":")[0] for each in problems] == ["required", "extends"]
