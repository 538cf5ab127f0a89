"""What every bounded answer needs: the graph, the identity of its index, and the caps.

Turns: the options of a command → AnswerContext.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from codeshed.cli.repository_options import RepositoryOptions

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph
    from codeshed.model.answers.answer_basis import IndexIdentity
    from codeshed.model.answers.caps import Caps
    from codeshed.model.semantic import Document

CapsOption = Annotated[
    str | None,
    typer.Option(
        "--caps",
        metavar="PROFILE",
        help="How much may be looked at and listed: small, default, large or wide. Default: what the settings say, or what suits the question.",
    ),
]
CapOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cap", metavar="NAME=N", help="One cap, such as maxNodes=500; can be given several times."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContext:
    """What an answer is computed from."""

    graph: "CodeGraph"
    index: "IndexIdentity"
    caps: "Caps"
    document_of: Callable[[str], "Document | None"] = lambda _: None
    """Returns the document of a file while the block lasts; None without an index."""


@contextmanager
def open_answer_context(
    options: RepositoryOptions,
    profile: str | None = None,
    caps: list[str] | None = None,
    *,
    default_profile: str | None = None,
    allowed_caps: tuple[str, ...] | None = None,
    is_for_few: bool = True,
) -> Iterator[AnswerContext]:
    """Open a repository for an answer for the time of a block; its index is built or updated if need be.

    `default_profile` replaces the default profile of caps, unless the caller or the settings choose one. `allowed_caps` are the caps
    that apply to this answer; the caller may set no others. `is_for_few`: the answer reads only a small part of the graph.
    """
    from codeshed.cli.index_access import graph_of, is_in_memory, open_index, settings_of
    from codeshed.model.answers.answer_basis import IndexIdentity
    from codeshed.model.answers.caps import ALL_CAPS, DEFAULT_PROFILE, caps_of, parse_caps
    from codeshed.project.index.omitted_files import count_omitted_files
    from codeshed.project.types.unsettled_types import read_unsettled

    settings = settings_of(options.repo)
    if profile is None:
        is_usual = default_profile is not None and settings.caps_profile == DEFAULT_PROFILE
        profile = default_profile if is_usual else settings.caps_profile
    all_caps = caps_of(
        profile or DEFAULT_PROFILE, settings.caps, parse_caps(tuple(caps or ()), allowed_caps or ALL_CAPS)
    )
    if is_in_memory(options, settings):
        graph = graph_of(options)
        index = IndexIdentity(n_unread_files=count_omitted_files(graph.warnings))
        yield AnswerContext(graph=graph, index=index, caps=all_caps)
        return
    with open_index(options, settings, is_for_few=is_for_few) as opened:
        meta = opened.reader.meta
        identity = IndexIdentity(
            signature=meta.signature,
            tree_hash=meta.tree_hash,
            commit=meta.commit,
            types=meta.types.value,
            stale_files=opened.stale_paths,
            n_provisional_files=len(read_unsettled(opened.reader).provisional),
            n_unread_files=count_omitted_files(opened.graph.warnings),
        )

        def document_of(path: str) -> "Document | None":
            from codeshed.project.index.stored_resolution import StoredResolution

            return StoredResolution(opened.reader).displayed_document(path)

        yield AnswerContext(graph=opened.graph, index=identity, caps=all_caps, document_of=document_of)
