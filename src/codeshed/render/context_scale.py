"""The size of a composite context in its output format: the budget limits what is printed and nothing else.

Turns: a pack or a part of it → bytes and tokens.
"""

import enum
from collections.abc import Callable

import msgspec

from codeshed.build.size import SizeFunction
from codeshed.context.context_budget import OutputSize
from codeshed.context.piece_marks import PieceMark
from codeshed.model.answers.answer_graph import VERSION, GraphEdgeV1, GraphNodeV1
from codeshed.model.answers.context_answer import (
    GraphSliceV1,
    LineRange,
    PieceV1,
    RiskFlowSummaryV1,
    TypeFactV1,
    TypesSlice,
)
from codeshed.model.answers.node_references import SeedRef, SymbolRef
from codeshed.query.context.context_contract import CodeText, CompositeContextPackV1
from codeshed.render.context_text import (
    context_compact_json,
    context_json,
    context_markdown,
    context_xml,
    edge_line,
    fact_line,
    flow_line,
    piece_comment_lines,
    source_text,
)
from codeshed.render.xml_text import escape_xml


class ContextFormat(enum.StrEnum):
    """The output formats of a context."""

    MD = "md"
    XML = "xml"
    JSON = "json"
    """The full form, with a record for each piece."""
    COMPACT = "compact"
    """JSON too, with the text of the pieces file by file."""


WRITERS: dict[ContextFormat, Callable[[CompositeContextPackV1], str]] = {
    ContextFormat.MD: context_markdown,
    ContextFormat.XML: context_xml,
    ContextFormat.JSON: context_json,
    ContextFormat.COMPACT: context_compact_json,
}
_JSON_FRAME = 80
_HEADING = "\n## Graph\n"
_REASON = "  # 100 %: a member of a class of an imported module, other methods of the class use it"


def _in_json(text: str) -> str:
    return msgspec.json.encode(text).decode()[1:-1]


class FormatScale:
    """Measures what one output format writes; parts in tokens, unless bytes are the scarcer limit."""

    def __init__(
        self,
        output: ContextFormat,
        size: SizeFunction,
        *,
        explain: bool = False,
        by_tokens: bool = True,
    ) -> None:
        self._output = output
        self._size = size
        self._explain = explain
        self._by_tokens = by_tokens
        self.name = size.name
        self._measured: dict[str, int] = {}

    @property
    def shorter_format(self) -> str | None:
        """The format in which packs are shortest, if it is another one."""
        return None if self._output is ContextFormat.MD else ContextFormat.MD.value

    def with_unit(self, *, by_tokens: bool) -> "FormatScale":
        """Return a scale that measures parts in tokens, or in bytes."""
        if by_tokens == self._by_tokens:
            return self
        return FormatScale(self._output, self._size, explain=self._explain, by_tokens=by_tokens)

    def tokens(self, text: str) -> int:
        """Return the number of tokens of a text."""
        known = self._measured.get(text)
        if known is None:
            known = self._measured[text] = self._size.measure(text)
        return known

    @property
    def slice_factor(self) -> float:
        """How many times longer slices are in this format than as plain lines."""
        return 2.0 if self._output is ContextFormat.JSON else 1.0

    @property
    def piece_frame(self) -> int:
        """Roughly how many tokens surround the text of any piece: good enough for ranking."""
        return _JSON_FRAME if self._output is ContextFormat.JSON else 0

    def excerpt(self, text: str) -> int:
        """Return the size of a source text in the format."""
        match self._output:
            case ContextFormat.JSON:
                return self._size_of(msgspec.json.encode(text).decode())
            case ContextFormat.COMPACT:
                return self._size_of(_in_json(text))
            case ContextFormat.XML:
                return self._size_of(escape_xml(source_text(text)))
            case ContextFormat.MD:
                return self._size_of(source_text(text))

    def piece(self, text: str, path: str, symbol: str, mark: PieceMark) -> int:
        """Return the size of a piece, with the comments around it."""
        reason = self._size_of(_REASON) if self._explain else 0
        piece = PieceV1(
            ref=SymbolRef(symbol_id=symbol),
            file=path,
            range=LineRange(start_line=1000, end_line=1000),
            form="signature",
            role="override",
            text=text,
            tokens=100,
            inside=mark.inside,
            use=mark.use,
        )
        if self._output is ContextFormat.JSON:
            return self._size_of(f"{msgspec.json.encode(piece).decode()},") + reason
        marked = "".join(f"{line}\n" for line in piece_comment_lines(piece, is_nested=False))
        indented = "    " + f"{marked}{text}".replace("\n", "\n    ")
        return self._size_of(self._escaped_for_format(f"{indented}\n")) + reason

    def heading(self, path: str) -> int:
        """Return the size of the heading of a file."""
        match self._output:
            case ContextFormat.JSON:
                return 0
            case ContextFormat.COMPACT:
                return self._size_of(msgspec.json.encode(CodeText(file=path, text="")).decode())
            case ContextFormat.XML:
                return self._size_of(f'<file path="{path}">\n</file>\n')
            case ContextFormat.MD:
                return self._size_of(f"# {path}\n")

    def fact(self, fact: TypeFactV1) -> int:
        """Return the size of a type fact."""
        return self._item_size(fact, lambda: fact_line(fact))

    def edge(self, edge: GraphEdgeV1, starts: frozenset[str]) -> int:
        """Return the size of an edge, which may begin or end at a seed."""
        return self._item_size(edge, lambda: edge_line(edge, starts))

    def node(self, node: GraphNodeV1) -> int:
        """Return the size of a node; only JSON writes nodes."""
        return self._item_size(node, lambda: "") if self._output is ContextFormat.JSON else 0

    def flow(self, flow: RiskFlowSummaryV1) -> int:
        """Return the size of a risk flow."""
        return self._item_size(flow, lambda: flow_line(flow))

    def slice_frame(self, seed: SeedRef | None = None) -> int:
        """Return the size of what surrounds a slice; a graph slice names its seed."""
        if self._output is not ContextFormat.JSON:
            return 2 * self._size_of(_HEADING)
        frame: msgspec.Struct = TypesSlice(facts=())
        if seed is not None:
            frame = GraphSliceV1(version=VERSION, seed=seed, nodes=(), edges=())
        return self._size_of(f'"graph":{msgspec.json.encode(frame).decode()},')

    def weigh(self, pack: CompositeContextPackV1) -> OutputSize:
        """Return the size of everything that is written."""
        text = WRITERS[self._output](pack)
        return OutputSize(
            n_bytes=len(text.encode(errors="backslashreplace")), n_tokens=self._size.measure(text)
        )

    def _item_size(self, item: msgspec.Struct, line: Callable[[], str]) -> int:
        if self._output is ContextFormat.JSON:
            return self._size_of(f"{msgspec.json.encode(item).decode()},")
        return self._size_of(self._escaped_for_format(f"{line()}\n"))

    def _escaped_for_format(self, text: str) -> str:
        if self._output is ContextFormat.COMPACT:
            return _in_json(text)
        return escape_xml(text) if self._output is ContextFormat.XML else text

    def _size_of(self, text: str) -> int:
        return self.tokens(text) if self._by_tokens else len(text.encode(errors="backslashreplace"))
