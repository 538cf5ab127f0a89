"""What a bounded answer is made from: the graph, which index it is of, and the caps.

Turns: the options of a command → Answering.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from codeshed.cli.repository_options import RepositoryOptions

if TYPE_CHECKING:
    from codeshed.graph.code_graph import CodeGraph
    from codeshed.model.basis import IndexIdentity
    from codeshed.model.caps import Caps

CapsOption = Annotated[
    str | None,
    typer.Option(
        "--caps",
        metavar="PROFILE",
        help="How much may be looked at and listed: small, default or large. Default: what the settings say, or default.",
    ),
]
CapOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cap", metavar="NAME=N", help="One cap, such as maxNodes=500; can be given several times."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """What an answer is made from."""

    graph: "CodeGraph"
    index: "IndexIdentity"
    caps: "Caps"


@contextmanager
def answering(
    options: RepositoryOptions, profile: str | None = None, caps: list[str] | None = None
) -> Iterator[Answering]:
    """Open a repository for an answer, its index built or brought up to date if need be, for the time of a block."""
    from codeshed.cli.index_access import graph_of, is_in_memory, opened_index, settings_of
    from codeshed.model.basis import IndexIdentity
    from codeshed.model.caps import caps_of, parse_caps

    settings = settings_of(options.repo)
    chosen = caps_of(profile or settings.caps_profile, settings.caps, parse_caps(tuple(caps or ())))
    if is_in_memory(options, settings):
        yield Answering(graph=graph_of(options), index=IndexIdentity(), caps=chosen)
        return
    with opened_index(options, settings) as opened:
        meta = opened.reader.meta
        identity = IndexIdentity(
            signature=meta.signature,
            tree_hash=meta.tree_hash,
            commit=meta.commit,
            types=meta.types.value,
            stale_files=opened.stale_paths,
        )
        yield Answering(graph=opened.graph, index=identity, caps=chosen)
