"""Every type of rule on small repositories, through the command."""

import json
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

from codeshed.render.schemas import schema
from tests.surface.cli import run

Files = dict[str, str]


def check(
    root: Path, files: Files, *rules: Mapping[str, object], arguments: tuple[str, ...] = ()
) -> list[str]:
    """Return what `arch check` finds: `code rule place message`, with the steps of paths behind."""
    for path, text in {**files, "codeshed.toml": 'types = "off"\n'}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    written = [{"id": f"r{index}", **rule} for index, rule in enumerate(rules)]
    (root / "codeshed-rules.json").write_text(json.dumps({"version": 1, "rules": written}))
    done = run("arch", "check", "--quiet", "--format", "findings", *arguments, cwd=root)
    assert done.err == ""
    report = json.loads(done.out)
    answer = run("arch", "check", "--quiet", "--json", *arguments, cwd=root)
    jsonschema.validate(json.loads(answer.out), schema("architecture-report"))
    counted = [each for each in report["findings"] if "suppression" not in each]
    assert done.code == any(each["severity"] == "error" for each in counted)
    return [_shown(each) for each in counted]


def _shown(finding: dict[str, object]) -> str:
    place = finding["location"]
    assert isinstance(place, dict)
    line = f":{place['line']}" if "line" in place else ""
    steps = finding.get("path", [])
    assert isinstance(steps, list)
    head = f"{finding['code']} {place['path']}{line} {finding.get('subject', '')}".strip()
    return " | ".join((head, *(each["message"] for each in steps)))


def only(*globs: str) -> dict[str, list[str]]:
    """Return a selector."""
    return {"anyOf": list(globs)}


_PACKAGE = {
    "ui/__init__.py": "",
    "ui/view.py": "from core import model\nimport core.store\n",
    "core/__init__.py": "",
    "core/model.py": "from shared.bus import send\n",
    "core/store.py": "import requests\nfrom core.model import send\n",
    "shared/bus.py": "import ui.view\ndef send(): ...\n",
    "alone.py": "x = 1\n",
}


def test_a_forbidden_import_is_told_where_it_is(tmp_path: Path) -> None:
    rule = {"type": "forbiddenImport", "from": only("ui/**"), "to": only("core/**")}
    assert check(tmp_path, _PACKAGE, rule) == [
        "FORBIDDEN_IMPORT ui/view.py:1 core/model.py",
        "FORBIDDEN_IMPORT ui/view.py:2 core/store.py",
    ]


def test_a_forbidden_import_over_others_has_the_shortest_chain(tmp_path: Path) -> None:
    rule = {"type": "forbiddenImport", "from": only("core/**"), "to": only("ui/**"), "via": "transitive"}
    direct = {**rule, "via": "direct"}
    assert check(tmp_path, _PACKAGE, direct) == []
    assert check(tmp_path, _PACKAGE, rule) == [
        "FORBIDDEN_IMPORT core/model.py:1 ui/view.py | core/model.py imports shared/bus.py | shared/bus.py imports ui/view.py"
    ]


def test_layers_by_direct_and_transitive_dependencies(tmp_path: Path) -> None:
    layers = [
        {"name": "ui", "match": only("ui/**")},
        {"name": "core", "match": only("core/**")},
    ]
    rule: dict[str, object] = {"type": "layering", "layers": layers}
    assert check(tmp_path, _PACKAGE, rule) == []
    assert check(tmp_path, _PACKAGE, {**rule, "order": "bottomUp"}) == [
        "LAYERING ui/view.py:1 core/model.py",
        "LAYERING ui/view.py:2 core/store.py",
    ]
    assert check(tmp_path, _PACKAGE, {**rule, "via": "transitive"}) == [
        "LAYERING core/model.py:1 ui/view.py | core/model.py imports shared/bus.py | shared/bus.py imports ui/view.py"
    ]
    exhaustive = {"anyOf": ["**"], "noneOf": ["shared/**"]}
    assert check(tmp_path, _PACKAGE, {**rule, "exhaustive": exhaustive}) == ["UNLAYERED_FILE alone.py"]


def test_members_of_a_layer_and_independent_groups_do_not_know_each_other(tmp_path: Path) -> None:
    members = [{"name": "ui", "match": only("ui/**")}, {"name": "core", "match": only("core/**")}]
    layer = {"type": "layering", "layers": [{"name": "both", "members": members}]}
    found = ["LAYERING ui/view.py:1 core/model.py", "LAYERING ui/view.py:2 core/store.py"]
    assert check(tmp_path, _PACKAGE, layer) == found
    independent = [each.replace("LAYERING", "INDEPENDENCE") for each in found]
    assert check(tmp_path, _PACKAGE, {"type": "independence", "members": members}) == independent
    assert check(tmp_path, _PACKAGE, {"type": "independence", "each": "{ui,core}"}) == independent


def test_cycles_between_folders_are_told_at_the_edge_that_breaks_them(tmp_path: Path) -> None:
    assert check(tmp_path, _PACKAGE, {"type": "acyclic", "each": "*"}) == [
        "ACYCLIC shared/bus.py:1 ui/view.py | shared/bus.py imports ui/view.py | ui/view.py imports core/model.py | core/model.py imports shared/bus.py"
    ]
    assert check(
        tmp_path, {"a.py": "import b\n", "b.py": "import a\n"}, {"type": "acyclic", "each": "{a,b}.py"}
    ) == ["ACYCLIC b.py:1 a.py | b.py imports a.py | a.py imports b.py"]


def test_protected_modules_have_their_users(tmp_path: Path) -> None:
    rule = {
        "type": "protected",
        "modules": only("core/store.py", "core/model.py"),
        "allowedFrom": only("core/**"),
    }
    assert check(tmp_path, _PACKAGE, rule) == [
        "PROTECTED ui/view.py:1 core/model.py",
        "PROTECTED ui/view.py:2 core/store.py",
    ]


def test_orphans_and_what_is_not_reached(tmp_path: Path) -> None:
    rule: dict[str, object] = {"type": "orphan", "match": {"anyOf": ["**"], "noneOf": ["**/__init__.py"]}}
    assert check(tmp_path, _PACKAGE, rule) == ["ORPHAN alone.py"]
    assert check(tmp_path, _PACKAGE, {**rule, "reachableFrom": only("core/store.py")}) == ["ORPHAN alone.py"]
    assert check(tmp_path, _PACKAGE, {**rule, "reachableFrom": only("alone.py")}) == [
        "ORPHAN core/model.py",
        "ORPHAN core/store.py",
        "ORPHAN shared/bus.py",
        "ORPHAN ui/view.py",
    ]


def test_only_what_is_allowed(tmp_path: Path) -> None:
    rule = {
        "type": "allowedOnly",
        "from": only("core/**", "ui/**"),
        "allowed": [{"from": only("ui/**"), "to": only("core/model.py")}, {"to": only("shared/**")}],
    }
    assert check(tmp_path, _PACKAGE, rule) == [
        "ALLOWED_ONLY core/store.py:2 core/model.py",
        "ALLOWED_ONLY ui/view.py:2 core/store.py",
    ]


def test_banned_packages_directly_and_over_others(tmp_path: Path) -> None:
    rule: dict[str, object] = {
        "type": "bannedExternal",
        "from": only("core/**"),
        "packages": ["requests", "boto*"],
    }
    assert check(tmp_path, _PACKAGE, rule) == ["BANNED_EXTERNAL core/store.py:1 requests"]
    indirect = {**rule, "from": only("ui/**"), "via": "transitive"}
    assert check(tmp_path, _PACKAGE, indirect) == [
        "BANNED_EXTERNAL ui/view.py:2 requests | ui/view.py imports core/store.py | core/store.py imports requests"
    ]


_TYPES = {
    "a.py": "import typing as t\nif t.TYPE_CHECKING:\n    from b import B\n    import requests\nelse:\n    import d\n",
    "b.py": "class B: ...\n",
    "c.py": "from typing import TYPE_CHECKING\nimport b\nif TYPE_CHECKING:\n    import b\n    import d\n",
    "d.py": "",
    "x.ts": 'import type { T } from "./y"\nimport { type U } from "./y"\n',
    "y.ts": "export type T = number; export type U = string; export const v = 1\n",
    "z.ts": 'import { type U, v } from "./y"\nexport type { T } from "./y"\n',
}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (
            "include",
            ["a.py:3 b.py", "a.py:6 d.py", "c.py:2 b.py", "c.py:5 d.py", "x.ts:1 y.ts", "z.ts:1 y.ts"],
        ),
        ("exclude", ["a.py:6 d.py", "c.py:2 b.py", "z.ts:1 y.ts"]),
        ("only", ["a.py:3 b.py", "c.py:5 d.py", "x.ts:1 y.ts"]),
    ],
)
def test_imports_for_types_alone(wanted: str, found: list[str], tmp_path: Path) -> None:
    rule = {"type": "forbiddenImport", "from": only("**"), "to": only("**"), "typeOnly": wanted}
    assert check(tmp_path, _TYPES, rule) == [f"FORBIDDEN_IMPORT {each}" for each in found]
    ban = {"type": "bannedExternal", "from": only("**"), "packages": ["requests"], "typeOnly": wanted}
    banned = [] if wanted == "exclude" else ["BANNED_EXTERNAL a.py:4 requests"]
    assert check(tmp_path, _TYPES, ban) == banned


_CALLS = {
    "a.py": "from b import B, f\ndef run(b: B, g):\n    b.go()\n    f()\n    g()\n",
    "b.py": "class B:\n    def go(self): ...\ndef f(): ...\n",
}


def test_forbidden_calls_name_functions(tmp_path: Path) -> None:
    rule = {"type": "forbiddenCall", "from": only("a.py"), "to": only("b.py")}
    assert check(tmp_path, _CALLS, rule) == [
        "FORBIDDEN_CALL a.py:3 b.py::B.go",
        "FORBIDDEN_CALL a.py:4 b.py::f",
    ]
    imports = {
        "type": "layering",
        "layers": [{"name": "b", "match": only("b.py")}, {"name": "a", "match": only("a.py")}],
    }
    assert check(tmp_path, _CALLS, imports) == ["LAYERING a.py:1 b.py"]
    assert check(tmp_path, _CALLS, {**imports, "edges": ["call"]}) == [
        "LAYERING a.py:3 b.py::B.go",
        "LAYERING a.py:4 b.py::f",
    ]


def test_an_override_that_may_run_is_not_called(tmp_path: Path) -> None:
    files = {
        "core.py": "class Base:\n    def run(self): ...\ndef start(base: Base):\n    base.run()\n",
        "app.py": "from core import Base, start\nclass App(Base):\n    def run(self): ...\nstart(App())\n",
    }
    assert (
        check(tmp_path, files, {"type": "forbiddenCall", "from": only("core.py"), "to": only("app.py")}) == []
    )


def test_exceptions_have_reasons_and_dates(tmp_path: Path) -> None:
    rule: dict[str, object] = {"type": "forbiddenImport", "from": only("ui/**"), "to": only("core/**")}
    excused = {"from": only("ui/**"), "to": only("core/model.py"), "reason": "legacy", "until": "2026-11-19"}
    unused = {"from": only("core/**"), "to": only("ui/**"), "reason": "nothing"}
    files = _PACKAGE
    with_both = {**rule, "ignore": [excused, unused]}
    assert check(tmp_path, files, with_both, arguments=("--today", "2026-11-19")) == [
        "UNUSED_EXCEPTION codeshed-rules.json:1 core/** -> ui/**",
        "FORBIDDEN_IMPORT ui/view.py:2 core/store.py",
    ]
    assert check(tmp_path, files, {**rule, "ignore": [excused]}, arguments=("--today", "2026-11-20")) == [
        "EXPIRED_EXCEPTION codeshed-rules.json:1 ui/** -> core/model.py",
        "FORBIDDEN_IMPORT ui/view.py:1 core/model.py",
        "FORBIDDEN_IMPORT ui/view.py:2 core/store.py",
    ]


def test_selectors_that_match_nothing_and_layers_that_overlap_are_told(tmp_path: Path) -> None:
    rule = {
        "type": "layering",
        "layers": [
            {"name": "ui", "match": only("ui/**", "uii/**")},
            {"name": "view", "match": only("ui/view.py")},
        ],
    }
    assert check(tmp_path, _PACKAGE, rule, {"type": "acyclic", "each": "cor/*"}) == [
        "EMPTY_SELECTOR codeshed-rules.json:1 uii/**",
        "EMPTY_SELECTOR codeshed-rules.json:1 cor/*",
        "OVERLAPPING_LAYERS codeshed-rules.json:1 ui view",
    ]


def test_comments_suppress_by_the_id_of_a_rule(tmp_path: Path) -> None:
    files = {**_PACKAGE, "ui/view.py": "import core.store  # codeshed: ignore[r0] moves\nimport core.model\n"}
    rule = {"type": "forbiddenImport", "from": only("ui/**"), "to": only("core/**")}
    assert check(tmp_path, files, rule) == ["FORBIDDEN_IMPORT ui/view.py:2 core/model.py"]


def test_a_baseline_accepts_what_is_there(tmp_path: Path) -> None:
    rule = {"type": "forbiddenImport", "from": only("ui/**"), "to": only("core/**")}
    check(tmp_path, _PACKAGE, rule)
    assert run("arch", "check", "-q", "--write-baseline", "b.json", cwd=tmp_path).code == 0
    (tmp_path / "ui/view.py").write_text(
        "\n\nimport core.store\nfrom core import model\nimport shared.bus, core\n"
    )
    done = run("arch", "check", "-q", "--baseline", "b.json", "--format", "github", cwd=tmp_path)
    assert done.code == 1
    assert "core/__init__.py" in done.out.splitlines()[0]
    assert "2 in the baseline" in done.out
    kept = run("validate", "b.json", "-q", cwd=tmp_path)
    assert (kept.code, "findings-baseline" in kept.out) == (0, True)


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"a.ts": 'import { b } from "./b"\n', "b.ts": "export const b = 1\n"}, "a.ts:1 b.ts"),
        ({"a.js": 'export { b } from "./b"\n', "b.js": "export const b = 1\n"}, "a.js:1 b.js"),
        (
            {
                "go.mod": "module m\n",
                "a/a.go": 'package a\nimport "m/b"\nvar x = b.B\n',
                "b/b.go": "package b\nvar B = 1\n",
            },
            "a/a.go:2 b/b.go",
        ),
        (
            {
                "a/A.java": "package a;\nimport b.B;\nclass A { B b; }\n",
                "b/B.java": "package b;\npublic class B {}\n",
            },
            "a/A.java:2 b/B.java",
        ),
        (
            {
                "src/lib.rs": "mod a;\nmod b;\n",
                "src/a.rs": "use crate::b::f;\n",
                "src/b.rs": "pub fn f() {}\n",
            },
            "src/a.rs:1 src/b.rs",
        ),
        ({"a.c": '#include "b.h"\n', "b.h": "int b;\n"}, "a.c:1 b.h"),
        ({"a.rb": "require_relative 'b'\n", "b.rb": "B = 1\n"}, "a.rb:1 b.rb"),
    ],
)
def test_imports_of_other_languages(files: Files, found: str, tmp_path: Path) -> None:
    place, _, target = found.partition(" ")
    source = place.partition(":")[0]
    rule = {"type": "forbiddenImport", "from": only(source), "to": only(target)}
    assert check(tmp_path, files, rule) == [f"FORBIDDEN_IMPORT {found}"]
