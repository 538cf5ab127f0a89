"""`codeshed verify`: check that indexing is deterministic.

Two processes build the index of a repository, each in a temporary folder, with different hash seeds, numbers of workers and
orders of folder listings. All exports are compared byte by byte.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AnswerFormat, FormatOption
from codeshed.cli.repository_options import FolderArgument, QuietOption, RepoOption, repository_of

_N_FOOTPRINTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """The conditions under which an index is built."""

    name: str
    hash_seed: int
    n_processes: int
    order: str


_RUNS = (
    _Run(name="first", hash_seed=0, n_processes=1, order="--in-order"),
    _Run(name="second", hash_seed=1234, n_processes=3, order="--reversed"),
)


def verify_command(
    folder: FolderArgument = None,
    *,
    repo: RepoOption = Path(),
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Check that indexing twice gives the same bytes.

    The index is built twice under other conditions, and all exports are compared. Hash seeds, numbers of processes and the order of files differ. Exits with 0 if all bytes are the same, with 1 and
    the first difference of each export if not. The repository's own index is not touched.

    Example: codeshed verify
    """
    import tempfile

    from codeshed.api.index_opening import settings_of
    from codeshed.cli.output import write
    from codeshed.cli.progress_bar import progress_bar
    from codeshed.query.repeatability import compare_exports
    from codeshed.render.index.verify_text import verify_text
    from codeshed.render.json_output import to_json

    repo = repository_of(folder, repo)
    settings_of(repo)
    with (
        tempfile.TemporaryDirectory(prefix="codeshed-verify-") as exports,
        progress_bar(is_quiet=quiet) as progress,
    ):
        for run in _RUNS:
            progress(f"making the {run.name} index", 0, 0)
            _write_exports(repo.resolve(), Path(exports), run)
        first, second = (Path(exports) / run.name for run in _RUNS)
        names = sorted(path.name for path in first.iterdir())
        contents = [(name, (first / name).read_bytes(), (second / name).read_bytes()) for name in names]
    report = compare_exports(contents)
    write([to_json(report) if output is AnswerFormat.JSON else verify_text(report)])
    if not report.is_repeatable:
        raise typer.Exit(1)


def _write_exports(root: Path, folder: Path, run: _Run) -> None:
    """Build the index and write its exports in another process; that reports failures on stderr."""
    # With -P and a working folder of its own, the process can import nothing of the repository.
    command = [sys.executable, "-P", "-m", "codeshed", "write-exports", str(root), str(folder / run.name)]
    options = ["--index-dir", str(folder / f"{run.name}-index"), "--jobs", str(run.n_processes), run.order]
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [*command, *options],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": str(run.hash_seed)},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise typer.Exit(done.returncode)


def write_exports_command(
    repo: Annotated[Path, typer.Argument(metavar="DIR")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    *,
    index_dir: Annotated[Path, typer.Option("--index-dir")],
    jobs: Annotated[int, typer.Option("--jobs")] = 1,
    is_reversed: Annotated[bool, typer.Option("--reversed/--in-order")] = False,
) -> None:
    """Make an index without any cache, and write all that can be exported from it to a folder: one run of verify."""
    from codeshed.api.index_opening import settings_of
    from codeshed.footprint.options import FootprintOptions
    from codeshed.graph.data.kinds import EdgeKind
    from codeshed.model.semantic_json import iter_documents_json
    from codeshed.project.index.data_flow_parts import iter_flows
    from codeshed.project.index.external_parts import stored_external_symbols
    from codeshed.project.index.index_refresh import Refresh, open_repository
    from codeshed.project.index.index_request import IndexRequest
    from codeshed.project.index.stored_semantic_data import iter_stored_documents
    from codeshed.query.exported_edges import iter_exported_edges
    from codeshed.query.footprint import empty_report, iter_all_footprints
    from codeshed.query.profile import profile
    from codeshed.render.json_output import iter_footprints_json, iter_json_lines, to_json

    request = IndexRequest(root=repo, index_dir=index_dir, settings=settings_of(repo), n_processes=jobs)
    with _listing(is_reversed=is_reversed):
        opened = open_repository(request, Refresh.ALWAYS)
    folder.mkdir()
    options = FootprintOptions()
    with opened.reader as reader:
        graph = opened.graph
        footprints = iter_footprints_json(
            empty_report(graph, options), iter_all_footprints(graph, options, top=_N_FOOTPRINTS)
        )
        texts = {
            "flows.jsonl": "".join(iter_json_lines(iter_flows(opened.reader))),
            "edges.jsonl": "".join(iter_json_lines(iter_exported_edges(graph, frozenset(EdgeKind)))),
            "footprints.json": "".join(footprints),
            "profile.json": to_json(profile(graph, options)),
        }
        for name, text in texts.items():
            (folder / name).write_bytes(text.encode("utf-8", "backslashreplace"))
        documents = iter_documents_json(iter_stored_documents(reader), stored_external_symbols(reader))
        (folder / "semantic-data.json").write_bytes(b"".join(documents))
        if reader.graph_path is not None:
            (folder / "graph.arrays").write_bytes(reader.graph_path.read_bytes())


@contextmanager
def _listing(*, is_reversed: bool) -> Iterator[None]:
    """List folders by name, forwards or backwards, whatever order the file system has."""
    scan = os.scandir

    @contextmanager
    def scan_in_order(place: str) -> Iterator[Iterator[os.DirEntry[str]]]:
        with scan(place) as entries:
            yield iter(sorted(entries, key=lambda entry: entry.name, reverse=is_reversed))

    os.scandir = scan_in_order  # type: ignore[assignment] # it is called with a folder, and used as a context, alone
    try:
        yield
    finally:
        os.scandir = scan
