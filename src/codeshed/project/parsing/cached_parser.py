"""Parsing files of any language, with facts taken from a cache: the `SourceParser` of `diff`.

Parsers are loaded when the first file needs them: an answer that parses nothing does not pay for them.
"""

from collections.abc import Iterator, Mapping, Sequence

from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.languages.language import is_python
from codeshed.model.languages.token_kinds import CodeToken
from codeshed.project.parsing.parse_cache import ParseCache


class CachedParser:
    """Parses what its cache does not know, and adds it to the cache."""

    def __init__(self, cache: ParseCache) -> None:
        self._cache = cache

    def parse(self, content_by_path: Mapping[str, bytes]) -> Iterator[ParsedFile | ParsedCode]:
        """Yield the parsed files, those of Python first."""
        python = {path: content for path, content in content_by_path.items() if is_python(path)}
        others = {path: content for path, content in content_by_path.items() if not is_python(path)}
        if python:
            from codeshed.project.parsing.python_parsing import parse_contents

            yield from (each.file for each in parse_contents(python, self._cache))
        if others:
            from codeshed.project.parsing.generic_parsing import parse_generic_contents

            yield from (each.file for each in parse_generic_contents(others, self._cache))

    @staticmethod
    def tokens(
        path: str, content: bytes, spans: Sequence[tuple[int, int]] | None = None
    ) -> tuple[CodeToken, ...] | None:
        """Return the tokens of a file, or those in some spans; None if it is too long or has syntax errors."""
        from codeshed.extract.code_tokens import code_tokens

        return code_tokens(path, content, spans)
