"""Pieces of one file below each other."""

from codeshed.model.answers.context_answer import LineRange, PieceV1
from codeshed.model.answers.node_references import SymbolRef
from codeshed.render.context_text import _outline


def piece(symbol: str, text: str) -> PieceV1:
    return PieceV1(
        ref=SymbolRef(symbol_id=symbol),
        file="a.py",
        range=LineRange(start_line=1, end_line=1),
        form="signature",
        role="use",
        text=text,
        tokens=1,
    )


def test_the_accessors_of_a_property_lie_side_by_side() -> None:
    lines = _outline(
        [
            piece("a.py::Text", "class Text:"),
            piece("a.py::Text.plain", "def plain(self): return 1"),
            piece("a.py::Text.plain.setter", "def plain(self, new): self.new = new"),
        ]
    )
    assert lines == [
        "class Text:",
        "    def plain(self): return 1",
        "    def plain(self, new): self.new = new",
    ]
