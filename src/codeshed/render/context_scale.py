"""How large a context is in the format in which it is written: the budget is about that and nothing else.

Turns: a pack or a part of it → bytes and tokens.
"""

import enum
from collections.abc import Callable

import msgspec

from codeshed.build.size import SizeFunction
from codeshed.context.budget import Weight
from codeshed.context.marks import PieceMark
from codeshed.model.answer_pieces import VERSION, GraphEdgeV1, GraphNodeV1
from codeshed.model.context import GraphSliceV1, LineRange, PieceV1, TypeFactV1, TypesSlice
from codeshed.model.references import SeedRef, SymbolRef
from codeshed.query.context.context_document import CompositeContextPackV1
from codeshed.render.context_text import (
    context_json,
    context_markdown,
    context_xml,
    edge_line,
    fact_line,
    mark_lines,
    source_text,
)
from codeshed.render.xml_text import escaped


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
_JSON_FRAME = 80
_HEADING = "\n## Graph\n"
_REASON = "  # 100 %: a member of a class of an imported module, other methods of the class use it"


class FormatScale:
    """Weighs what one format writes; parts in tokens unless bytes are scarcer."""

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
        """The format in which packs are the shortest, if it is another one."""
        return None if self._output is ContextFormat.MD else ContextFormat.MD.value

    def counting(self, *, by_tokens: bool) -> "FormatScale":
        """Return a scale that weighs parts in tokens, or in bytes."""
        if by_tokens == self._by_tokens:
            return self
        return FormatScale(self._output, self._size, explain=self._explain, by_tokens=by_tokens)

    def tokens(self, text: str) -> int:
        """Return the tokens of a text."""
        known = self._measured.get(text)
        if known is None:
            known = self._measured[text] = self._size.measure(text)
        return known

    @property
    def slice_factor(self) -> float:
        """By how much slices are longer in this format than in plain lines."""
        return 2.0 if self._output is ContextFormat.JSON else 1.0

    @property
    def piece_frame(self) -> int:
        """About how many tokens stand around the text of a piece, whatever it is: good enough for an order."""
        return _JSON_FRAME if self._output is ContextFormat.JSON else 0

    def excerpt(self, text: str) -> int:
        """Return what a source text takes as it stands in the format."""
        match self._output:
            case ContextFormat.JSON:
                return self._units(msgspec.json.encode(text).decode())
            case ContextFormat.XML:
                return self._units(escaped(source_text(text)))
            case ContextFormat.MD:
                return self._units(source_text(text))

    def piece(self, text: str, path: str, symbol: str, mark: PieceMark) -> int:
        """Return what a piece takes, and what stands beside it."""
        reason = self._units(_REASON) if self._explain else 0
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
            return self._units(f"{msgspec.json.encode(piece).decode()},") + reason
        marked = "".join(f"{line}\n" for line in mark_lines(piece, is_nested=False))
        indented = "    " + f"{marked}{text}".replace("\n", "\n    ")
        return self._units(self._written(f"{indented}\n")) + reason

    def heading(self, path: str) -> int:
        """Return what the heading of a file takes."""
        match self._output:
            case ContextFormat.JSON:
                return 0
            case ContextFormat.XML:
                return self._units(f'<file path="{path}">\n</file>\n')
            case ContextFormat.MD:
                return self._units(f"# {path}\n")

    def fact(self, fact: TypeFactV1) -> int:
        """Return what a type fact takes."""
        return self._item(fact, lambda: fact_line(fact))

    def edge(self, edge: GraphEdgeV1, starts: frozenset[str]) -> int:
        """Return what an edge takes, which may begin or end at one of the seeds."""
        return self._item(edge, lambda: edge_line(edge, starts))

    def node(self, node: GraphNodeV1) -> int:
        """Return what a node takes, which is only written where a program reads it."""
        return self._item(node, lambda: "") if self._output is ContextFormat.JSON else 0

    def slice_frame(self, seed: SeedRef | None = None) -> int:
        """Return what stands around a slice; that of a graph names its seed."""
        if self._output is not ContextFormat.JSON:
            return 2 * self._units(_HEADING)
        frame: msgspec.Struct = TypesSlice(facts=())
        if seed is not None:
            frame = GraphSliceV1(version=VERSION, seed=seed, nodes=(), edges=())
        return self._units(f'"graph":{msgspec.json.encode(frame).decode()},')

    def weigh(self, pack: CompositeContextPackV1) -> Weight:
        """Return how large all that is written is."""
        text = WRITERS[self._output](pack)
        return Weight(n_bytes=len(text.encode(errors="backslashreplace")), n_tokens=self._size.measure(text))

    def _item(self, item: msgspec.Struct, line: Callable[[], str]) -> int:
        if self._output is ContextFormat.JSON:
            return self._units(f"{msgspec.json.encode(item).decode()},")
        return self._units(self._written(f"{line()}\n"))

    def _written(self, text: str) -> str:
        return escaped(text) if self._output is ContextFormat.XML else text

    def _units(self, text: str) -> int:
        return self.tokens(text) if self._by_tokens else len(text.encode(errors="backslashreplace"))
