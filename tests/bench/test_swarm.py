"""Benchmarks of small programs: where cases are, how functions are named, recall and agreement by group."""

from pathlib import Path

from bench.accuracy.calls import ROWS
from bench.accuracy.swarm import Said, find_cases, read_page, score_cases, score_table
from bench.accuracy.swarm_names import NAMINGS, PAGE_NAMING, SwarmNames
from tests.bench.toy_shop import edges

CALL_GRAPH = """{
    "main": ["main.Box.open", "nested.cut", "<builtin>.print"],
    "main.Box.open": ["nested.cut"],
    "nested.cut": []
}"""


def test_score(tmp_path: Path) -> None:
    case = tmp_path / "classes" / "call"
    case.mkdir(parents=True)
    (case / "callgraph.json").write_text(CALL_GRAPH)
    (case / "main.js").write_text("open();")
    asked: list[str] = []

    def ask_about(folder: Path) -> Said:
        asked.append((folder / "main.js").read_text())
        return Said(
            edges(
                """
                main.js -call-> main.js::Box.open
                main.js -call-> main.js::Box
                main.js -call-> ext:javascript.print
                main.js::Box.open.inner -call-> nested/index.js::cut [inferred]
                main.js::other -call-> nested/index.js::cut
                nested/index.js::cut -call-> main.js::Box.open [heuristic]
                """
            ),
            frozenset({"main.js::Box.open", "nested/index.js::cut", "main.js::other"}),
        )

    outcomes = score_cases(find_cases(tmp_path), NAMINGS["javascript"], ask_about)

    assert asked == ["open();"]
    assert sorted(each.name for each in case.iterdir()) == ["callgraph.json", "main.js"]
    certain, inferred, guessed = (outcomes[row][0][1] for row in ROWS)
    assert certain.n_wanted == 3
    assert certain.missing == {("main", "nested.cut"), ("main.Box.open", "nested.cut")}
    assert inferred.missing == {("main", "nested.cut")}
    assert not inferred.false
    assert guessed.false == {("nested.cut", "main.Box.open")}
    assert score_table("javascript", outcomes).rows == [
        ("classes", "1", "3", "0.333", "1.000", "0.667", "1.000", "0.667", "0.667"),
        ("all", "1", "3", "0.333", "1.000", "0.667", "1.000", "0.667", "0.667"),
    ]


PAGE = """# Functions

## F1
Calls.

```json
{
  "directLinks": [["<global>", "F1.foo:3"], ["F1.foo", "Native.console_log"]],
  "indirectLinks": []
}
```
```js
// f/F1.js

function foo() {}
foo();
```
[//]: # (END)
"""


def test_pages() -> None:
    (case,) = read_page(PAGE, "Functions")
    assert case.name == "Functions/F1"
    assert list(case.files) == ["f/F1.js"]

    def ask_about(folder: Path) -> Said:
        assert (folder / "f/F1.js").is_file()
        return Said(edges("f/F1.js -call-> f/F1.js::foo"), frozenset({"f/F1.js::foo"}))

    outcome = score_cases([case], PAGE_NAMING, ask_about)[ROWS[0]][0][1]
    assert outcome.n_wanted == 1
    assert not outcome.missing
    assert not outcome.false


def test_names_of_java() -> None:
    naming = NAMINGS["java"]
    functions = frozenset({"a/b/A.java::A.run", "a/b/A.java::A.A#2", "a/b/A.java::A.B.go"})
    names = SwarmNames(naming, functions)
    found = [names.callee(symbol) for symbol in sorted(functions)]
    assert [each and each.name for each in found] == ["a.b.A:<init>", "a.b.A$B:go", "a.b.A:run"]
    assert naming.known_as("a.b.A:run(java.lang.String[])") == "a.b.A:run"
    assert not naming.is_of_program("java.lang.Object:toString()")
