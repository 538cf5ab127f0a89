"""Resolution of imports in PHP."""

import json

import pytest

from codeshed.extract.languages.php.php_grammar import PHP
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.php.php_files import PhpModules
from tests.support.code_lines import read_code

PATHS = frozenset({
    "src/Models/User.php", "src/Special/Thing.php", "special/Thing.php", "lib/Old/Name.php", "tests/UserTest.php",
    "packages/one/src/Part.php", "web/index.php", "web/inc/a.php", "inc/only.php", "twice/x.php", "other/x.php",
})  # fmt: skip
COMPOSER = {
    "autoload": {"psr-4": {"App\\": "src/", "App\\Special\\": ["special", 3]}, "psr-0": {"Old": "lib"}},
    "autoload-dev": {"psr-4": {"Tests\\": "tests/"}},
}
MANIFESTS = {
    "composer.json": json.dumps(COMPOSER).encode(),
    "packages/one/composer.json": b'{"autoload": {"psr-4": {"One\\\\": "src"}}}',
    "broken/composer.json": b"{",
    "odd/composer.json": b'{"autoload": [1]}',
}
LAYOUT = RepositoryLayout(PATHS, MANIFESTS)


def _bind(path: str, source: str) -> Binding | None:
    facts = read_code(f"<?php {source}", PHP)
    return PhpModules().bind_import(path, facts, facts.imports[0], LAYOUT)


def test_a_used_class() -> None:
    assert _bind("web/index.php", "use App\\Models\\User as U;") == Binding(
        targets=(
            NameTarget("php:.App.Models", "User"),
            NamespaceTarget("php:.App.Models.User"),
        ),
        alias="U",
        is_expected=True,
        may_be_namespace=True,
        files=("src/Models/User.php",),
    )


def test_a_used_function() -> None:
    assert _bind("web/index.php", "use function App\\run;") == Binding(
        targets=(NameTarget("php:.App", "run"),), alias="run", is_expected=True
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("App\\Special\\Thing", ("special/Thing.php",)),
        ("Old\\Name", ("lib/Old/Name.php",)),
        ("Tests\\UserTest", ("tests/UserTest.php",)),
        ("One\\Part", ("packages/one/src/Part.php",)),
        ("Apples\\User", ()),
        ("Vendor\\Thing", ()),
        ("App", ()),
    ],
)
def test_composer_names_files(name: str, expected: tuple[str, ...]) -> None:
    binding = _bind("web/index.php", f"use {name};")
    assert binding is not None
    assert binding.files == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("__DIR__ . '/inc/a.php'", "web/inc/a.php"),
        ("'inc/a.php'", "web/inc/a.php"),
        ("dirname(__DIR__) . '/inc/only.php'", "inc/only.php"),
        ("'inc/only.php'", "inc/only.php"),
        ("ROOT . '/inc/only.php'", "inc/only.php"),
        ("'only.php'", "inc/only.php"),
        ("'x.php'", None),
        ("'../../../etc/passwd'", None),
    ],
)
def test_loaded_files(code: str, expected: str | None) -> None:
    binding = _bind("web/index.php", f"require {code};")
    assert binding is not None
    assert binding.files == (() if expected is None else (expected,))
    assert isinstance(binding.targets[0], ExternalTarget) if expected is None else not binding.targets


def test_a_loaded_file_that_is_missing() -> None:
    for code in ("__DIR__ . '/only.php'", "'./gone.php'"):
        assert _bind("web/index.php", f"require {code};") == Binding(targets=(), is_expected=True)


def test_spaces() -> None:
    system = PhpModules()
    for source, space, seen in (
        ("namespace A\\B; class C {}", "php:.A.B", ("php:.A.B", "php:")),
        ("class C {}", "php:", ("php:",)),
        ("namespace D { class C {} }", "php:", ("php:.D", "php:")),
    ):
        facts = read_code(f"<?php {source}", PHP)
        assert system.namespace_of("a.php", facts, LAYOUT) == space
        assert system.visible_namespaces("a.php", facts, LAYOUT) == seen
