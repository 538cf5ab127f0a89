"""Resolution of JavaScript and TypeScript imports, from the layout of a repository alone."""

import json

from msgspec.structs import replace

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.model.languages.language import is_manifest
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.ecmascript.ecmascript_files import JavaScriptModules

_FACTS = CodeFacts(language="typescript", line_starts=(0,))


def _layout(paths: str, **manifests: object) -> RepositoryLayout:
    """Return a layout of files, and of manifests whose names have `__` for a slash and `_` for a dot."""
    texts = {
        path.replace("__", "/").replace("_", "."): value
        if isinstance(value, bytes)
        else json.dumps(value).encode()
        for path, value in manifests.items()
    }
    assert all(map(is_manifest, texts))
    return RepositoryLayout(frozenset(paths.split()), texts)


def _import(form: ImportForm, name: str = "", detail: str = "") -> CodeImport:
    return CodeImport(0, 1, -1, form, "", name, alias="x", detail=detail)


def _bind(layout: RepositoryLayout, path: str, module: str, written: CodeImport | None = None) -> Binding:
    each = written or _import(ImportForm.MODULE)
    found = JavaScriptModules().bind_import(path, _FACTS, replace(each, module=module), layout)
    assert found is not None
    return found


def _file(layout: RepositoryLayout, path: str, module: str) -> str | None:
    """Return the file that a module denotes, None if it is external or missing."""
    found = _bind(layout, path, module)
    is_external = bool(found.targets) and isinstance(found.targets[0], ExternalTarget)
    assert [bool(found.files), is_external, found.is_expected and not found.targets].count(True) == 1
    return found.files[0] if found.files else None


def _check(layout: RepositoryLayout, path: str, expected: dict[str, str | None]) -> None:
    assert {module: _file(layout, path, module) for module in expected} == expected


def test_relative_paths() -> None:
    layout = _layout(
        "src/a.ts src/b.tsx src/c.js src/c.d.ts src/d/index.ts src/e.mts src/f/index.jsx index.js src/g.v2.ts"
        " src/h/lib/main.js src/i.d.ts",
        src__h__package_json={"main": "./lib/main"},
    )
    _check(
        layout,
        "src/a.ts",
        {
            "./a": "src/a.ts", "./a.js": "src/a.ts", "./a.ts": "src/a.ts", "./b": "src/b.tsx", "./b.js": "src/b.tsx",
            "./b.jsx": "src/b.tsx", "./c": "src/c.js", "./d": "src/d/index.ts", "./d/": "src/d/index.ts",
            "./d/index.js": "src/d/index.ts", "./e.mjs": "src/e.mts", "./f": "src/f/index.jsx", "..": "index.js",
            "../": "index.js", "./g.v2": "src/g.v2.ts", "./h": "src/h/lib/main.js", "./i": "src/i.d.ts",
            "./a?raw": "src/a.ts", "!!raw-loader!./a": "src/a.ts", "./missing": None, "./a.css": None,
            "../../outside": None, "/src/a": None, "https://x.y/src/a": None,
        },
    )  # fmt: skip


def test_targets_by_form() -> None:
    layout = _layout("a.ts b.js b.d.ts")

    def targets(
        form: ImportForm, name: str = "", detail: str = "", module: str = "./a"
    ) -> tuple[object, ...]:
        return _bind(layout, "c.ts", module, _import(form, name, detail)).targets

    assert targets(ImportForm.MODULE) == (NamespaceTarget("a.ts"),)
    assert targets(ImportForm.MODULE, detail="call") == (
        NameTarget("a.ts", "default"),
        NamespaceTarget("a.ts"),
    )
    assert targets(ImportForm.NAME, "x") == (NameTarget("a.ts", "x"),)
    assert targets(ImportForm.NAME, "x", "call") == (NameTarget("a.ts", "x"), NameTarget("a.ts", "default.x"))
    assert targets(ImportForm.NAME, "default") == (NameTarget("a.ts", "default"), NamespaceTarget("a.ts"))
    assert targets(ImportForm.NOTHING) == (NamespaceTarget("a.ts"),)
    assert targets(ImportForm.NAME, "x", module="./b") == (NameTarget("b.js", "x"), NameTarget("b.d.ts", "x"))
    passed = _bind(layout, "c.ts", "./a", _import(ImportForm.EXPORT_ALL))
    assert (passed.is_wildcard, passed.is_reexported, passed.is_only_reexported) == (True, True, True)
    taken = _bind(layout, "c.ts", "./a", _import(ImportForm.NAME, "x"))
    assert (taken.is_wildcard, taken.is_reexported, taken.alias, taken.files) == (
        False,
        False,
        "x",
        ("a.ts",),
    )


def test_what_is_outside_has_a_name() -> None:
    layout = _layout("src/a.ts")
    for module, name, expected in (
        ("react", "useState", "react.useState"),
        ("react", "default", "react"),
        ("node:fs/promises", "readFile", "fs/promises.readFile"),
        ("@scope/pkg/sub", "x", "@scope/pkg/sub.x"),
    ):
        declared = (NameTarget(f"module:{module}", name),)
        found = _bind(layout, "src/a.ts", module, _import(ImportForm.NAME, name))
        assert found.targets == (ExternalTarget(expected), *declared)


def test_what_is_missing_is_not_outside() -> None:
    for module in ("./logo.svg", "../gone", "@/gone", "~/gone"):
        found = _bind(_layout("src/a.ts"), "src/a.ts", module, _import(ImportForm.NAME, "default"))
        assert (found.targets, found.is_expected) == ((), True)


def test_names_of_the_file_itself_that_are_passed_on() -> None:
    layout = _layout("a.ts b.ts")
    imported = CodeImport(0, 1, -1, ImportForm.NAME, "./b", "thing", "local")
    passed = CodeImport(2, 3, -1, ImportForm.EXPORT_NAME, "", "local", "other")
    facts = CodeFacts(language="typescript", line_starts=(0,), imports=(imported, passed))
    found = JavaScriptModules().bind_import("a.ts", facts, passed, layout)
    assert found == Binding(
        targets=(NameTarget("b.ts", "thing"),),
        alias="other",
        is_reexported=True,
        is_only_reexported=True,
        files=("b.ts",),
    )
    own = CodeImport(2, 3, -1, ImportForm.EXPORT_NAME, "", "mine", "default")
    found = JavaScriptModules().bind_import("a.ts", facts, own, layout)
    assert found is not None
    assert found.targets == (NameTarget("a.ts", "mine"),)


def test_a_space_is_a_file() -> None:
    layout = _layout("src/a.ts")
    system = JavaScriptModules()
    assert system.namespace_of("src/a.ts", _FACTS, layout) == "src/a.ts"
    assert system.visible_namespaces("src/a.ts", _FACTS, layout) == ()


def test_paths_and_base_of_a_configuration() -> None:
    layout = _layout(
        "src/app/a.ts src/lib/b.ts src/lib/deep/c.ts src/types/d.d.ts app/e.ts",
        tsconfig_json=b"""{
          // the base of all
          "compilerOptions": {
            "baseUrl": "./src", /* with a comma */
            "paths": {"@lib/*": ["nowhere/*", "lib/*"], "@lib/deep/*": ["lib/deep/*"], "exact": ["lib/b.ts"], "*.d": ["types/*.d.ts"],},
          },
        }""",
    )
    _check(
        layout,
        "src/app/a.ts",
        {
            "@lib/b": "src/lib/b.ts", "@lib/deep/c": "src/lib/deep/c.ts", "exact": "src/lib/b.ts",
            "lib/b": "src/lib/b.ts", "app/a.js": "src/app/a.ts", "d.d": "src/types/d.d.ts", "@lib/none": None, "b": None,
        },
    )  # fmt: skip


def test_a_configuration_that_extends_others() -> None:
    layout = _layout(
        "config/x.ts shared/y.ts web/src/a.ts web/src/z.ts packages/presets/p.ts",
        config__tsconfig_base_json={
            "compilerOptions": {"paths": {"~shared/*": ["../shared/*"], "lost": ["./x"]}}
        },
        packages__presets__package_json={"name": "@my/presets"},
        packages__presets__tsconfig_web_json={"compilerOptions": {"baseUrl": "."}},
        web__tsconfig_json={"extends": ["../config/tsconfig.base", "@my/presets/tsconfig.web.json"]},
        web__src__jsconfig_json=b"not json at all {",
    )
    _check(layout, "web/b.ts", {"p": "packages/presets/p.ts", "~shared/y": None})
    _check(layout, "web/src/a.ts", {"p": None})
    plain = _layout(
        "shared/y.ts web/a.ts",
        config__tsconfig_base_json={
            "compilerOptions": {"paths": {"~shared/*": ["../shared/*"], "own/*": ["${configDir}/*"]}}
        },
        web__tsconfig_json={"extends": "../config/tsconfig.base.json"},
    )
    _check(plain, "web/b.ts", {"~shared/y": "shared/y.ts", "own/a": "web/a.ts"})


def test_a_configuration_that_refers_to_others() -> None:
    layout = _layout(
        "src/a.ts",
        tsconfig_json={"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "./other"}]},
        tsconfig_app_json={"compilerOptions": {"paths": {"@/*": ["./src/*"]}}},
    )
    _check(layout, "src/b.ts", {"@/a": "src/a.ts"})


def test_configurations_that_extend_each_other_in_a_circle() -> None:
    layout = _layout(
        "a.ts", tsconfig_json={"extends": "./tsconfig.b.json"}, tsconfig_b_json={"extends": "./tsconfig.json"}
    )
    _check(layout, "a.ts", {"b": None})


def test_workspaces() -> None:
    manifests = {
        "packages__core__package_json": {
            "name": "@my/core",
            "main": "dist/index.js",
            "types": "dist/index.d.ts",
        },
        "packages__ui__package_json": {
            "name": "@my/ui",
            "exports": {
                ".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.mjs"},
                "./button": "./src/button/index.tsx",
                "./icons/*": {"import": "./dist/icons/*.js"},
                "./icons/secret/*": None,
            },
        },
        "old__core__package_json": {"name": "@my/core", "main": "main.js"},
    }
    paths = (
        "packages/core/src/index.ts packages/core/src/deep/one.ts packages/ui/src/index.ts old/core/main.js"
        " packages/ui/src/button/index.tsx packages/ui/src/icons/star.tsx packages/ui/src/icons/secret/key.ts app/a.ts"
    )
    expected = {
        "@my/core": "packages/core/src/index.ts",
        "@my/core/deep/one": "packages/core/src/deep/one.ts",
        "@my/core/src/deep/one": "packages/core/src/deep/one.ts",
        "@my/core/lib/deep/one": "packages/core/src/deep/one.ts",
        "@my/ui": "packages/ui/src/index.ts",
        "@my/ui/button": "packages/ui/src/button/index.tsx",
        "@my/ui/icons/star": "packages/ui/src/icons/star.tsx",
        "@my/other": None,
        "core": None,
    }
    for root in (
        {"package_json": {"workspaces": ["packages/*", "app"]}},
        {"package_json": {"workspaces": {"packages": ["./packages/**"]}}},
        {
            "pnpm-workspace_yaml": b"# all\npackages:\n  - 'packages/*' # these\n  - app\ncatalog:\n  - old/*\n"
        },
        {"package_json": {"workspaces": ["**", "!old/**"]}},
    ):
        _check(_layout(paths, **manifests, **root), "app/a.ts", expected)
    alone = _layout(paths, **manifests)
    _check(alone, "app/a.ts", {"@my/core": None, "@my/ui": "packages/ui/src/index.ts"})
    _check(alone, "old/core/b.js", {"@my/core": "old/core/main.js"})


def test_dependencies_that_are_folders() -> None:
    layout = _layout(
        "app/a.js vendor/thing/entry.js",
        app__package_json={"dependencies": {"thing": "file:../vendor/thing", "far": "^1.0.0"}},
        vendor__thing__package_json={"name": "other-name", "module": "entry.js"},
    )
    _check(layout, "app/a.js", {"thing": "vendor/thing/entry.js", "far": None})


def test_names_within_a_package() -> None:
    layout = _layout(
        "src/a.ts src/db/index.ts src/util/x.ts packages/b/index.ts",
        package_json={
            "name": "me",
            "workspaces": ["packages/*"],
            "imports": {
                "#db": {"default": "./dist/db/index.js"},
                "#util/*": "./src/util/*.ts",
                "#b": "b",
                "#far": "far",
            },
        },
        packages__b__package_json={"name": "b"},
    )
    _check(
        layout,
        "src/a.ts",
        {
            "#db": "src/db/index.ts",
            "#util/x": "src/util/x.ts",
            "#b": "packages/b/index.ts",
            "#far": None,
            "#none": None,
        },
    )
    _check(layout, "src/db/index.ts", {"me/src/a": "src/a.ts"})


def test_marks_that_no_package_can_have() -> None:
    layout = _layout("web/src/a.ts web/src/b.ts", web__package_json=b"[broken")
    _check(layout, "web/src/a.ts", {"@/b": "web/src/b.ts", "~/b": "web/src/b.ts", "@b": None})
