"""The micro-benchmark: names of functions and lambdas, complete and sound cases."""

from pathlib import Path

from bench.accuracy.calls import ROWS
from bench.accuracy.exported import ExportedEdge
from bench.accuracy.micro import Case, case_names, score_cases
from tests.bench.toy_shop import edges

MAIN = """
class Box:
    def open(self):
        pass


def make():
    return lambda: Box().open()


first = lambda x: x
make()()
first(lambda: 1)
"""


def test_names() -> None:
    assert case_names({"main.py": MAIN, "tools/__init__.py": "def cut(): ..."}) == {
        "main.py::Box.open": "main.Box.open",
        "main.py::make": "main.make",
        "main.py::make.<lambda>": "main.make.<lambda1>",
        "main.py::first": "main.<lambda1>",
        "main.py::<lambda>": "main.<lambda1>",
        "main.py::<lambda>#2": "main.<lambda2>",
        "tools/__init__.py::cut": "tools.cut",
    }


def test_complete_and_sound() -> None:
    case = Case(
        name="lambdas",
        files={"main.py": MAIN},
        calls={
            "main": ("main.make", "main.<lambda1>", "main.make.<lambda1>", "<builtin>.print"),
            "main.make.<lambda1>": ("main.Box.open",),
        },
    )
    seen: list[str] = []

    def edges_of_folder(folder: Path) -> tuple[ExportedEdge, ...]:
        seen.append((folder / "main.py").read_text())
        return edges(
            """
            main.py -call-> main.py::make
            main.py -call-> main.py::first [inferred]
            main.py -call-> main.py::make.<lambda> [inferred]
            main.py::make.<lambda> -call-> main.py::Box.open [typed]
            main.py::make.<lambda> -call-> main.py::Box
            main.py -call-> main.py::Box.open#2 [heuristic]
            main.py -call-> ext:builtins.print
            """
        )

    outcomes = score_cases([case], edges_of_folder)
    assert seen == [MAIN]
    assert [(sorted(row[0].missing), sorted(row[0].false)) for row in outcomes.values()] == [
        ([("main", "main.<lambda1>"), ("main", "main.make.<lambda1>")], []),
        ([], []),
        ([], [("main", "main.Box.open")]),
    ]
    assert list(outcomes) == list(ROWS)
