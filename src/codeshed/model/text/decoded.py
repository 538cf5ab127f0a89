"""DecodedSource: a file as everyone sees it, extractor, type engine and builder."""

import msgspec

from codeshed.model.semantic import Problem


class DecodedSource(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a file in UTF-8, how it was encoded, whether a program wrote it, and what could not be read of it.

    Spans count lines and bytes of `content`. Where the file is UTF-8 these are the file's own, byte for byte; where it
    has another encoding the lines are the file's and the columns count the bytes of the same text in UTF-8.
    """

    content: bytes
    encoding: str = "utf-8"
    is_generated: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The content as text; bytes that are no UTF-8 are kept as surrogate escapes."""
        return self.content.decode("utf-8", "surrogateescape")
