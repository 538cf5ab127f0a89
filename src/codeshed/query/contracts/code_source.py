"""A file of any language but Python, as the contracts of its definitions and its calls are read from it.

Turns: ParsedCode + its Document → calls and definitions by place and symbol, and the texts of expressions.
"""

from collections.abc import Mapping
from functools import cached_property

from codeshed.model.facts.code_facts import CodeDefinition, CodeReference
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import Document, ReferenceRole
from codeshed.model.span import Span

_MAX_TEXT = 80
_CUT = "…"

Place = tuple[int, int]
"""Where an expression begins and ends, in bytes."""


class CodeSource:
    """One file. What it knows is found when it is first asked for."""

    def __init__(self, file: ParsedCode, document: Document) -> None:
        self.facts = file.facts
        self.content = file.content
        self.document = document

    def place(self, span: Span) -> Place:
        """Return a span as offsets."""
        starts = self.facts.line_starts
        if max(span.start_line, span.end_line) > len(starts):
            return -1, -1
        return starts[span.start_line - 1] + span.start_column, starts[span.end_line - 1] + span.end_column

    def text(self, begin: int, end: int, limit: int = _MAX_TEXT) -> str:
        """Return the source between two offsets in one line, cut short."""
        line = " ".join(self.content[begin:end].decode("utf-8", "replace").split())
        return line if len(line) <= limit else line[: limit - 1] + _CUT

    @cached_property
    def calls(self) -> Mapping[Place, CodeReference]:
        """The calls by place."""
        return {
            (each.begin, each.end): each
            for each in self.facts.references
            if each.role is ReferenceRole.CALL and each.argument_count is not None
        }

    @cached_property
    def definitions(self) -> Mapping[str, CodeDefinition]:
        """The definition of each symbol."""
        by_place = {(each.begin, each.end, each.name): each for each in self.facts.definitions}
        return {
            each.symbol_id: found
            for each in self.document.definitions
            if (found := by_place.get((*self.place(each.span), each.name))) is not None
        }
