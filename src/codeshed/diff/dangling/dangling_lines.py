"""Search one file for lines that still name removed symbols.

Turns: the text of a file + symbol ids → dangling references, each with a confidence. The imports of the file decide under
which names a symbol may occur there, and how certain a match is.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import PurePosixPath

import msgspec

from codeshed.diff.dangling.code_lines import blank_multiline_strings, blank_plain_strings, iter_code_lines
from codeshed.diff.dangling.import_lines import (
    are_names_imported,
    has_wildcard_import,
    imported_names,
    module_names,
)
from codeshed.diff.dangling.local_names import ScopeParameters, ScopeVariables
from codeshed.diff.source_parser import SourceParser
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.dangling_references import IMPORTED, NEAR, DanglingReference
from codeshed.model.languages.common_method_names import COMMON_METHOD_NAMES
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR, last_name, qualified_name

MAX_LINES = 200
"""Lines that are reported for one symbol."""

_MIN_LETTERS = 3
_UNQUALIFIED_OR_MEMBER = rb"()(?:(?<![\w.])|(?<=\.))"
_UNQUALIFIED = rb"()(?:(?<![\w.])|(?<=\.\.\.))"
# Repetitions are bounded: a line may be a million blanks.
_AFTER_RECEIVER = rb"(\w{0,80})\s{0,20}(?:\.|->|::)\s{0,20}"
_AFTER_DOT = rb"(\w{1,80})\s{0,20}\.\s{0,20}"
_MEMBER_OPERATORS = (b".", b"->", b"::")
_SPREAD = b"..."
_FOLDER_MODULES = frozenset({"__init__", "index", "mod", "lib"})


class _SearchedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file: its bytes, without multi-line strings (`text`), and without any plain strings (`code`)."""

    file: str
    content: bytes
    text: bytes
    code: bytes


class _NamePattern(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern for one way to write a symbol, and the least confidence of a match; group 1 is the receiver."""

    pattern: re.Pattern[bytes]
    confidence: float = 0.0


def is_member(symbol: str) -> bool:
    """Whether a symbol is nested in another, as a method is."""
    return "." in qualified_name(symbol)


def is_distinctive(symbol: str) -> bool:
    """Whether a name is specific enough to be searched for without an import."""
    name = last_name(symbol)
    return len(name) >= _MIN_LETTERS and name not in COMMON_METHOD_NAMES and not name.startswith("__")


def is_file_gone(graph: CodeGraph, symbol: str) -> bool:
    """Whether the file of a symbol is gone too, in a language whose imports name no files."""
    path = symbol.partition(SEPARATOR)[0]
    return graph.find_row(path) is None and not are_names_imported(language_of_path(path))


class DanglingLines:
    """Finds lines that name symbols which the graph does not have any more."""

    def __init__(self, graph: CodeGraph, parser: SourceParser) -> None:
        self._graph = graph
        self._parser = parser
        self._parameters = ScopeParameters(graph)
        self._variables = ScopeVariables(parser)

    def find(
        self, file: str, content: bytes, symbols: Sequence[str], min_confidence: Callable[[str], float]
    ) -> list[DanglingReference]:
        """Return the lines of a file that name symbols; `min_confidence` is that of a match which no import confirms."""
        text = blank_multiline_strings(file, content)
        named = [each for each in symbols if last_name(each).encode("utf-8", "surrogateescape") in text]
        if not named:
            return []
        # Module paths decide what is imported, but are no references themselves.
        code = blank_multiline_strings(file, blank_plain_strings(file, content, self._parser))
        searched = _SearchedFile(file=file, content=content, text=text, code=code)
        return [
            reference
            for symbol in named
            for reference in self._find_lines(searched, symbol, min_confidence(symbol))
        ]

    def _find_lines(
        self, searched: _SearchedFile, symbol: str, min_confidence: float
    ) -> list[DanglingReference]:
        file = searched.file
        patterns = _name_patterns(self._graph, file, searched.text, symbol, is_near=min_confidence >= NEAR)
        is_external_member = cache(lambda receiver: _is_external_member(self._graph, receiver, symbol))
        is_without_home = is_file_gone(self._graph, symbol)
        found: list[DanglingReference] = []
        for line, text in iter_code_lines(file, searched.code) if patterns else ():
            seen = [
                sight.confidence
                for sight in patterns
                if any(
                    not is_external_member(each[1]) and not self._is_local(searched, line, each)
                    for each in sight.pattern.finditer(text)
                )
            ]
            if not seen:
                continue
            found.append(
                DanglingReference(
                    symbol=symbol,
                    file=file,
                    line=line,
                    confidence=max(min_confidence, *seen),
                    is_homeless=is_without_home,
                )
            )
            if len(found) == MAX_LINES:
                break
        return found

    def _is_local(self, searched: _SearchedFile, line: int, found: re.Match[bytes]) -> bool:
        """Whether a match is an unqualified name that an enclosing function binds."""
        before = found.string[: found.start()]
        is_unqualified = not found[1] and (not before.endswith(_MEMBER_OPERATORS) or before.endswith(_SPREAD))
        return is_unqualified and (
            self._parameters.is_parameter(searched.file, line, found.string, found[0])
            or self._variables.is_local(searched.file, searched.content, line, found.start(), found[0])
        )


def _name_patterns(
    graph: CodeGraph, file: str, text: bytes, symbol: str, *, is_near: bool
) -> tuple[_NamePattern, ...]:
    """Return the ways in which a file may name a removed symbol; none if it cannot."""
    name = last_name(symbol)
    word = name.encode("utf-8", "surrogateescape")
    number = graph.files.find(file)
    has_own = number is not None and len(graph.name_index.find_in_file(name, number)) > 0
    if is_member(symbol):
        needs_receiver = not is_near or not traits_of(language_of_path(file)).has_implicit_receiver
        before = _AFTER_RECEIVER if needs_receiver else rb"(?:" + _AFTER_RECEIVER + rb"|(?<![\w.]))"
        return (
            ()
            if has_own or not is_distinctive(symbol)
            else (_NamePattern(pattern=_words_after(before, {word})),)
        )
    imported = imported_names(text, word)
    if imported:
        # A class member of the same name does not shadow the import; a top-level symbol of the file does.
        is_shadowed = graph.find_row(f"{file}{SEPARATOR}{name}") is not None
        unqualified = _NamePattern(pattern=_words_after(_UNQUALIFIED, {word, *imported}), confidence=IMPORTED)
        return (*(() if is_shadowed else (unqualified,)), *_qualified_by_module(text, symbol))
    if has_own or not is_distinctive(symbol):
        return ()
    is_home = file == symbol.partition(SEPARATOR)[0]
    if are_names_imported(language_of_path(file)) and not is_home and not has_wildcard_import(text):
        return (_NamePattern(pattern=_words_after(_AFTER_DOT, {word})),)
    return (_NamePattern(pattern=_words_after(_UNQUALIFIED_OR_MEMBER, {word})),)


def _qualified_by_module(text: bytes, symbol: str) -> tuple[_NamePattern, ...]:
    """Return the pattern `module.name`, if the text imports the module of a symbol as well as its name.

    After any other receiver the name is another thing: the text has an unqualified name for the symbol.
    """
    path = PurePosixPath(symbol.partition(SEPARATOR)[0])
    modules = module_names(text, path.parent.name if path.stem in _FOLDER_MODULES else path.stem)
    if not modules:
        return ()
    before = rb"(?<!\w)(" + b"|".join(map(re.escape, sorted(modules))) + rb")\s{0,20}\.\s{0,20}"
    word = last_name(symbol).encode("utf-8", "surrogateescape")
    return (_NamePattern(pattern=_words_after(before, {word}), confidence=NEAR),)


def _words_after(before: bytes, words: Collection[bytes]) -> re.Pattern[bytes]:
    """Return a pattern for words after something; group 1 is their receiver, if there is one."""
    return re.compile(before + b"(?:" + b"|".join(map(re.escape, sorted(words))) + rb")(?!\w)")


def _is_external_member(graph: CodeGraph, receiver: bytes | None, symbol: str) -> bool:
    """Whether the receiver is an external package with that name: `textwrap.dedent` is no method of the repository."""
    receiver_name = (receiver or b"").decode("utf-8", "surrogateescape")
    owner = last_name(qualified_name(symbol).rpartition(".")[0])
    known = f"{EXTERNAL_PREFIX}{receiver_name}.{last_name(symbol)}"
    return bool(receiver_name) and receiver_name != owner and graph.find_row(known) is not None
