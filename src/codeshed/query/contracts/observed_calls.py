"""The calls of a document, one for each place, with all that may be called there.

Turns: a Document → WrittenCalls. Several references at one place are one call.
"""

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from codeshed.model.semantic import Document, Reference, ReferenceRole
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX


class WrittenCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call with its place. `references` say what it may run, the surest first; they differ in their targets alone."""

    path: str
    caller: str
    ordinal: int
    span: Span
    references: tuple[Reference, ...]

    @property
    def text(self) -> str | None:
        """The beginning of the call as written."""
        return self.references[0].text

    @property
    def targets(self) -> tuple[Reference, ...]:
        """The references whose target is known."""
        return tuple(each for each in self.references if each.target_symbol is not None)

    @property
    def leaves_repository(self) -> bool:
        """Whether it may run code of another package."""
        return any((each.target_symbol or "").startswith(EXTERNAL_PREFIX) for each in self.references)

    @property
    def candidates(self) -> dict[str, float | None]:
        """What it may run besides, with the confidence."""
        return {
            candidate.symbol: candidate.confidence
            for each in self.references
            for candidate in each.candidates
        }


def iter_written_calls(document: Document) -> Iterator[WrittenCall]:
    """Yield the calls that are written with arguments, in source order, numbered as call site ids are.

    References of one caller that follow one another at one place are one call.
    """
    n_calls: defaultdict[str, int] = defaultdict(int)
    last: dict[str, Span | None] = {}
    groups: dict[tuple[str, Span], list[Reference]] = {}
    ordinals: dict[tuple[str, Span], int] = {}
    for each in document.references:
        if each.role is not ReferenceRole.CALL:
            continue
        caller = each.enclosing_symbol
        if caller not in last or last[caller] != each.span:
            n_calls[caller] += 1
            last[caller] = each.span
        if each.span is None or each.argument_count is None:
            continue
        key = caller, each.span
        groups.setdefault(key, []).append(each)
        ordinals.setdefault(key, n_calls[caller])
    for (caller, span), references in sorted(
        groups.items(), key=lambda each: (each[0][1].sort_key(), each[0][0])
    ):
        yield WrittenCall(
            path=document.path,
            caller=caller,
            ordinal=ordinals[caller, span],
            span=span,
            references=tuple(
                sorted(references, key=lambda each: (-(each.confidence or 0), each.target_symbol or ""))
            ),
        )
