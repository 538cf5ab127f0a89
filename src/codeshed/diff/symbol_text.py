"""The text of each symbol of a file, without that of the symbols nested in it.

Turns: FileVersion → SymbolText by symbol id. What no symbol owns is the text of the module. A symbol with several
definitions has the texts of all of them.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from codeshed.diff.comment_removal import blank_comments, is_directive
from codeshed.diff.file_version import FileSymbol, FileVersion
from codeshed.model.change_set import SymbolKind
from codeshed.model.languages.token_kinds import CodeToken, TokenKind

_NO_OTHER_STATEMENT = re.compile(rb"[^{}();]*")
_END_OF_LINE = re.compile(rb"[ \t;,]*\r?(?:\n|\Z)")


_Tokens = tuple[tuple[int, str, bytes], ...]


class SymbolTokens(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of a symbol with their depths below the first: code, code and documentation, comments."""

    code: _Tokens
    documented: _Tokens
    comments: tuple[bytes, ...]


class _FileText:
    """The text of a file, and the same with blanks instead of comments, which is made once it is asked for."""

    def __init__(self, file: FileVersion) -> None:
        self.content = file.content
        self._language = file.language

    @cached_property
    def without_comments(self) -> bytes:
        return blank_comments(self.content, self._language)


class SymbolText(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol and what is its own in a file: `spans`, and what is written there, `raw`.

    `whole` is the span with nested symbols. Tokens are known once they are asked for: see `with_tokens`.
    """

    symbol: str
    name: str
    kind: SymbolKind
    head: str
    file_text: _FileText
    whole: tuple[int, int]
    definition: FileSymbol | None
    spans: tuple[tuple[int, int], ...]
    raw: tuple[bytes, ...]
    is_set_in_method: bool = False
    tokens: SymbolTokens | None = None
    counted_from: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[bytes, ...]:
        """Its own lines, stripped and without blank ones: moving or indenting a symbol does not change it."""
        return _lines(self.raw)

    @property
    def code(self) -> tuple[bytes, ...]:
        """Its own lines without comments."""
        return _lines(_raw(self.file_text.without_comments, self.spans))

    @property
    def text(self) -> bytes:
        """All of it without comments, nested symbols too."""
        begin, end = self.whole
        return self.file_text.without_comments[begin:end]

    def body(self) -> tuple[bytes, ...]:
        """Return the lines after the head, nested symbols included, without the symbol's own name."""
        if self.definition is None:
            return _lines((self.text,))
        head = self.definition.head.encode("utf-8", "surrogateescape")
        text = self.text[len(head) :] if head and self.text.startswith(head) else self.text
        name = re.escape(self.name.encode("utf-8", "surrogateescape"))
        text = re.sub(rb"(?<!\w)" + name + rb"(?!\w)", b"\0", text)
        return _lines((text,))


def symbol_texts(file: FileVersion) -> dict[str, SymbolText]:
    """Return the texts of all symbols of a file by id; the id of the module is the path."""
    file_text = _FileText(file)
    spans = [_span_with_lines(file, each) for each in file.definitions]
    own_spans = _own_spans(len(file.content), spans, file.definitions)
    found = {
        file.path: SymbolText(
            symbol=file.path,
            name=file.path,
            kind="module",
            head="",
            file_text=file_text,
            whole=(0, len(file.content)),
            definition=None,
            spans=tuple(own_spans[-1]),
            raw=_raw(file.content, own_spans[-1]),
        )
    }
    numbers_by_symbol: defaultdict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(file.definitions):
        numbers_by_symbol[each.symbol].append(number)
    for symbol, numbers in numbers_by_symbol.items():
        definitions = [file.definitions[number] for number in numbers]
        # A separator before the next definition, as a comma, belongs to neither.
        own = [
            (begin, min(end, file.definitions[number].end))
            for number in numbers
            for begin, end in own_spans[number]
            if begin < file.definitions[number].end
        ]
        found[symbol] = SymbolText(
            symbol=symbol,
            name=definitions[0].name,
            kind=definitions[-1].kind,
            head="\n".join(_head(file, spans[number], file.definitions[number]) for number in numbers),
            file_text=file_text,
            whole=(definitions[-1].begin, spans[numbers[-1]][1]),
            definition=definitions[-1],
            is_set_in_method=all(each.is_set_in_method for each in definitions),
            spans=tuple(own),
            raw=_raw(file.content, own),
            counted_from=tuple(each.counted_from for each in definitions),
        )
    return found


def with_tokens(
    file: FileVersion, texts: Mapping[str, SymbolText], symbols: Collection[str]
) -> Mapping[str, SymbolText]:
    """Return the texts of a file, those of some symbols with their tokens, as far as the file has tokens."""
    if file.read_tokens is None or not symbols:
        return texts
    tokens = file.read_tokens(sorted(span for symbol in symbols for span in texts[symbol].spans))
    if tokens is None:
        return texts
    return {
        symbol: replace(text, tokens=_tokens(file, text.spans, tokens)) if symbol in symbols else text
        for symbol, text in texts.items()
    }


def _raw(content: bytes, spans: Iterable[tuple[int, int]]) -> tuple[bytes, ...]:
    return tuple(content[begin:end] for begin, end in spans)


def _tokens(
    file: FileVersion, stretches: tuple[tuple[int, int], ...], tokens: tuple[CodeToken, ...]
) -> SymbolTokens:
    """Return the tokens in some spans of a file; directives in comments are code."""
    found = [
        token
        for begin, end in stretches
        for token in tokens[bisect_left(tokens, (begin,)) : bisect_left(tokens, (end,))]
    ]
    comments = [
        token
        for token in found
        if token.kind is TokenKind.COMMENT
        and not is_directive(file.content, token.begin, token.begin + len(token.text), file.language)
    ]
    left_out = frozenset(token.begin for token in comments)
    rest = [token for token in found if token.begin not in left_out]
    base = rest[0].depth if rest else 0
    documented = [(token.kind, (token.depth - base, token.around, token.text)) for token in rest]
    return SymbolTokens(
        code=tuple(word for kind, word in documented if kind is not TokenKind.DOCUMENTATION),
        documented=tuple(word for _, word in documented),
        comments=tuple(token.text for token in comments),
    )


def _span_with_lines(file: FileVersion, definition: FileSymbol) -> tuple[int, int]:
    """Return the span of a definition, widened to whole lines (`export` included) if nothing else is on them."""
    line_start = file.content.rfind(b"\n", 0, definition.begin) + 1
    begin = (
        line_start
        if _NO_OTHER_STATEMENT.fullmatch(file.content, line_start, definition.begin)
        else definition.begin
    )
    line_end = _END_OF_LINE.match(file.content, definition.end)
    return begin, definition.end if line_end is None else line_end.end()


def _own_spans(
    n_bytes: int, spans: list[tuple[int, int]], definitions: tuple[FileSymbol, ...]
) -> list[list[tuple[int, int]]]:
    """Return the spans that belong to each definition and to none nested in it; the last entry is the module's."""
    own_spans: list[list[tuple[int, int]]] = [[] for _ in range(len(definitions) + 1)]
    around: list[tuple[int, int]] = [(len(definitions), n_bytes)]
    definition = 0
    for number, (begin, end) in enumerate(spans):
        if definitions[number].is_set_in_method:
            continue
        while len(around) > 1 and around[-1][1] <= begin:
            owner, owner_end = around.pop()
            own_spans[owner].append((definition, owner_end))
            definition = max(definition, owner_end)
        if begin > definition:
            own_spans[around[-1][0]].append((definition, begin))
        definition = max(definition, begin)
        around.append((number, min(end, around[-1][1])))
    while around:
        owner, owner_end = around.pop()
        own_spans[owner].append((definition, owner_end))
        definition = max(definition, owner_end)
    return own_spans


def _head(file: FileVersion, spans: tuple[int, int], definition: FileSymbol) -> str:
    """Return the head of a definition with what precedes it on its line, whitespace collapsed."""
    if not definition.head:
        return ""
    before = file.content[spans[0] : definition.begin].decode("utf-8", "surrogateescape")
    return " ".join(f"{before} {definition.head}".split())


def _lines(pieces: tuple[bytes, ...]) -> tuple[bytes, ...]:
    lines = (line.strip() for piece in pieces for line in piece.splitlines())
    return tuple(line for line in lines if line)
