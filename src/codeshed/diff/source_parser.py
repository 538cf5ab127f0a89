"""What comparing revisions needs of a parser: facts and tokens of files whose bytes are given."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.languages.token_kinds import CodeToken


class SourceParser(Protocol):
    """The parsers of all languages; an implementation may take facts from a cache."""

    def parse(self, content_by_path: Mapping[str, bytes]) -> Iterator[ParsedFile | ParsedCode]:
        """Yield the parsed files, those of Python first."""

    def tokens(
        self, path: str, content: bytes, spans: Sequence[tuple[int, int]] | None = None
    ) -> tuple[CodeToken, ...] | None:
        """Return the tokens of a file, None if it is too long or has syntax errors.

        With spans, in order and apart from each other, those in them; what lies between may be cut otherwise.
        """
