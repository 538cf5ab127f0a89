"""Parse files of languages other than Python, as `python_parsing` does for Python.

Turns: contents of files → ParsedCode, in the same order.
"""

from collections.abc import Iterator, Mapping

import msgspec

from codeshed.extract.engine.extract_file import code_facts_of_failed_file, extract_code
from codeshed.extract.languages.grammar_table import grammar_of
from codeshed.model.facts.code_facts import CodeFacts
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import Problem
from codeshed.model.symbol_ids import content_hash
from codeshed.model.text.source_decoding import decode_source
from codeshed.project.parsing.parse_cache import ParseCache
from codeshed.project.parsing.python_parsing import iter_encoded_facts, not_parsed_problem

BINARY_FILE = "not_text"
_decode = msgspec.msgpack.Decoder(CodeFacts).decode


class TimedGenericFile(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed file, and how long parsing took; 0 if it came from the cache."""

    file: ParsedCode
    milliseconds: int


def parse_generic_contents(
    content_by_path: Mapping[str, bytes], cache: ParseCache, *, n_processes: int = 0
) -> Iterator[TimedGenericFile]:
    """Parse files of other languages, as `parse_contents` does for Python."""
    for path, content, encoded, answer in iter_encoded_facts(content_by_path, cache, n_processes, _cache_key):
        source = decode_source(path, content)
        if answer is not None and answer.reason:
            facts = code_facts_of_failed_file(
                source, grammar_of(path, content), not_parsed_problem(answer.reason)
            )
        else:
            facts = parse_generic_file(path, content) if encoded is None else _decode(encoded)
        yield TimedGenericFile(
            file=ParsedCode(
                path=path, content=source.content, content_hash=content_hash(content), facts=facts
            ),
            milliseconds=0 if answer is None else answer.milliseconds,
        )


def parse_generic_file(path: str, content: bytes) -> CodeFacts:
    """Parse one file; a binary file has no code and one problem."""
    source = decode_source(path, content)
    if b"\0" in source.content:
        problem = Problem(code=BINARY_FILE, message="this file is no text")
        return code_facts_of_failed_file(source, grammar_of(path, content), problem)
    return extract_code(source, grammar_of(path, content))


def _cache_key(path: str, content: bytes) -> str:
    """Return the cache key of a file: its queries and its hash, since one text may be parsed by several grammars."""
    grammar = grammar_of(path, content)
    return f"{'+'.join((grammar.query_file, *grammar.shared_query_files))}:{content_hash(content)}"
