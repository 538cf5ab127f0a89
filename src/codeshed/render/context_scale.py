"""How large a context is in the format in which it is written: the budget is about that and nothing else.

Turns: a pack or a part of it → bytes and tokens.
"""

import enum
from collections.abc import Callable
from xml.sax.saxutils import escape

import msgspec

from codeshed.build.size import SizeFunction
from codeshed.context.budget import Weight
from codeshed.model.context import LineRange, PieceV1, TypesSlice
from codeshed.model.references import SymbolRef
from codeshed.query.context_document import CompositeContextPackV1
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.render.context_text import (
    context_json,
    context_markdown,
    context_xml,
    graph_lines,
    source_text,
    type_lines,
)


class ContextFormat(enum.StrEnum):
    """The forms that models are given."""

    MD = "md"
    XML = "xml"
    JSON = "json"


WRITERS: dict[ContextFormat, Callable[[CompositeContextPackV1], str]] = {
    ContextFormat.MD: context_markdown,
    ContextFormat.XML: context_xml,
    ContextFormat.JSON: context_json,
}
_HEADING = 3


class FormatScale:
    """Weighs what one format writes."""

    def __init__(self, output: ContextFormat, size: SizeFunction, *, explain: bool = False) -> None:
        self._output = output
        self._size = size
        self._explain = explain
        self.name = size.name
        self._measured: dict[str, int] = {}

    def tokens(self, text: str) -> int:
        """Return the tokens of a text."""
        known = self._measured.get(text)
        if known is None:
            known = self._measured[text] = self._size.measure(text)
        return known

    def excerpt(self, text: str) -> int:
        """Return the tokens of a source text as it stands in the format."""
        match self._output:
            case ContextFormat.JSON:
                return self._size.measure(msgspec.json.encode(text).decode())
            case ContextFormat.XML:
                return self._size.measure(escape(source_text(text)))
            case ContextFormat.MD:
                return self._size.measure(source_text(text))

    def piece(self, text: str, path: str, symbol: str) -> int:
        """Return the tokens of a piece."""
        reason = 24 if self._explain else 0
        match self._output:
            case ContextFormat.JSON:
                piece = PieceV1(
                    ref=SymbolRef(symbol_id=symbol),
                    file=path,
                    range=LineRange(start_line=1000, end_line=1000),
                    form="signature",
                    role="override",
                    text=text,
                    tokens=100,
                )
                return self.tokens(msgspec.json.encode(piece).decode()) + 1 + reason
            case ContextFormat.XML:
                return self.tokens(f"    {escape(text)}\n") + reason
            case ContextFormat.MD:
                return self.tokens(f"    {text}\n") + reason

    def heading(self, path: str) -> int:
        """Return the tokens of the heading of a file."""
        match self._output:
            case ContextFormat.JSON:
                return 0
            case ContextFormat.XML:
                return self.tokens(f'<file path="{path}">\n</file>\n')
            case ContextFormat.MD:
                return self.tokens(f"# {path}\n")

    def weigh(self, pack: CompositeContextPackV1) -> Weight:
        """Return how large all that is written is."""
        text = WRITERS[self._output](pack)
        return Weight(n_bytes=len(text.encode(errors="backslashreplace")), n_tokens=self._size.measure(text))

    def weigh_graph(self, graph: GraphContextPackV1) -> int:
        """Return the tokens of a graph slice."""
        return self._part(graph, lambda: "\n".join(graph_lines(graph)))

    def weigh_types(self, types: TypesSlice) -> int:
        """Return the tokens of type facts."""
        return self._part(types, lambda: "\n".join(type_lines(types)))

    def _part(self, part: msgspec.Struct, written: Callable[[], str]) -> int:
        if self._output is ContextFormat.JSON:
            return self._size.measure(msgspec.json.encode(part).decode()) + _HEADING
        return self._size.measure(escape(written())) + 2 * _HEADING
