"""What every bounded answer needs: the graph, the identity of its index, and the caps.

Turns: OpenIndex + caps that were chosen → AnswerContext.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codeshed.model.answers.answer_basis import IndexIdentity
from codeshed.model.answers.caps import ALL_CAPS, DEFAULT_PROFILE, Caps, caps_of, parse_caps
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_refresh import OpenIndex
from codeshed.project.index.omitted_files import count_omitted_files
from codeshed.project.types.unsettled_types import read_unsettled

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph
    from codeshed.model.facts.type_facts import FileTypes
    from codeshed.model.semantic import Document

ChosenCaps = Mapping[str, int] | Sequence[str]
"""Caps by name, as {"maxNodes": 500}, or as they are written on the command line, as ["maxNodes=500"]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CapChoice:
    """The caps that a caller asks for: those of a profile, some of them replaced."""

    profile: str | None = None
    caps: ChosenCaps = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContext:
    """What an answer is computed from."""

    graph: "CodeGraph"
    index: IndexIdentity
    caps: Caps
    document_of: Callable[[str], "Document | None"] = lambda _: None
    """Returns the document of a file as long as the index is open; None without an index."""
    types_of: Callable[[str], "FileTypes | None"] = lambda _: None
    """Returns what the type engine found in a Python file as long as the index is open."""


def resolve_caps(
    settings: Settings, choice: CapChoice, *, default_profile: str | None, allowed: tuple[str, ...] = ALL_CAPS
) -> Caps:
    """Return the caps of an answer: what the caller chose, else what the settings say, else what suits the question.

    `default_profile` replaces the default profile, unless the caller or the settings choose one. `allowed` are the caps that
    apply to this answer; the caller may set no others.
    """
    profile = choice.profile
    if profile is None:
        is_usual = default_profile is not None and settings.caps_profile == DEFAULT_PROFILE
        profile = default_profile if is_usual else settings.caps_profile
    caps = choice.caps
    texts = (
        tuple(f"{name}={value}" for name, value in caps.items()) if isinstance(caps, Mapping) else tuple(caps)
    )
    return caps_of(profile or DEFAULT_PROFILE, settings.caps, parse_caps(texts, allowed))


def context_in_memory(graph: "CodeGraph", caps: Caps) -> AnswerContext:
    """Return the context of an answer from a graph that was made without an index."""
    return AnswerContext(
        graph=graph, index=IndexIdentity(n_unread_files=count_omitted_files(graph.warnings)), caps=caps
    )


def context_of_index(opened: OpenIndex, caps: Caps) -> AnswerContext:
    """Return the context of an answer from an open index."""
    meta = opened.reader.meta
    recording = opened.recording
    identity = IndexIdentity(
        signature=meta.signature,
        tree_hash=meta.tree_hash,
        commit=meta.commit,
        types=meta.types.value,
        stale_files=opened.stale_paths,
        n_provisional_files=len(read_unsettled(opened.reader).provisional),
        n_unread_files=count_omitted_files(opened.graph.warnings),
        recording="" if recording is None else recording.id,
        n_observed_calls=0 if recording is None else recording.n_calls,
        n_changed_functions=0 if recording is None else recording.n_changed_functions,
    )

    def document_of(path: str) -> "Document | None":
        from codeshed.project.index.stored_resolution import StoredResolution

        return StoredResolution(opened.reader).displayed_document(path)

    def types_of(path: str) -> "FileTypes | None":
        from codeshed.project.types.stored_types import TYPES
        from codeshed.types.file_types_encoding import decode_types

        found = opened.reader.read_part(TYPES, path)
        return None if found is None else decode_types(found)

    return AnswerContext(
        graph=opened.graph, index=identity, caps=caps, document_of=document_of, types_of=types_of
    )
