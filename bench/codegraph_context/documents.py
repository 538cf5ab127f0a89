"""`python -m bench.codegraph_context REPOSITORY … [--entities N] [--index-dir DIR]`: documents of random entities of real repositories.

The index is open and nothing is kept, so that every document is made. Times are those of the processor: on a machine that does
nothing else, it is the time that one waits.
"""

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.support.report import Table, table_text
from codeshed.api.answer_context import CapChoice
from codeshed.api.codegraph_context_answers import written_document
from codeshed.api.project import open_project
from codeshed.build.size import size_function
from codeshed.footprint.distribution import nearest_rank
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.query.codegraph_context.codegraph_context import CodeGraphContextRequest, codegraph_context
from codeshed.query.codegraph_context.documents import CodeGraphContext

_MILLISECONDS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The documents of one repository: times in milliseconds, sizes in tokens, and how many could not be made."""

    name: str
    n_entities: int
    times: list[int]
    sizes: list[int]
    n_too_large: int


def measure(repository: Path, n_sampled: int, index_dir: Path | None = None) -> Measured:
    """Make documents of random entities of a repository."""
    with open_project(repository, index_dir=index_dir, refresh="never") as project:
        context = project.answer_context(CapChoice(profile="large"))
        graph, nodes = context.graph, context.graph.nodes
        is_entity = (nodes.kinds != NodeKind.VARIABLE) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
        rows: list[int] = np.flatnonzero(is_entity).tolist()
        is_code = (nodes.kinds == NodeKind.FUNCTION) | (nodes.kinds == NodeKind.TYPE)
        own: list[int] = np.flatnonzero(
            is_entity & is_code & ((nodes.flags & int(NodeFlag.TEST)) == 0)
        ).tolist()
        sampled = random.Random(1).sample(own, min(n_sampled, len(own)))
        count = size_function().measure
        times, sizes, n_too_large = [], [], 0
        for row in sampled:
            request = CodeGraphContextRequest(entities=(nodes.symbols[row],), caps=context.caps)
            start = time.process_time()
            document = codegraph_context(
                graph, request, document_of=context.document_of, write=written_document, measure=count
            )
            times.append(round(_MILLISECONDS * (time.process_time() - start)))
            if isinstance(document, CodeGraphContext):
                sizes.append(document.token_count)
            else:
                n_too_large += 1
    return Measured(
        name=repository.resolve().name,
        n_entities=len(rows),
        times=sorted(times),
        sizes=sorted(sizes),
        n_too_large=n_too_large,
    )


def table_of(measured: Sequence[Measured]) -> Table:
    """Return times and sizes."""
    return Table(
        title="Documents of random functions and types",
        headings=(
            "repository",
            "entities",
            "ms P50",
            "ms P95",
            "tokens P50",
            "mean",
            "P95",
            "largest",
            "too large",
        ),
        rows=[
            (
                each.name,
                str(each.n_entities),
                str(nearest_rank(each.times, 50)),
                str(nearest_rank(each.times, 95)),
                str(nearest_rank(each.sizes, 50)),
                str(round(float(np.mean(each.sizes)))),
                str(nearest_rank(each.sizes, 95)),
                str(each.sizes[-1]),
                str(each.n_too_large),
            )
            for each in measured
        ],
    )


def main(arguments: list[str]) -> None:
    """Measure each repository and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.codegraph_context", description=__doc__)
    parser.add_argument("repositories", nargs="+", type=Path, metavar="REPOSITORY")
    parser.add_argument("--entities", type=int, default=60, metavar="N", help="how many of each (60)")
    parser.add_argument(
        "--index-dir", type=Path, metavar="DIR", help="where the index of a single repository is"
    )
    options = parser.parse_args(arguments)
    measured = [measure(each, options.entities, options.index_dir) for each in options.repositories]
    print(table_text(table_of(measured)))
