"""What Codeshed says about a checkout, as its own command exports it.

Turns: a folder → edges, or a SemanticData document. `run_export` is the only place that knows how to ask.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from codeshed.cli.main import run

CALL = "call"
READ = "read"
WRITE = "write"

PROVENANCES = ("declared", "typed", "inferred", "heuristic")
"""From the surest to the least sure."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """One place that an edge comes from; lines begin at 1, columns at 0 and count bytes."""

    path: str
    line: int
    column: int = 0
    end_line: int | None = None
    end_column: int | None = None


class ExportedEdge(msgspec.Struct, frozen=True, kw_only=True):
    """One edge of the graph, from the symbol that uses to the one that is used."""

    source: str
    target: str
    kind: str
    confidence: float = 1.0
    provenance: str = PROVENANCES[0]
    sites: tuple[Site, ...] = ()
    is_exact: bool = False
    through: str | None = None


def edges_of(checkout: Path, kinds: tuple[str, ...], *, types: str | None = None) -> tuple[ExportedEdge, ...]:
    """Return the edges of some kinds that Codeshed finds in a folder; `types` is passed on as `--types`."""
    arguments = ["export", "edges", "--repo", str(checkout), "--kind", ",".join(kinds)]
    if types is not None:
        arguments += ["--types", types]
    return read_edges(run_export(arguments))


def semantic_data_of(checkout: Path) -> bytes:
    """Return the SemanticData document that Codeshed writes about a folder."""
    return run_export(["export", "semantic-data", "--repo", str(checkout)])


def read_edges(lines: bytes) -> tuple[ExportedEdge, ...]:
    """Return edges from JSON lines."""
    decoder = msgspec.json.Decoder(ExportedEdge)
    return tuple(decoder.decode(line) for line in lines.splitlines() if line.strip())


def run_export(arguments: list[str]) -> bytes:
    """Run the command in this process, since a hundred small folders should not cost a hundred starts."""
    with _captured_stdout() as out:
        code = run(arguments)
    if code != 0:
        raise RuntimeError(f"codeshed {' '.join(arguments)} ended with {code}")
    return out.getvalue()


@contextmanager
def _captured_stdout() -> Iterator[io.BytesIO]:
    written = io.BytesIO()
    stdout = sys.stdout
    sys.stdout = io.TextIOWrapper(written, encoding="utf-8", write_through=True)
    try:
        yield written
    finally:
        # The wrapper would close the bytes with itself.
        sys.stdout.detach()
        sys.stdout = stdout
