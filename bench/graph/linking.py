"""From parts to a graph: all documents of a repository, each made a part once, linked after an edit.

Measures making the parts, and in a process of its own decoding them and linking them. The graph must have the same
bytes as the one that is built from the documents at once.

`python -m bench linking` takes the sample of `build`; with `--repository FOLDER`, a repository.
"""

import gc
import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.graph.sample import sample_in
from bench.support.fresh import Costs, costs_of, in_fresh_process
from bench.support.report import Report, Table, megabytes, met, seconds
from codeshed.build.documentation import SignatureCoverage
from codeshed.build.graph import build_graph, iter_documents
from codeshed.build.link.link import link
from codeshed.build.link.link_summary import tabulate_entry_points
from codeshed.build.part.make_part import make_externals_part, make_part
from codeshed.build.part.part_pack import decode_externals, decode_pack, encode_pack, iter_packs
from codeshed.build.size import size_function
from codeshed.discover.file_reading import FolderSourceReader, read_named_file
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.semantic import EntryPoint, SemanticDocuments
from codeshed.model.semantic_json import read_semantic_data
from codeshed.model.source_reader import SourceReader
from codeshed.project.index.graph_in_memory import read_repository
from codeshed.store.graph_file import iter_graph_pieces

WANTED_SECONDS = 0.5
N_ROUNDS = 7


def run(folder: Path) -> Report:
    """Measure on the sample."""
    sample = sample_in(folder)
    return _report(
        Recipe(
            semantic_data=sample.semantic_data, root=sample.source_root, parts=str(folder / "linking.parts")
        ),
        "the sample",
        wanted=None,
    )


def run_on(repository: Path, folder: Path) -> Report:
    """Measure on a repository, which is read without types."""
    recipe = Recipe(semantic_data=None, root=str(repository.resolve()), parts=str(folder / "linking.parts"))
    return _report(recipe, repository.name, wanted=WANTED_SECONDS)


def make_parts(recipe: "Recipe") -> "Made":
    """Read the documents, make their parts and write them; and build the graph at once, to compare."""
    documents, sources = _documents(recipe)
    measure, scorer = size_function(), SignatureCoverage()
    # The first text is not measured: a tokenizer reads its vocabulary with it.
    measure.measure("")
    gc.disable()
    (packs, externals), make_costs = costs_of(
        lambda: (
            [
                encode_pack(pack)
                for pack in iter_packs(
                    make_part(each, sources, measure, scorer) for each in iter_documents(documents)
                )
            ],
            encode_pack(make_externals_part(documents.external_symbols, measure, scorer)),
        )
    )
    entry_points = [each for document in iter_documents(documents) for each in document.entry_points]
    kept = Kept(packs=packs, externals=externals, entry_points=entry_points)
    Path(recipe.parts).write_bytes(msgspec.msgpack.encode(kept))
    graph, build_costs = costs_of(lambda: build_graph(documents, sources, measure=measure, scorer=scorer))
    return Made(
        n_parts=sum(1 for _ in documents.iter_definitions()),
        n_bytes=sum(map(len, packs)) + len(externals),
        make_costs=make_costs,
        build_costs=build_costs,
        digest=_digest(graph),
    )


def link_parts(recipe: "Recipe") -> "Linked":
    """Decode and link the parts several times; of each, the fastest counts."""
    kept = msgspec.msgpack.decode(Path(recipe.parts).read_bytes(), type=Kept)
    gc.disable()
    rounds = [_link_once(kept, recipe) for _ in range(N_ROUNDS)]
    return Linked(
        decode_costs=min((each.decode_costs for each in rounds), key=lambda costs: costs.wall_seconds),
        link_costs=min((each.link_costs for each in rounds), key=lambda costs: costs.wall_seconds),
        held_bytes_before=rounds[0].decode_costs.held_bytes_before,
        peak_bytes=rounds[0].link_costs.peak_bytes,
        n_nodes=rounds[0].n_nodes,
        n_edges=rounds[0].n_edges,
        digest=rounds[0].digest,
    )


def _link_once(kept: "Kept", recipe: "Recipe") -> "_Round":
    decoded, decode_costs = costs_of(
        lambda: ([decode_pack(pack) for pack in kept.packs], decode_externals(kept.externals))
    )
    graph, link_costs = costs_of(
        lambda: link(
            *decoded,
            tabulate_entry_points(kept.entry_points),
            size_function=recipe.size_function,
            documentation_scorer=recipe.documentation_scorer,
            source_reader=recipe.source_reader,
        )
    )
    return _Round(
        decode_costs=decode_costs,
        link_costs=link_costs,
        n_nodes=len(graph.nodes),
        n_edges=len(graph.edges),
        digest=_digest(graph),
    )


def _documents(recipe: "Recipe") -> tuple[SemanticDocuments, SourceReader]:
    if recipe.semantic_data is None:
        repository = read_repository(Path(recipe.root), types="off", n_processes=0)
        return repository.data, repository.sources
    sources = FolderSourceReader(Path(recipe.root))
    path = Path(recipe.semantic_data)
    return read_semantic_data(read_named_file(path), origin=str(path), sources=sources), sources


def _digest(graph: CodeGraph) -> str:
    digest = hashlib.sha256()
    for piece in iter_graph_pieces(graph):
        digest.update(piece)
    return digest.hexdigest()


def _report(recipe: "Recipe", name: str, *, wanted: float | None) -> Report:
    made = in_fresh_process(make_parts, recipe)
    linked = in_fresh_process(link_parts, recipe)
    if made.digest != linked.digest:
        raise RuntimeError("linking kept parts gave another graph than building the documents at once")
    decode, linking = linked.decode_costs, linked.link_costs
    both = decode.wall_seconds + linking.wall_seconds
    timed = (
        ("make the parts, once", made.make_costs.wall_seconds, made.make_costs.cpu_seconds),
        ("decode them", decode.wall_seconds, decode.cpu_seconds),
        ("link them", linking.wall_seconds, linking.cpu_seconds),
        ("decode and link", both, decode.cpu_seconds + linking.cpu_seconds),
        ("build from documents", made.build_costs.wall_seconds, made.build_costs.cpu_seconds),
    )
    table = Table(
        title=f"Linking: {name}, {made.n_parts} parts of {megabytes(made.n_bytes)} together",
        headings=("what", "time", "CPU", "wanted", "met"),
        rows=[
            (
                what,
                seconds(wall),
                seconds(cpu),
                "" if wanted is None or wall != both else f"< {seconds(wanted)}",
                "" if wanted is None or wall != both else met(is_met=both < wanted),
            )
            for what, wall, cpu in timed
        ],
        notes=(
            f"{linked.n_nodes} nodes, {linked.n_edges} edges. Linking: fastest of {N_ROUNDS} rounds.",
            f"Peak {megabytes(linked.peak_bytes)}; {megabytes(linked.held_bytes_before)} before, with the encoded parts.",
        ),
    )
    return Report(tables=(table,), figures={"made": made, "linked": linked})


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a repository: packs and externals encoded, and the entry points."""

    packs: list[bytes]
    externals: bytes
    entry_points: list[EntryPoint]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What is read, a document with its sources or a repository, where the parts go, and the names of what measured."""

    semantic_data: str | None
    root: str
    parts: str
    size_function: str = "cl100k_base"
    documentation_scorer: str = SignatureCoverage.name
    source_reader: str = "folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """Making parts, and building at once."""

    n_parts: int
    n_bytes: int
    make_costs: Costs
    build_costs: Costs
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Linking parts that were kept; the peak is that of the first round."""

    decode_costs: Costs
    link_costs: Costs
    held_bytes_before: int
    peak_bytes: int
    n_nodes: int
    n_edges: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    decode_costs: Costs
    link_costs: Costs
    n_nodes: int
    n_edges: int
    digest: str
