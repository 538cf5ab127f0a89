"""`python -m bench.types.type_runs FOLDER [--size N]`: what a run of the type engine over some of the files costs and says.

It runs the engine over 1, 10, 100 and all files of a folder; and over all of them in parts of N files, to compare what
is known of each file with a run over all.
"""

import argparse
import random
import sys
import time
from pathlib import Path

from bench.support.report import Table, seconds, table_text
from codeshed.discover.source_discovery import discover_files
from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.project.parsing.python_parsing import parse_files
from codeshed.project.types.type_runs import TypeRuns, narrow_runs, plan_runs, symbols_in_files
from codeshed.types.engine_options import EngineOptions
from codeshed.types.file_types_encoding import decode_types, encode_types

_SIZES = (1, 10, 100)
_N_REPEATS = 3


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.types.type_runs", description="Run over some of the files."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--size", type=int, default=0, help="compare runs over this many files with one over all"
    )
    options = parser.parse_args(arguments)
    paths = discover_files(options.folder).files
    codes = tuple(path for path in paths if path.endswith((".py", ".ipynb")))
    files = parse_files(options.folder, codes, n_processes=1, report=lambda _: None)
    source = random.Random(0)
    rows = []
    for size in (*(size for size in _SIZES if size < len(files)), len(files)):
        taken = []
        for _ in range(_N_REPEATS):
            began = time.perf_counter()
            _run(options.folder, files, source.sample(files, size))
            taken.append(time.perf_counter() - began)
        rows.append((str(size), *map(seconds, sorted(taken))))
    print(table_text(Table(title="Runs over some files", headings=("files", *"123"), rows=rows)))
    known = _run(options.folder, files, files)
    print(table_text(_encoding(known)))
    if options.size:
        source.shuffle(files)
        parts = [files[begin : begin + options.size] for begin in range(0, len(files), options.size)]
        differing = [
            path
            for part in parts
            for path, types in _run(options.folder, files, part).items()
            if types != known[path]
        ]
        print(
            f"{len(parts)} runs over {options.size} files: {len(differing)} of {len(files)} differ",
            *differing,
        )


def _run(root: Path, files: list[ParsedFile], targets: list[ParsedFile]) -> dict[str, bytes]:
    """Return what a run over some files knows of them."""
    runs = plan_runs(discover_files(root).files)
    engines = TypeRuns(root, narrow_runs(runs, {file.path for file in targets}), EngineOptions())
    try:
        report = engines.wait(symbols_in_files(files))
        types = {file.path: report.read(file.path, file.facts.line_starts) for file in targets}
        return {path: encode_types(each) for path, each in types.items() if each is not None}
    finally:
        engines.close()


def _encoding(known: dict[str, bytes]) -> Table:
    """Return what it costs to keep what is known."""
    began = time.process_time()
    types = [decode_types(content) for content in known.values()]
    decoded = time.process_time()
    for each in types:
        encode_types(each)
    encoded = time.process_time()
    return Table(
        title="What is kept",
        headings=("files", "bytes", "to decode", "to encode"),
        rows=(
            (
                str(len(known)),
                str(sum(map(len, known.values()))),
                seconds(decoded - began),
                seconds(encoded - decoded),
            ),
        ),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
