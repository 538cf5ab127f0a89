"""Validates composite contexts: excerpts, budget, pieces.

Turns: a context → DocumentProblems. `docs/reference/analysis-schemas.md` lists the rules.
"""

from collections.abc import Iterator

from codeshed.model.answers.context_answer import LeftOutV1, PieceV1, PrimaryExcerpt
from codeshed.model.answers.node_references import (
    FileRef,
    NodeRef,
    ReferenceEnvelope,
    candidate_key,
    node_key,
)
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.count_phrases import count_of
from codeshed.model.document_problem import DocumentProblem, broken_rule
from codeshed.model.symbol_ids import content_hash


def context_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    """Check an answer with code excerpts; other answers pass."""
    primary = getattr(answer, "primary", None)
    if not isinstance(primary, PrimaryExcerpt):
        return
    more = [each for each in getattr(answer, "more", ()) if isinstance(each, PrimaryExcerpt)]
    yield from _excerpt_problems(primary, f"{where}.primary")
    for index, each in enumerate(more):
        yield from _excerpt_problems(each, f"{where}.more[{index}]")
    yield from _seed_problems(getattr(answer, "seed", None), [primary, *more], where)
    yield from _budget_problems(answer, [primary, *more], where)
    yield from _piece_problems(answer, [primary, *more], where)


def compact_context_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    """Check a compact context, which states its tokens and their limit itself; other answers pass."""
    tokens, max_tokens = getattr(answer, "tokens", None), getattr(answer, "max_tokens", None)
    if isinstance(tokens, int) and isinstance(max_tokens, int) and tokens > max_tokens:
        yield broken_rule(
            f"{where}.tokens",
            "over_budget",
            f"{tokens} are used of {max_tokens}",
            "leave out what does not fit, and say so in `notes`",
        )


def _excerpt_problems(excerpt: PrimaryExcerpt, where: str) -> Iterator[DocumentProblem]:
    digest = f"sha256:{content_hash(excerpt.excerpt.encode(errors='surrogatepass'))}"
    if excerpt.excerpt_hash is not None and excerpt.excerpt_hash != digest:
        yield broken_rule(
            f"{where}.excerptHash", "wrong_hash", "it is not that of the excerpt", f"write {digest}"
        )
    if excerpt.range is None:
        return
    n_lines = excerpt.range.end_line - excerpt.range.start_line + 1
    n_written = excerpt.excerpt.count("\n") + 1
    if excerpt.range.start_line < 1 or n_lines != n_written:
        yield broken_rule(
            f"{where}.range",
            "wrong_range",
            f"the range has {count_of(n_lines, 'line')}, the excerpt {n_written}",
            "give the lines that the excerpt shows, from 1 on",
        )


def _seed_problems(seed: object, excerpts: list[PrimaryExcerpt], where: str) -> Iterator[DocumentProblem]:
    keys = [None if each.ref is None else node_key(each.ref) for each in excerpts]
    if len(set(keys)) < len(keys):
        yield broken_rule(f"{where}.more", "out_of_order", "a seed is there twice", "give each seed once")
    unnamed = [index for index, key in enumerate(keys) if key is None]
    if unnamed and (len(excerpts) > 1 or excerpts[0].excerpt or not isinstance(seed, ReferenceEnvelope)):
        yield broken_rule(
            f"{where}.primary.ref" if unnamed[0] == 0 else f"{where}.more[{unnamed[0] - 1}].ref",
            "no_identity",
            "a text has no identity",
            "only a seed that is not resolved has none, and no text",
        )
    resolved = seed.resolved if isinstance(seed, ReferenceEnvelope) else None
    if resolved is not None and candidate_key(resolved) != keys[0]:
        yield broken_rule(
            f"{where}.primary.ref",
            "no_seed",
            f"the seed is {candidate_key(resolved)!r}, the text that of {keys[0]!r}",
            "give the text of the seed",
        )


def _budget_problems(answer: object, excerpts: list[PrimaryExcerpt], where: str) -> Iterator[DocumentProblem]:
    stats = getattr(answer, "stats", None)
    max_bytes, max_tokens = getattr(stats, "max_bytes", None), getattr(stats, "max_tokens", None)
    n_bytes, n_tokens = getattr(stats, "bytes_used", 0), getattr(stats, "tokens_estimated", None)
    n_excerpts = sum(len(each.excerpt.encode(errors="surrogatepass")) for each in excerpts)
    for name, used, limit in (
        ("stats.bytesUsed", n_bytes, max_bytes),
        ("stats.tokensEstimated", n_tokens, max_tokens),
        ("primary.excerpt", n_excerpts, max_bytes),
    ):
        if limit is not None and used is not None and used > limit:
            yield broken_rule(
                f"{where}.{name}",
                "over_budget",
                f"{used} are used of {limit}",
                "leave out what does not fit, with a truncation record",
            )
    records = [each for each in getattr(answer, "truncation", ()) if isinstance(each, TruncationRecord)]
    for index, record in enumerate(records):
        limit = {"maxBytes": max_bytes, "maxTokens": max_tokens}.get(record.cap)
        if limit is not None and record.limit != limit:
            yield broken_rule(
                f"{where}.truncation[{index}].limit",
                "wrong_limit",
                f"the limit is {record.limit}, but {record.cap} is {limit}",
                "write the budget in `stats` that the answer was made with",
            )


def _piece_problems(answer: object, excerpts: list[PrimaryExcerpt], where: str) -> Iterator[DocumentProblem]:
    pieces = [each for each in getattr(answer, "pieces", ()) if isinstance(each, PieceV1)]
    seen = {node_key(each.ref) for each in excerpts if each.excerpt and each.ref is not None}
    for index, piece in enumerate(pieces):
        key = _piece_key(piece.ref, piece.range.start_line)
        if key in seen:
            yield broken_rule(
                f"{where}.pieces[{index}]", "shown_twice", f"{key!r} is shown before", "give each piece once"
            )
        seen.add(key)
        if not 1 <= piece.range.start_line <= piece.range.end_line:
            yield broken_rule(
                f"{where}.pieces[{index}].range",
                "wrong_range",
                "the range has no lines",
                "give its first and last line, from 1 on",
            )
    n_stated = getattr(getattr(answer, "stats", None), "pieces_returned", len(pieces))
    if n_stated != len(pieces):
        yield broken_rule(
            f"{where}.stats.piecesReturned",
            "wrong_count",
            f"{n_stated} counted, {len(pieces)} there",
            "count what is listed",
        )
    there: set[tuple[str, str]] = {
        (_piece_key(each.ref, each.range.start_line), each.form) for each in pieces
    }
    yield from _left_out_problems(answer, there, where)


def _piece_key(ref: NodeRef, line: int | None) -> str:
    """Return the key of a piece: its symbol, or for a module-level statement its file and first line."""
    return f"{node_key(ref)}:{line}" if isinstance(ref, FileRef) else node_key(ref)


def _left_out_problems(answer: object, there: set[tuple[str, str]], where: str) -> Iterator[DocumentProblem]:
    left_out = [each for each in getattr(answer, "left_out", ()) if isinstance(each, LeftOutV1)]
    for index, each in enumerate(left_out):
        if (_piece_key(each.ref, each.line), each.form) in there:
            yield broken_rule(
                f"{where}.leftOut[{index}]",
                "shown_twice",
                "it is among the pieces in this form",
                "list what is not there",
            )
    if left_out and not getattr(answer, "truncation", ()):
        yield broken_rule(
            f"{where}.truncation",
            "no_record",
            "something is left out, and no record says why",
            "write a truncation record for the budget",
        )
