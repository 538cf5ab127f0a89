"""DecodedSource: the text of a file, the same for extractor, type engine and builder."""

import msgspec

from codeshed.model.semantic import Problem


class DecodedSource(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a file in UTF-8, its original encoding, whether it is generated, and decoding problems.

    Spans count lines and bytes of `content`. For a UTF-8 file these are the file's own bytes; for another encoding the
    lines are the same and columns count the bytes of the text in UTF-8.
    """

    content: bytes
    encoding: str = "utf-8"
    is_generated: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The content as text; invalid UTF-8 is kept as surrogate escapes."""
        return self.content.decode("utf-8", "surrogateescape")
