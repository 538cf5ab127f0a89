"""`python -m bench.types.resident_types FOLDER [--edits N] [--seed S] [--watch]`: how fast and true is the resident engine?

It copies the Python files of a folder, lets the engine become ready, edits one file after another and measures the time
from the new text to the facts. In the end all that is known is compared with a run over all files. With `--watch` it
measures a watched index instead: the time from the write of a file to provisional types in the index, and to final ones.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from bench.support.report import Table, seconds, table_text
from bench.types.code_edits import copy_project, edit
from bench.types.watched_index import watch_edits, watched_table
from codeshed.discover.source_discovery import discover_files
from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.type_facts import FileTypes
from codeshed.project.parsing.python_parsing import parse_file, parse_files
from codeshed.project.types.type_runs import TypeRun, TypeRuns, plan_runs, symbols_in_files
from codeshed.types.engine_options import EngineOptions
from codeshed.types.resident_engine import ResidentEngine

_LIMIT_SECONDS = 60.0
_Known = dict[str, FileTypes | None]


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.types.resident_types", description="Measure the resident type engine."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--watch", action="store_true", help="measure a watched index")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="codeshed-resident-") as folder:
        root = Path(folder) / "code"
        copy_project(options.folder, root)
        if options.watch:
            watched = watch_edits(
                root,
                Path(folder) / "index",
                options.edits,
                options.seed,
                lambda line: print(line, flush=True),
            )
            print(table_text(watched_table(watched)))
        else:
            print(table_text(_measure(root, options.edits, options.seed)))


def _measure(root: Path, n_edits: int, seed: int) -> Table:
    paths = discover_files(root).files
    codes = tuple(path for path in paths if path.endswith((".py", ".ipynb")))
    files = {file.path: file for file in parse_files(root, codes, n_processes=1, report=lambda _: None)}
    runs = plan_runs(paths)
    known = _types(root, runs[:1], files)
    n_rechecked = 0
    began = time.perf_counter()
    with ResidentEngine(
        root, (*runs[0].paths, *runs[0].context_paths), runs[0].search_roots, EngineOptions()
    ) as engine:
        engine.start()
        while not engine.is_ready():
            time.sleep(0.05)
        start = time.perf_counter() - began
        taken = []
        for path, content in _edits(root, runs[0], n_edits, seed):
            files[path] = parse_file(path, content)
            began = time.perf_counter()
            report = engine.update({path: content}, symbols_in_files(files.values()), _LIMIT_SECONDS)
            if report is None:
                print(f"no answer after an edit of {path}")
                break
            found = {
                each: report.read(each, files[each].facts.line_starts)
                for each in report.paths
                if each in files
            }
            taken.append(time.perf_counter() - began)
            n_rechecked += len(found)
            known |= found
    now = _types(root, runs[:1], files)
    taken.sort()
    return Table(
        title=f"Resident type engine: {len(taken)} edits of {len(files)} files",
        headings=("what", "figure"),
        rows=(
            ("until it is ready", seconds(start)),
            ("from text to facts, in the middle", seconds(taken[len(taken) // 2])),
            ("95 %", seconds(taken[int(0.95 * len(taken))])),
            ("longest", seconds(taken[-1])),
            ("files checked again, per edit", f"{n_rechecked / len(taken):.1f}"),
            ("files that a full run knows otherwise", str(sum(known[path] != now[path] for path in now))),
            ("targets of calls as in a full run", _equal_targets(known, now)),
        ),
    )


def _types(root: Path, runs: tuple[TypeRun, ...], files: dict[str, ParsedFile]) -> _Known:
    """Return what a run over all files knows."""
    engines = TypeRuns(root, runs, EngineOptions())
    try:
        report = engines.wait(symbols_in_files(files.values()))
        return {
            path: report.read(path, files[path].facts.line_starts)
            for run in runs
            for path in run.paths
            if path in files
        }
    finally:
        engines.close()


def _edits(root: Path, run: TypeRun, n_edits: int, seed: int) -> list[tuple[str, bytes]]:
    """Make edits, and return the paths and new contents in order; afterwards the files have the last ones."""
    source = random.Random(seed)
    paths = [path for path in run.paths if path.endswith(".py")]
    edits: list[tuple[str, bytes]] = []
    while len(edits) < n_edits:
        path = source.choice(paths)
        _, content = edit((root / path).read_text(encoding="utf-8", errors="replace"), source)
        if content is not None:
            (root / path).write_text(content, encoding="utf-8")
            edits.append((path, content.encode()))
    return edits


def _equal_targets(known: _Known, now: _Known) -> str:
    n_equal = n_all = 0
    for path, types in now.items():
        before = known[path]
        if types is not None:
            n_all += len(types.targets_by_call)
            n_equal += sum(
                before is not None and before.targets_by_call.get(place) == targets
                for place, targets in types.targets_by_call.items()
            )
    return f"{n_equal} of {n_all}"


if __name__ == "__main__":
    main(sys.argv[1:])
