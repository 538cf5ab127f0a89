"""Memory of reading a SemanticData file of some hundred megabytes, as a multiple of its size.

Measures reading by document, as the builder does, beside reading the whole file into objects.
"""

from dataclasses import dataclass
from pathlib import Path

from bench.graph.sample import Sample, sample_in
from bench.support.fresh import Costs, costs_of, in_fresh_process
from bench.support.report import Report, Table, megabytes, seconds
from codeshed.discover.file_reading import read_named_file
from codeshed.model.semantic_json import load_semantic_data, read_semantic_data


def run(folder: Path) -> Report:
    """Read the sample in both ways."""
    sample = sample_in(folder)
    by_document = in_fresh_process(measure_by_document, sample)
    whole = in_fresh_process(measure_whole, sample)
    if (by_document.n_definitions, by_document.n_references) != (whole.n_definitions, whole.n_references):
        raise RuntimeError("reading by document found other parts than reading the whole file")
    size = sample.n_semantic_bytes
    table = Table(
        title=f"Reading: {megabytes(size)} of SemanticData in {sample.n_documents} documents",
        headings=("how", "time", "CPU", "peak", "by file size", "before", "by whole"),
        rows=[
            (
                name,
                seconds(read.costs.wall_seconds),
                seconds(read.costs.cpu_seconds),
                megabytes(read.costs.peak_bytes),
                f"{read.costs.peak_bytes / size:.2f} x",
                megabytes(read.costs.held_bytes_before),
                f"{read.costs.peak_bytes / whole.costs.peak_bytes:.2f} x",
            )
            for name, read in (("by document", by_document), ("whole", whole))
        ],
        notes=(
            "by document: iter_definitions, then iter_references, one document at a time.",
            "by file size: peak memory by the size of the file. before: memory held before reading.",
        ),
    )
    return Report(tables=(table,), figures={"sample": sample, "by_document": by_document, "whole": whole})


def measure_by_document(sample: Sample) -> "Read":
    """Read definitions and then references, and keep none."""
    path = Path(sample.semantic_data)

    def read() -> tuple[int, int]:
        file = read_semantic_data(read_named_file(path), origin=str(path))
        n_definitions = sum(len(definitions) for _, definitions in file.iter_definitions())
        return n_definitions, sum(len(references) for _, references in file.iter_references())

    (n_definitions, n_references), costs = costs_of(read)
    return Read(costs=costs, n_definitions=n_definitions, n_references=n_references)


def measure_whole(sample: Sample) -> "Read":
    """Read everything and keep it."""
    path = Path(sample.semantic_data)
    data, costs = costs_of(lambda: load_semantic_data(read_named_file(path), origin=str(path)))
    return Read(
        costs=costs,
        n_definitions=sum(len(document.definitions) for document in data.documents),
        n_references=sum(len(document.references) for document in data.documents),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One way of reading, and what it found."""

    costs: Costs
    n_definitions: int
    n_references: int
