"""Import resolution: which file an import refers to."""

import pytest

from codeshed.resolve.python.names.module_resolution import MissingModule, NamespacePackage, module_table


def find(importer: str, module: str, *paths: str, level: int = 0) -> str | None:
    """Return the path that an import refers to; a folder has a trailing slash, a module that is not there is `?`."""
    table = module_table(tuple(sorted({importer, *paths})))
    found = table.find_module(importer, module, level)
    if isinstance(found, NamespacePackage):
        return f"{found.path}/"
    if isinstance(found, MissingModule):
        return "?"
    by_index = {index: path for path, index in table.index_by_path.items()}
    return None if found is None else by_index[found]


@pytest.mark.parametrize(
    ("importer", "module", "paths", "expected"),
    [
        ("app/a.py", "app.b", ["app/__init__.py", "app/b.py"], "app/b.py"),
        ("src/app/a.py", "app.b", ["src/app/__init__.py", "src/app/b.py"], "src/app/b.py"),
        ("tests/test_a.py", "app", ["src/app/__init__.py"], "src/app/__init__.py"),
        ("tests/test_a.py", "helpers", ["tests/helpers.py"], "tests/helpers.py"),
        ("scripts/run.py", "app.b", ["app/__init__.py", "app/b.py"], "app/b.py"),
        ("a.py", "ns.deep.mod", ["ns/deep/mod.py"], "ns/deep/mod.py"),
        ("a.py", "ns.deep", ["ns/deep/mod.py"], "ns/deep/"),
        ("a.py", "json", ["lib/json/__init__.py"], None),
        ("json_user/a.py", "json", ["json_user/json.py"], "json_user/json.py"),
        ("examples/click.py", "click", ["src/click/__init__.py"], "src/click/__init__.py"),
        (
            "src/shop/carts/cart.py",
            "shop.prices",
            ["src/shop/shop.py", "src/shop/prices.py", "src/shop/carts/__init__.py"],
            "src/shop/prices.py",
        ),
        ("app/__init__.py", "app.b", ["app/b.py"], "app/b.py"),
        ("app/a.py", "app._speed", ["app/__init__.py"], "?"),
        ("a.py", "requests", [], None),
        ("a.py", "", ["b.py"], None),
    ],
)
def test_absolute_imports(importer: str, module: str, paths: list[str], expected: str | None) -> None:
    assert find(importer, module, *paths) == expected


def test_a_folder_that_is_a_package_knows_itself_by_its_name() -> None:
    paths = ("__init__.py", "db/__init__.py", "db/models.py", "utils.py")
    table = module_table(paths, "django")
    by_name = {
        module: table.find_module("db/models.py", module, 0)
        for module in ("django", "django.utils", "django.db", "utils")
    }
    assert by_name == {"django": 0, "django.utils": 3, "django.db": 1, "utils": 3}
    assert table.dotted_name("db/models.py") == "django.db.models"
    assert table.dotted_name("__init__.py") == "django"
    assert table.find_module("utils.py", "", 1) == 0


def test_packages_of_the_same_name_never_merge() -> None:
    paths = [
        f"{service}/{path}"
        for service in ("one", "two")
        for path in (
            "utils/__init__.py",
            "utils/io.py",
            "app/__init__.py",
            "app/main.py",
            "tests/test_app.py",
        )
    ]
    for service in ("one", "two"):
        for importer in (f"{service}/app/main.py", f"{service}/tests/test_app.py"):
            assert find(importer, "utils.io", *paths) == f"{service}/utils/io.py"
    assert find("tools/run.py", "utils.io", *paths) is None


@pytest.mark.parametrize(
    ("module", "level", "expected"),
    [
        ("", 1, "a/b/__init__.py"),
        ("d", 1, "a/b/d.py"),
        ("e", 2, "a/e.py"),
        ("", 2, "a/__init__.py"),
        ("x", 4, "?"),
    ],
)
def test_relative_imports(module: str, level: int, expected: str | None) -> None:
    paths = ("a/__init__.py", "a/e.py", "a/b/__init__.py", "a/b/d.py")
    assert find("a/b/c.py", module, *paths, level=level) == expected
