"""The lines of a file that still name what is gone.

Turns: the text of a file + symbols → Leftovers. What a file imports says how it may name a symbol, and how sure it is that
a line with that name means it.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import PurePosixPath

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.common_method_names import COMMON_METHOD_NAMES
from codeshed.model.dangling_references import IMPORTED, NEAR, Leftover
from codeshed.model.identity import EXTERNAL_PREFIX, SEPARATOR, last_name, qualified_name
from codeshed.model.language import language_of_path
from codeshed.model.language_traits import traits_of
from codeshed.project.diff.import_lines import has_stars, imported_names, is_told_by_imports, module_names
from codeshed.project.diff.importers import iter_code_lines, without_texts
from codeshed.project.diff.local_names import OwnWords, without_plain_strings
from codeshed.project.diff.shadowed_names import Shadows
from codeshed.project.parsing.facts_lookup import Cache

MAX_MENTIONS = 200

_LEAST_LETTERS = 3
_PLAIN = rb"()(?:(?<![\w.])|(?<=\.))"
_BY_ITSELF = rb"()(?:(?<![\w.])|(?<=\.\.\.))"
# Stretches are bounded: a line may be a million blanks.
_BEHIND_RECEIVER = rb"(\w{0,80})\s{0,20}(?:\.|->|::)\s{0,20}"
_BEHIND_DOT = rb"(\w{1,80})\s{0,20}\.\s{0,20}"
_MARKS = (b".", b"->", b"::")
_SPREAD = b"..."
_FOLDER_MODULES = frozenset({"__init__", "index", "mod", "lib"})


class _Searched(msgspec.Struct, frozen=True, kw_only=True):
    """A file: all of it, without texts over several lines, and without all strings that name nothing."""

    file: str
    content: bytes
    text: bytes
    code: bytes


class _Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What finds a symbol in the lines of a file, and how sure that is at least; its first group is a receiver."""

    pattern: re.Pattern[bytes]
    confidence: float = 0.0


def is_member(symbol: str) -> bool:
    """Whether a symbol lies in another: a method, say."""
    return "." in qualified_name(symbol)


def is_telling(symbol: str) -> bool:
    """Whether a name says enough to be looked for by itself."""
    name = last_name(symbol)
    return len(name) >= _LEAST_LETTERS and name not in COMMON_METHOD_NAMES and not name.startswith("__")


def is_homeless(graph: CodeGraph, symbol: str) -> bool:
    """Whether the file of a symbol is gone too, in a language whose imports name no files."""
    path = symbol.partition(SEPARATOR)[0]
    return graph.find_row(path) is None and not is_told_by_imports(language_of_path(path))


class LeftoverLines:
    """Finds lines that name symbols which a graph does not have any more."""

    def __init__(self, graph: CodeGraph, cache: Cache) -> None:
        self._graph = graph
        self._shadows = Shadows(graph)
        self._words = OwnWords(cache)

    def find(
        self, file: str, content: bytes, symbols: Sequence[str], sure: Callable[[str], float]
    ) -> list[Leftover]:
        """Return the lines of a file that name symbols; `sure` says how sure that is where no import tells."""
        text = without_texts(file, content)
        named = [each for each in symbols if last_name(each).encode("utf-8", "surrogateescape") in text]
        if not named:
            return []
        # Paths of modules say what is imported, but name nothing themselves.
        code = without_texts(file, without_plain_strings(file, content))
        searched = _Searched(file=file, content=content, text=text, code=code)
        return [leftover for symbol in named for leftover in self._lines(searched, symbol, sure(symbol))]

    def _lines(self, searched: _Searched, symbol: str, sure: float) -> list[Leftover]:
        file = searched.file
        sights = _sights(self._graph, file, searched.text, symbol, is_near=sure >= NEAR)
        is_of_another = cache(lambda receiver: _is_of_another(self._graph, receiver, symbol))
        is_without_home = is_homeless(self._graph, symbol)
        found: list[Leftover] = []
        for line, written in iter_code_lines(file, searched.code) if sights else ():
            seen = [
                sight.confidence
                for sight in sights
                if any(
                    not is_of_another(each[1]) and not self._is_own(searched, line, each)
                    for each in sight.pattern.finditer(written)
                )
            ]
            if not seen:
                continue
            found.append(
                Leftover(
                    symbol=symbol,
                    file=file,
                    line=line,
                    confidence=max(sure, *seen),
                    is_homeless=is_without_home,
                )
            )
            if len(found) == MAX_MENTIONS:
                break
        return found

    def _is_own(self, searched: _Searched, line: int, found: re.Match[bytes]) -> bool:
        """Whether what was found in a line is of a function around it: it stands there without anything before it."""
        before = found.string[: found.start()]
        is_bare = not found[1] and (not before.endswith(_MARKS) or before.endswith(_SPREAD))
        return is_bare and (
            self._shadows.is_parameter(searched.file, line, found.string, found[0])
            or self._words.is_local(searched.file, searched.content, line, found.start(), found[0])
        )


def _sights(graph: CodeGraph, file: str, text: bytes, symbol: str, *, is_near: bool) -> tuple[_Sight, ...]:
    """Return how a file may name a symbol that is gone; nothing if it may not."""
    name = last_name(symbol)
    word = name.encode("utf-8", "surrogateescape")
    number = graph.files.find(file)
    has_own = number is not None and len(graph.name_index.find_in_file(name, number)) > 0
    if is_member(symbol):
        needs_receiver = not is_near or not traits_of(language_of_path(file)).are_receivers_implied
        before = _BEHIND_RECEIVER if needs_receiver else rb"(?:" + _BEHIND_RECEIVER + rb"|(?<![\w.]))"
        return () if has_own or not is_telling(symbol) else (_Sight(pattern=_word(before, {word})),)
    imported = imported_names(text, word)
    if imported:
        # What a class of the file has by that name is another thing; what the file itself has takes its place.
        is_replaced = graph.find_row(f"{file}{SEPARATOR}{name}") is not None
        by_itself = _Sight(pattern=_word(_BY_ITSELF, {word, *imported}), confidence=IMPORTED)
        return (*(() if is_replaced else (by_itself,)), *_behind_module(text, symbol))
    if has_own or not is_telling(symbol):
        return ()
    is_home = file == symbol.partition(SEPARATOR)[0]
    if is_told_by_imports(language_of_path(file)) and not is_home and not has_stars(text):
        return (_Sight(pattern=_word(_BEHIND_DOT, {word})),)
    return (_Sight(pattern=_word(_PLAIN, {word})),)


def _behind_module(text: bytes, symbol: str) -> tuple[_Sight, ...]:
    """Return what finds a symbol behind the name of its module, where a text imports that too.

    Behind any other name it is another thing, since the text has a name of its own for it.
    """
    path = PurePosixPath(symbol.partition(SEPARATOR)[0])
    modules = module_names(text, path.parent.name if path.stem in _FOLDER_MODULES else path.stem)
    if not modules:
        return ()
    before = rb"(?<!\w)(" + b"|".join(map(re.escape, sorted(modules))) + rb")\s{0,20}\.\s{0,20}"
    word = last_name(symbol).encode("utf-8", "surrogateescape")
    return (_Sight(pattern=_word(before, {word}), confidence=NEAR),)


def _word(before: bytes, words: Collection[bytes]) -> re.Pattern[bytes]:
    """Return what finds words behind something; its first group is their receiver, if there is one."""
    return re.compile(before + b"(?:" + b"|".join(map(re.escape, sorted(words))) + rb")(?!\w)")


def _is_of_another(graph: CodeGraph, receiver: bytes | None, symbol: str) -> bool:
    """Whether another package has the name under that of a receiver: `textwrap.dedent` is no method of ours."""
    written = (receiver or b"").decode("utf-8", "surrogateescape")
    owner = last_name(qualified_name(symbol).rpartition(".")[0])
    known = f"{EXTERNAL_PREFIX}{written}.{last_name(symbol)}"
    return bool(written) and written != owner and graph.find_row(known) is not None
