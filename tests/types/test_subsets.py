"""What is known of a file depends neither on which others were asked about, nor on where they define things."""

from pathlib import Path

import pytest

from codeshed.model.source_reader import line_starts
from codeshed.model.text.source_decoding import decode_source
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.file_types_encoding import encode_types
from codeshed.types.type_engine import start_engine
from tests.types.fakes import fake_engine
from tests.types.projects import analysed, files_in, symbols_of, write_files
from tests.types.test_facts import SHOP
from tests.types.test_odd_files import FILES as ODD

NAMESAKES = files_in(
    """
    #- p/a.py
    class Command: pass
    class Twice: pass
    First = Twice
    class Twice: pass
    #- p/b.py


    class Command: pass
    #- p/c.py
    from p import a, b
    def f(x, empty=[]):
        made = b.Command() if x else a.Command()
        either = a.First() if x else a.Twice()
        print(made, [made], either, lambda: made)
        return made
    """
)


def facts_of(
    root: Path,
    contents: dict[str, bytes],
    *targets: str,
    search_roots: tuple[str, ...] = (".",),
    options: EngineOptions | None = None,
) -> dict[str, bytes]:
    """Return what a run over some files knows of them, without those that have no types."""
    write_files(root, contents)
    with start_engine(
        root, tuple(contents), search_roots, options or EngineOptions(), targets=targets or None
    ) as engine:
        report = engine.wait(symbols_of(contents))
        texts = {path: decode_source(path, contents[path]).content for path in report.paths}
        types = {path: report.read(path, line_starts(text)) for path, text in texts.items()}
        return {path: encode_types(each) for path, each in types.items() if each is not None}


def check_subsets(
    tmp_path: Path,
    contents: dict[str, bytes],
    *subsets: tuple[str, ...],
    search_roots: tuple[str, ...] = (".",),
) -> None:
    whole = facts_of(tmp_path, contents, search_roots=search_roots)
    for subset in subsets:
        part = facts_of(tmp_path, contents, *subset, search_roots=search_roots)
        assert part == {path: whole[path] for path in subset}


def test_some_files_of_a_package(tmp_path: Path) -> None:
    check_subsets(tmp_path, SHOP, ("shop/calls.py",), ("shop/cart.py", "shop/values.py"))


def test_files_with_odd_names(tmp_path: Path) -> None:
    subset = (
        "odd/0001_initial.py",
        "odd/book.ipynb",
        "odd/name [1]*.py",
        "odd/stubbed.pyi",
        "odd/é.py",
        "user.py",
    )
    check_subsets(tmp_path, ODD, subset, search_roots=("left", "."))


def test_a_root_that_is_a_package(tmp_path: Path) -> None:
    contents = {"__init__.py": b"", "a.py": b"def f(): return 1\n", "b.py": b"from pack.a import f\nf()\n"}
    options = EngineOptions(package_name="pack")
    whole = facts_of(tmp_path, contents, options=options)
    assert facts_of(tmp_path, contents, "b.py", options=options) == {"b.py": whole["b.py"]}
    assert b"a.py::f" in whole["b.py"]


def test_others_may_move_their_lines(tmp_path: Path) -> None:
    before = facts_of(tmp_path / "before", NAMESAKES)
    for path in ("p/a.py", "p/b.py"):
        moved = {**NAMESAKES, path: b"# Moved down\n" * 9 + NAMESAKES[path]}
        assert facts_of(tmp_path / path, moved, "p/c.py") == {"p/c.py": before["p/c.py"]}


def test_only_targets_can_have_problems(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": b"", "b.py": b""})
    paths = ("a.py", "b.py", "gone.py", "lost.py")
    with start_engine(tmp_path, paths, (".",), EngineOptions(), targets=("a.py", "lost.py")) as engine:
        report = engine.wait(symbols_of({}))
        assert report.paths == ("a.py",)
        assert report.problems == (
            EngineProblem(ProblemKind.UNREADABLE, "No such file or directory", ("lost.py",)),
        )


@pytest.mark.parametrize(("target", "is_typed"), [("f01.py", True), ("f07.py", False)])
def test_a_file_that_crashes_the_engine_is_left_out(tmp_path: Path, target: str, *, is_typed: bool) -> None:
    script = "sys.exit(101) if 'f07.py' in files else write_report()"
    files = {f"f{number:02}.py": b"" for number in range(8)}
    options = fake_engine(tmp_path / "fake", script)
    write_files(tmp_path, files)
    with start_engine(tmp_path, tuple(files), (".",), options, targets=(target,)) as engine:
        report = engine.wait(symbols_of(files))
        assert (report.read(target, (0,)) is not None) == is_typed
        assert [problem.kind for problem in report.problems] == [ProblemKind.CRASHED]
        assert report.problems[0].paths == (() if is_typed else (target,))


def test_a_run_over_nothing(tmp_path: Path) -> None:
    with analysed(tmp_path, {"a.py": b"x = 1\n"}) as found:
        assert found.report.paths == ("a.py",)
    with start_engine(tmp_path, ("a.py",), (".",), EngineOptions(), targets=()) as engine:
        report = engine.wait(symbols_of({}))
        assert (report.paths, report.problems) == ((), ())
