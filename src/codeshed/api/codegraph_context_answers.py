"""CodeGraphContext documents as answers, kept in the user's cache as long as they are true.

Turns: AnswerContext + options → Answer of a CodeGraphContext, or of the document that says why there is none.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

import msgspec

from codeshed.api.answer import Answer
from codeshed.api.answer_context import AnswerContext
from codeshed.api.option_values import require_one_of
from codeshed.api.seeds import require_lines, seeds_from_root
from codeshed.build.size import size_function
from codeshed.discover.git_history import commit_time
from codeshed.errors import InvalidOptionError, NoSuchLineError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.answer_basis import IndexIdentity
from codeshed.project.line_coverage import LineCoverage
from codeshed.query.codegraph_context import codegraph_context as question
from codeshed.query.codegraph_context.codegraph_context import CodeGraphContextRequest
from codeshed.query.codegraph_context.documents import (
    MAX_HOPS,
    MAX_TOKENS,
    ChangeType,
    CodeGraphContext,
    ContextError,
    ContextSizeExceeded,
    DependencyCycleDetected,
    EntityNotFound,
    FocusArea,
    Strategy,
)
from codeshed.store.kept_answers import KeptAnswers, program_state

_TYPE_BY_ERROR: dict[str, type[ContextError]] = {
    "context_size_exceeded": ContextSizeExceeded,
    "entity_not_found": EntityNotFound,
    "dependency_cycle_detected": DependencyCycleDetected,
}


def codegraph_context_request(
    entities: Sequence[str],
    context: AnswerContext,
    *,
    hop_depth: int | None,
    change_type: str,
    focus: Sequence[str],
    size_limit: int,
    strategy: str,
    fail_on_cycle: bool,
    generated_at: str | None,
) -> CodeGraphContextRequest:
    """Return the request that options make; a wrong one is an error that says what may be given."""
    if not entities:
        raise InvalidOptionError("no entity is named", hint="name a function, type, variable or module")
    if hop_depth is not None and not 0 <= hop_depth <= MAX_HOPS:
        raise InvalidOptionError(f"a hop depth of {hop_depth} is not possible", hint=f"give 0 to {MAX_HOPS}")
    if not 1 <= size_limit <= MAX_TOKENS:
        raise InvalidOptionError(
            f"a size limit of {size_limit} tokens is not possible", hint=f"give 1 to {MAX_TOKENS}"
        )
    require_one_of("change type", change_type, get_args(ChangeType))
    require_one_of("strategy", strategy, get_args(Strategy))
    areas = (focus,) if isinstance(focus, str) else focus
    for area in areas:
        require_one_of("focus area", area, get_args(FocusArea))
    return msgspec.convert(
        {
            "entities": tuple(entities),
            "caps": context.caps,
            "hop_depth": hop_depth,
            "change_type": change_type,
            "focus": tuple(dict.fromkeys(areas)),
            "size_limit": size_limit,
            "strategy": strategy,
            "is_cycle_an_error": fail_on_cycle,
            "generated_at": generated_at,
        },
        CodeGraphContextRequest,
    )


def codegraph_context_answer(
    root: Path,
    context: AnswerContext,
    request: CodeGraphContextRequest,
    *,
    kept: KeptAnswers,
    coverage: LineCoverage,
    clock: Clock,
) -> Answer[CodeGraphContext | ContextError]:
    """Return the document, from the cache if nothing that it depends on has changed since it was kept."""
    if request.generated_at is None:
        request = msgspec.structs.replace(request, generated_at=commit_time(root, context.index.commit))
    key = _key(context.index, request, coverage)
    content = None if key is None else kept.get(key)
    document = None if content is None else _decoded(content)
    if document is None:
        document = question.codegraph_context(
            context.graph,
            request,
            document_of=context.document_of,
            write=written_document,
            measure=size_function().measure,
            coverage_of=coverage.share,
            clock=clock,
        )
        if key is not None:
            kept.keep(key, written_document(document).encode())
    return _answer(document)


def missing_lines_answer(
    root: Path, graph: CodeGraph, entities: Sequence[str]
) -> Answer[CodeGraphContext | ContextError] | None:
    """Return the error document of entities that name lines which their files do not have, if there are any."""
    errors: dict[str, NoSuchLineError] = {}
    for entity in entities:
        try:
            require_lines(root, graph, seeds_from_root(root, (entity,)))
        except NoSuchLineError as error:
            errors[entity] = error
    if not errors:
        return None
    return _answer(
        EntityNotFound(
            error="entity_not_found",
            message="Base entity not found in codebase: its file has no such line",
            missing_entities=tuple(errors),
            suggestion="; ".join(dict.fromkeys(f"{each.message}: {each.hint}" for each in errors.values())),
        )
    )


def _answer(document: CodeGraphContext | ContextError) -> Answer[CodeGraphContext | ContextError]:
    write: Callable[[bool], str] = lambda _: written_document(document)  # noqa: E731 - a writer of an answer
    return Answer(document=document, writers={"json": write}, is_clear=isinstance(document, CodeGraphContext))


def written_document(document: msgspec.Struct) -> str:
    """Write a document in as few bytes as JSON has; the tokens of these are counted."""
    return msgspec.json.encode(document).decode() + "\n"


def _key(
    index: IndexIdentity, request: CodeGraphContextRequest, coverage: LineCoverage
) -> tuple[str, ...] | None:
    """Return what the document depends on, this program included; None if the index is behind the files, or there is none: nothing is kept then."""
    if index.stale_files or index.n_stale_files or index.n_provisional_files or not index.tree_hash:
        return None
    return (
        "codegraph-context",
        program_state(),
        index.signature,
        index.tree_hash,
        index.types,
        coverage.state,
        msgspec.json.encode(request).decode(),
    )


def _decoded(content: bytes) -> CodeGraphContext | ContextError | None:
    """Return a kept document; None if it is no such document."""
    try:
        error = msgspec.json.decode(content, type=dict[str, msgspec.Raw]).get("error")
        if error is None:
            return msgspec.json.decode(content, type=CodeGraphContext)
        return msgspec.json.decode(content, type=_TYPE_BY_ERROR[msgspec.json.decode(error, type=str)])
    except (msgspec.DecodeError, KeyError):
        return None
