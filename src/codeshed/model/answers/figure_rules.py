"""Validates the counts in a bounded answer: they match its arrays, the work is within its budget, the size is right.

Turns: an answer → DocumentProblems; the bytes of a document → DocumentProblems about the size that it states.
`docs/reference/analysis-schemas.md` lists the rules.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from codeshed.model.answers.answer_basis import CAPS, ContextBasis
from codeshed.model.answers.contracts_answer import ApiContractsReportV1
from codeshed.model.answers.truncation import TruncationRecord, n_cuts
from codeshed.model.count_phrases import count_of
from codeshed.model.document_problem import DocumentProblem, broken_rule

Measure = Callable[[str], int]
"""Returns the size of a text."""

_PLACES_OF_WORK = (("stats", "counts"), ("stats",), ("counts",))
_WORK = "work_units_used"
_WITH_PLACES = ("edges", "reverse", "neighbours")


def figure_problems(answer: object, basis: ContextBasis, where: str) -> Iterator[DocumentProblem]:
    """Check the counts of an answer, and its truncation records."""
    yield from _count_problems(answer, where)
    yield from _work_problems(answer, basis, where)
    yield from _place_problems(answer, where)
    n_known = n_cuts(_all_records(answer))
    n_stated = sum(each.count for each in basis.causes if each.code == CAPS)
    if n_stated and not n_known:
        yield broken_rule(
            f"{where}.truncation",
            "no_record",
            f"the basis says that {count_of(n_stated, 'cap')} cut the answer, and no record does",
            "write a truncation record for each cap that took effect, or no such cause",
        )
    elif n_stated != n_known and basis.kind == "lower-bound":
        yield broken_rule(
            f"{where}.basis.causes",
            "wrong_count",
            f"{count_of(n_stated, 'cap')} counted, {count_of(n_known, 'record')} there",
            "count the records of what was cut, but for that of warnings, and for a depth behind which nothing lies",
        )


def _all_records(answer: object) -> Iterator[TruncationRecord]:
    """Yield the truncation records of an answer, of a report on contracts also those of its symbols."""
    holders = (answer, *(answer.symbols if isinstance(answer, ApiContractsReportV1) else ()))
    for holder in holders:
        yield from (each for each in getattr(holder, "truncation", ()) if isinstance(each, TruncationRecord))


def _count_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    impacted = getattr(answer, "impacted", None)
    n_stated = getattr(getattr(answer, "stats", None), "impacted_returned", None)
    if isinstance(impacted, tuple) and n_stated is not None and n_stated != len(impacted):
        yield broken_rule(
            f"{where}.stats.impactedReturned",
            "wrong_count",
            f"{n_stated} counted, {len(impacted)} there",
            "count what is listed",
        )


def _place_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    """Check that sites which edges count and do not list are in a truncation record."""
    n_missing = 0
    for name in _WITH_PLACES:
        for each in getattr(answer, name, None) or ():
            holder = getattr(each, "evidence", None) or each
            n_missing += max(0, getattr(holder, "n_sites", 0) - len(getattr(holder, "sites", ())))
    records = [each for each in getattr(answer, "truncation", ()) if isinstance(each, TruncationRecord)]
    n_stated = sum(each.omitted or 0 for each in records if each.cap == "maxCallSites")
    if n_missing > n_stated:
        yield broken_rule(
            f"{where}.truncation",
            "no_record",
            f"{count_of(n_missing, 'place')} of edges are counted and not named, the records of maxCallSites tell {n_stated}",
            "count in a record of maxCallSites all places that `nSites` counts and `sites` does not name",
        )


def _work_problems(answer: object, basis: ContextBasis, where: str) -> Iterator[DocumentProblem]:
    limit = basis.caps_used.max_work_units
    attempts = getattr(answer, "attempts", ())
    stated = [(f"{where}.attempts", sum(getattr(each, _WORK, 0) for each in attempts))]
    for names in _PLACES_OF_WORK:
        holder: object = answer
        for name in names:
            holder = getattr(holder, name, None)
        stated.append((".".join((where, *names, "workUnitsUsed")), getattr(holder, _WORK, 0)))
    for place, n_units in stated:
        if n_units > limit:
            yield broken_rule(
                place,
                "over_cap",
                f"{n_units} units of work were done, maxWorkUnits is {limit}",
                "write the caps in `basis` that the answer was made with",
            )


def size_problems(
    content: bytes, answer: msgspec.Struct, measures: Mapping[str, Callable[[], Measure]]
) -> Iterator[DocumentProblem]:
    """Check the size that a document states: it may count the document on one line, or as it is formatted.

    `measures` are token counters by name; a size in another unit is not checked.
    """
    stats = getattr(answer, "stats", None)
    n_bytes, n_tokens = getattr(stats, "bytes_used", None), getattr(stats, "tokens_estimated", None)
    if n_bytes is None:
        return
    line = msgspec.json.encode(answer) + b"\n"
    if n_bytes not in {len(line), len(content)}:
        yield broken_rule(
            "$.stats.bytesUsed",
            "wrong_size",
            f"it says {n_bytes}, on one line the document has {len(line)} bytes",
            "count the bytes of all that is written, the figures among them",
        )
    measure = measures.get(getattr(stats, "tokens_by", ""))
    if measure is None or n_tokens is None:
        return
    n_measured = measure()(line.decode())
    if n_tokens != n_measured and n_tokens != measure()(content.decode()):
        yield broken_rule(
            "$.stats.tokensEstimated",
            "wrong_size",
            f"it says {n_tokens}, on one line the document has {count_of(n_measured, 'token')}",
            "count the tokens of all that is written, the figures among them",
        )
