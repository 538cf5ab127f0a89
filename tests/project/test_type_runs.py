"""Which files the type engine sees together."""

from pathlib import Path

from codeshed.project.types.type_runs import MAX_RUNS, TypeRun, TypeRuns, narrow_runs, plan_runs
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import ProblemKind


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
        TypeRun(paths=paths[1:4], search_roots=("lib", "one", "."), context_paths=neutral),
        TypeRun(paths=paths[5:], search_roots=("lib", "two", "."), context_paths=neutral),
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


def test_some_files_alone_see_all_that_they_would_see_together() -> None:
    paths = ("lib/shared/__init__.py", "one/app/__init__.py", "one/app/main.py", "two/app/__init__.py")
    first, second, third = plan_runs(paths)
    assert narrow_runs((first, second, third), {"one/app/main.py", "gone.py"}) == (
        TypeRun(
            paths=("one/app/main.py",),
            search_roots=first.search_roots,
            context_paths=("one/app/__init__.py", "lib/shared/__init__.py"),
        ),
    )
    assert narrow_runs((first, second, third), paths) == (first, second, third)
    assert narrow_runs((first, second, third), ()) == ()


def test_one_root_too_many_has_no_types_also_when_it_is_asked_for_alone() -> None:
    paths = tuple(f"r{number}/app/__init__.py" for number in range(MAX_RUNS + 1))
    runs = plan_runs(paths)
    assert [run.exceeds_limit for run in runs] == [False] * MAX_RUNS + [True]
    engines = TypeRuns(Path(), narrow_runs(runs, paths[-1:]), EngineOptions())
    report = engines.wait(lambda _: {})
    engines.close()
    assert [(problem.kind, problem.paths) for problem in report.problems] == [
        (ProblemKind.TOO_MANY_ROOTS, paths[-1:])
    ]
    assert report.read(paths[-1], (0,)) is None
