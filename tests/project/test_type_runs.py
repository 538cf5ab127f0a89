"""Which files the type engine sees together."""

from codeshed.project.type_runs import TypeRun, plan_runs


def test_most_repositories_take_one_run() -> None:
    paths = ("setup.py", "src/app/__init__.py", "src/app/a.py", "tests/__init__.py", "tests/test_a.py")
    assert plan_runs(paths) == (TypeRun(paths=paths, search_roots=("src", ".")),)


def test_roots_with_packages_of_the_same_name_take_runs_of_their_own() -> None:
    paths = (
        "lib/shared/__init__.py",
        "one/app/__init__.py",
        "one/app/main.py",
        "one/run.py",
        "tools.py",
        "two/app/__init__.py",
        "two/app/main.py",
    )
    neutral = ("lib/shared/__init__.py", "tools.py")
    assert plan_runs(paths) == (
        TypeRun(paths=paths[1:4], search_roots=("lib", "one", "."), context=neutral),
        TypeRun(paths=paths[5:], search_roots=("lib", "two", "."), context=neutral),
        TypeRun(paths=neutral, search_roots=("lib", ".")),
    )


def test_tests_and_examples_go_with_the_root_beside_them() -> None:
    paths = tuple(
        sorted(
            f"{service}/{path}"
            for service in ("a", "b")
            for path in ("examples/demo.py", "src/common/__init__.py", "tests/test_common.py")
        )
    )
    assert [run.paths for run in plan_runs(paths)] == [paths[:3], paths[3:]]


def test_every_file_is_in_exactly_one_run() -> None:
    paths = tuple(
        sorted(
            f"{service}/{path}"
            for service in ("a", "b", "c")
            for path in ("app/__init__.py", "app/m.py", "tests/__init__.py", "tests/test_m.py", "manage.py")
        )
    )
    runs = plan_runs(paths)
    assert len(runs) == 3
    assert sorted(path for run in runs for path in run.paths) == list(paths)
    assert [run.search_roots[0] for run in runs] == ["a", "b", "c"]
