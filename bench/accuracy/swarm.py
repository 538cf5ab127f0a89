"""`python -m bench.accuracy swarm FOLDER --language javascript`: a benchmark of small programs with known call graphs.

Turns: folders with a `callgraph.json` beside the files of a program → recall and agreement by group and in sum.

A call graph is an object from callers to lists of callees. A group is the folder that its cases lie in. How functions
are named is a matter of the language, see `swarm_names.py`; calls of anything but functions of the program, of builtins
for instance, are left out on both sides, and so are calls of callers that a call graph does not name.

A folder may hold pages of cases instead (`--pages`): each section of a page has the calls (`directLinks`) as JSON, and
the files, whose paths stand in their first lines.
"""

import argparse
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.accuracy.call_tables import share
from bench.accuracy.calls import ROWS, Row, predicted_calls
from bench.accuracy.exported import CALL, ExportedEdge, edges_of, semantic_data_of
from bench.accuracy.micro import LISTED_ROW, CallPair, Outcome, pairs_text
from bench.accuracy.places import existing_folder
from bench.accuracy.swarm_names import NAMINGS, OUTERMOST, PAGE_NAMING, Naming, SwarmNames
from bench.support.report import Table, table_text
from codeshed.model.semantic import DefinitionKind, SemanticData

CALL_GRAPH = "callgraph.json"
_SECTION = re.compile(r"^## ", re.MULTILINE)
_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
_LAST_COMMA = re.compile(r",(\s*[\]}])")
_PATH = re.compile(r"//\s*([\w./-]+)\s*\n")


class SwarmCase(msgspec.Struct, frozen=True, kw_only=True):
    """One program: the folder of its files, or their texts by path, and the callees of every caller."""

    name: str
    group: str
    calls: dict[str, tuple[str, ...]]
    folder: Path | None = None
    files: dict[str, str] = msgspec.field(default_factory=dict)

    @contextmanager
    def copied(self) -> Iterator[Path]:
        """Put the program into a folder of its own, since an index does not belong into a benchmark."""
        with tempfile.TemporaryDirectory(prefix="codeshed-swarm-") as name:
            copy = Path(name) / "program"
            if self.folder is None:
                copy.mkdir()
            else:
                shutil.copytree(self.folder, copy)
            for path, text in self.files.items():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                (copy / path).write_text(text, encoding="utf-8")
            yield copy


class _Links(msgspec.Struct, rename="camel"):
    """The calls of a case on a page."""

    direct_links: list[tuple[str, str]] = msgspec.field(default_factory=list)


class Said(msgspec.Struct, frozen=True):
    """What Codeshed says of a program: its edges, and which symbols are functions."""

    edges: tuple[ExportedEdge, ...]
    functions: frozenset[str]


Ask = Callable[[Path], Said]
Outcomes = dict[Row, list[tuple[SwarmCase, Outcome]]]


def main(arguments: list[str]) -> None:
    """Score all cases, or those whose name begins with what was given."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy swarm", description=__doc__)
    parser.add_argument("folder", type=existing_folder)
    parser.add_argument("--language", required=True, choices=sorted(NAMINGS))
    parser.add_argument("--pages", action="store_true", help="the cases stand on pages of markdown")
    parser.add_argument("--case", default="", help="only cases whose name begins so")
    options = parser.parse_args(arguments)
    found = read_pages(options.folder) if options.pages else find_cases(options.folder)
    cases = [case for case in found if case.name.startswith(options.case)]
    naming = PAGE_NAMING if options.pages else NAMINGS[options.language]
    outcomes = score_cases(cases, naming, ask)
    for case, outcome in outcomes[LISTED_ROW]:
        if outcome.missing or outcome.false:
            print(
                f"{case.name}\n  missing {pairs_text(outcome.missing)}\n  false   {pairs_text(outcome.false)}"
            )
    print(table_text(score_table(options.language, outcomes)))


def find_cases(folder: Path) -> list[SwarmCase]:
    """Return all programs below a folder in the order of their paths."""
    found = []
    for file in sorted(folder.rglob(CALL_GRAPH)):
        place = file.parent.relative_to(folder)
        found.append(
            SwarmCase(
                name=place.as_posix(),
                group=place.parent.as_posix(),
                folder=file.parent,
                calls=msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[str, ...]]),
            )
        )
    return found


def read_pages(folder: Path) -> list[SwarmCase]:
    """Return the cases of all pages of a folder."""
    return [
        case for page in sorted(folder.glob("*.md")) for case in read_page(page.read_text("utf-8"), page.stem)
    ]


def read_page(text: str, group: str) -> Iterator[SwarmCase]:
    """Yield the cases of a page."""
    for section in _SECTION.split(text)[1:]:
        name = section.partition("\n")[0].strip()
        files: dict[str, str] = {}
        calls: dict[str, tuple[str, ...]] = {}
        for block in _BLOCK.finditer(section):
            path = _PATH.match(block["text"])
            if block["language"] == "json":
                for caller, callee in _read_links(block["text"]).direct_links:
                    calls[caller] = (*calls.get(caller, ()), callee)
            elif path is not None:
                files[path[1]] = block["text"]
        yield SwarmCase(name=f"{group}/{name}", group=group, calls=calls, files=files)


def _read_links(text: str) -> _Links:
    """Read the calls of a case; pages are written by hand, and some lists end in a comma."""
    return msgspec.json.decode(_LAST_COMMA.sub(r"\1", text), type=_Links)


def ask(folder: Path) -> Said:
    """Ask Codeshed about a program."""
    edges = edges_of(folder, (CALL,), types="off")
    data = msgspec.json.decode(semantic_data_of(folder), type=SemanticData)
    functions = frozenset(
        definition.symbol_id
        for document in data.documents
        for definition in document.definitions
        if definition.kind is DefinitionKind.FUNCTION
    )
    return Said(edges, functions)


def score_cases(cases: Sequence[SwarmCase], naming: Naming, ask_about: Ask) -> Outcomes:
    """Compare what is said of each program with its call graph, by row."""
    outcomes: Outcomes = {row: [] for row in ROWS}
    for case in cases:
        with case.copied() as folder:
            said = ask_about(folder)
        names = SwarmNames(naming, said.functions)
        wanted = set(_wanted(case, naming))
        callers = {naming.known_as(caller) for caller in case.calls}
        for row in ROWS:
            predicted = predicted_calls(said.edges, row, names)
            given = {
                (call.caller.name, call.callee.name) for call in predicted if call.caller.name in callers
            }
            outcomes[row].append(
                (
                    case,
                    Outcome(
                        name=case.name,
                        n_wanted=len(wanted),
                        missing=frozenset(wanted - given),
                        false=frozenset(given - wanted),
                    ),
                )
            )
    return outcomes


def _wanted(case: SwarmCase, naming: Naming) -> Iterator[CallPair]:
    for caller, callees in case.calls.items():
        for callee in callees:
            if naming.is_of_program(callee) and (caller == OUTERMOST or naming.is_of_program(caller)):
                yield naming.known_as(caller), naming.known_as(callee)


def score_table(label: str, outcomes: Outcomes) -> Table:
    """Return recall and agreement by group and row, and in sum."""
    groups = sorted({case.group for each in outcomes.values() for case, _ in each})
    rows = [_group_row(group, outcomes, group) for group in groups]
    return Table(
        title=f"Micro-benchmark of {label}: {len(outcomes[LISTED_ROW])} programs",
        headings=(
            "group",
            "programs",
            "calls",
            *(f"{heading} {_short(row)}" for row in ROWS for heading in ("recall", "agreement")),
        ),
        rows=[*rows, _group_row("all", outcomes, None)],
        notes=(
            "recall: of the calls that a program is said to make, those that are found.",
            "agreement: of the calls that are found, those that a program is said to make.",
            "Each column counts those before it too: overrides come with what is inferred.",
        ),
    )


def _group_row(label: str, outcomes: Outcomes, group: str | None) -> tuple[str, ...]:
    cells: list[str] = []
    for row in ROWS:
        scored = [outcome for case, outcome in outcomes[row] if group in {None, case.group}]
        n_wanted = sum(outcome.n_wanted for outcome in scored)
        n_found = n_wanted - sum(len(outcome.missing) for outcome in scored)
        n_false = sum(len(outcome.false) for outcome in scored)
        if not cells:
            cells += [label, str(len(scored)), str(n_wanted)]
        cells += [
            share(n_found, n_wanted) if n_wanted else "-",
            share(n_found, n_found + n_false) if n_found + n_false else "-",
        ]
    return tuple(cells)


def _short(row: Row) -> str:
    return row.label
