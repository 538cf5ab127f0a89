"""What a contract lacks: the smallest set of pieces that makes it complete.

Turns: a definition + the documentation threshold → the pieces: parameters and a return to annotate, and what its
documentation does not say yet, by Codeshed's own score or as a scorer judged it.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from msgspec.structs import replace

from codeshed.build.documentation import (
    DESCRIPTION_STEPS,
    DocumentationParts,
    SignatureCoverage,
    documentation_parts,
)
from codeshed.build.signature import caller_parameters, is_constructor
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.declared_types import declared_return_types, declared_type_of_parameter
from codeshed.model.facts.type_expression import is_open_type
from codeshed.model.semantic import Definition
from codeshed.project.scoring.scorer_program import Judgement, ScorerProgram
from codeshed.query.advise import ContractGaps

_HUNDRED = 100
_SLACK = 1e-9


def find_gaps(definition: Definition, threshold: float) -> ContractGaps:
    """Return what a function's contract lacks; documentation lacks nothing once its score is the needed share of the best."""
    details = definition.details
    scorer = SignatureCoverage()
    score, best = scorer.score(definition), scorer.best(definition)
    untyped = tuple(
        each.name
        for each in caller_parameters(details)
        if (declared := declared_type_of_parameter(each)) is None or is_open_type(declared)
    )
    returned = declared_return_types(details)
    lacks_return = (
        any(is_open_type(each) for each in returned)
        if returned
        else not is_constructor(definition.name, details)
    )
    needed = threshold * best
    missing = () if score >= needed - _SLACK else _smallest(documentation_parts(definition), needed)
    return ContractGaps(
        parameters=untyped,
        is_return_missing=lacks_return,
        documentation=missing,
        documentation_score=score,
        needed_score=round(needed, 2),
    )


def scorer_of_graph(graph: CodeGraph, cache: Path | None) -> ScorerProgram:
    """Return whose judgements a graph has, without a command; no name if the score is Codeshed's own."""
    is_own = graph.documentation_scorer == SignatureCoverage.name
    return ScorerProgram(name="" if is_own else graph.documentation_scorer, cache=cache)


def gaps_as_judged(gaps: ContractGaps, judgement: Judgement, threshold: float) -> ContractGaps:
    """Return gaps with what a scorer said of the documentation in place of Codeshed's own score."""
    said = judgement.reason or "say what its scorer misses"
    return replace(
        gaps,
        documentation=() if judgement.score >= threshold - _SLACK else (said,),
        documentation_score=judgement.score,
        needed_score=threshold,
    )


def _smallest(parts: DocumentationParts, needed: float) -> tuple[str, ...]:
    """Return the fewest additions to the documentation that reach a score."""
    found = min(
        (
            (bool(words) + bool(n_named) + is_result, words, n_named, is_result)
            for words, n_named, is_result in _additions(parts)
            if _score(parts, words, n_named, is_result) >= needed * _HUNDRED - _SLACK
        ),
        default=(3, DESCRIPTION_STEPS[0][0] + 1, len(parts.unnamed), True),
    )
    _, words, n_named, is_result = found
    texts = []
    if is_result:
        texts.append("say what it returns")
    if n_named:
        names = ", ".join(parts.unnamed)
        texts.append(f"name {names}" if n_named == len(parts.unnamed) else f"name {n_named} of {names}")
    if words:
        texts.append(f"describe it in {words} words or more, with all of these")
    # Without parameters and a result, any documentation is enough.
    return tuple(texts) or ("say what it does",)


def _additions(parts: DocumentationParts) -> Iterator[tuple[int, int, bool]]:
    steps = [0, *sorted(words + 1 for words, _ in DESCRIPTION_STEPS if words >= parts.n_words)]
    results = [False, True] if parts.result < parts.best_result else [False]
    yield from product(steps, range(len(parts.unnamed) + 1), results)


def _score(parts: DocumentationParts, words: int, n_named: int, is_result: bool) -> int:  # noqa: FBT001 - one addition
    described = next((value for above, value in DESCRIPTION_STEPS if words > above), 0)
    return (
        max(described, parts.description)
        + parts.with_parameters(n_named)
        + (parts.best_result if is_result else parts.result)
    )
