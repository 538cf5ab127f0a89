"""`python -m bench index`: one measure after another, each told as soon as it is done."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.graph import opening
from bench.index.comparison import compare
from bench.index.growth import measure_growth
from bench.index.options import Options
from bench.support.report import Report
from codeshed.project.index.graph_in_memory import Types


def iter_reports(options: Options) -> Iterator[tuple[str, Report]]:
    """Return what was found for each folder, then for growing trees, then when an index was opened, with names."""
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as name:
        scratch = Path(name)
        for folder in options.folders:
            yield str(folder), compare(folder, options, scratch)
        if options.growth is not None:
            types = Types.ON if options.types == (Types.ON,) else Types.OFF
            yield "growth", measure_growth(options.growth, types, options, scratch)
        if options.has_opening:
            yield "opening", opening.run(scratch)
