"""The text that belongs to each symbol of a file, without that of the symbols within it.

Turns: DefinedFile → OwnText by symbol. What is left of a file belongs to its module. A symbol that stands in several
places has the text of all of them.
"""

import re
from bisect import bisect_left
from collections import defaultdict

import msgspec

from codeshed.diff.comment_removal import is_obeyed, without_comments
from codeshed.diff.file_symbols import Defined, DefinedFile
from codeshed.model.changes import SymbolKind
from codeshed.model.code_tokens import TokenKind

_NO_OTHER = re.compile(rb"[^{}();]*")
_END_OF_LINE = re.compile(rb"[ \t;,]*\r?(?:\n|\Z)")


_Words = tuple[tuple[int, str, bytes], ...]


class OwnWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a symbol, each with how much deeper it lies than the first: code, with documentation too, comments."""

    code: _Words
    documented: _Words
    comments: tuple[bytes, ...]


class OwnText(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol with its own lines, with and without comments; `text` is all of it, nested code too, without comments.

    Lines are without the space around them, and blank ones are left out: what is only moved or indented is the same.
    """

    symbol: str
    name: str
    kind: SymbolKind
    head: str
    lines: tuple[bytes, ...]
    code: tuple[bytes, ...]
    text: bytes
    place: Defined | None
    is_within: bool = False
    words: OwnWords | None = None
    counted_from: tuple[str, ...] = ()

    def body(self) -> tuple[bytes, ...]:
        """Return the lines behind the head, nested code too, with the symbol's own name left out."""
        if self.place is None:
            return _lines(self.text, [(0, len(self.text))])
        head = self.place.head.encode("utf-8", "surrogateescape")
        text = self.text[len(head) :] if head and self.text.startswith(head) else self.text
        name = re.escape(self.name.encode("utf-8", "surrogateescape"))
        text = re.sub(rb"(?<!\w)" + name + rb"(?!\w)", b"\0", text)
        return _lines(text, [(0, len(text))])


def own_texts(file: DefinedFile) -> dict[str, OwnText]:
    """Return the texts of all symbols of a file, by id; that of the file itself is the module's."""
    code = without_comments(file.content, file.language)
    whole = [_whole_lines(file, each) for each in file.definitions]
    shares = _shares(len(file.content), whole, file.definitions)
    found = {
        file.path: OwnText(
            symbol=file.path,
            name=file.path,
            kind="module",
            head="",
            lines=_lines(file.content, shares[-1]),
            code=_lines(code, shares[-1]),
            text=code,
            place=None,
            words=_words(file, shares[-1]),
        )
    }
    numbers_by_symbol: defaultdict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(file.definitions):
        numbers_by_symbol[each.symbol].append(number)
    for symbol, numbers in numbers_by_symbol.items():
        places = [file.definitions[number] for number in numbers]
        # What parts it from the next one, as a comma, is no text of either.
        own = [
            (begin, min(end, file.definitions[number].end))
            for number in numbers
            for begin, end in shares[number]
            if begin < file.definitions[number].end
        ]
        found[symbol] = OwnText(
            symbol=symbol,
            name=places[0].name,
            kind=places[-1].kind,
            head="\n".join(_head(file, whole[number], file.definitions[number]) for number in numbers),
            lines=_lines(file.content, own),
            code=_lines(code, own),
            text=code[places[-1].begin : whole[numbers[-1]][1]],
            place=places[-1],
            is_within=all(each.is_within for each in places),
            words=_words(file, own),
            counted_from=tuple(each.counted_from for each in places),
        )
    return found


def _words(file: DefinedFile, stretches: list[tuple[int, int]]) -> OwnWords | None:
    """Return the words in some stretches of a file, if its words are known; comments that a program obeys are code."""
    tokens = file.tokens
    if tokens is None:
        return None
    found = [
        token
        for begin, end in stretches
        for token in tokens[bisect_left(tokens, (begin,)) : bisect_left(tokens, (end,))]
    ]
    comments = [
        token
        for token in found
        if token.kind is TokenKind.COMMENT
        and not is_obeyed(file.content, token.begin, token.begin + len(token.text), file.language)
    ]
    left_out = frozenset(token.begin for token in comments)
    rest = [token for token in found if token.begin not in left_out]
    base = rest[0].depth if rest else 0
    documented = [(token.kind, (token.depth - base, token.around, token.text)) for token in rest]
    return OwnWords(
        code=tuple(word for kind, word in documented if kind is not TokenKind.DOCUMENTATION),
        documented=tuple(word for _, word in documented),
        comments=tuple(token.text for token in comments),
    )


def _whole_lines(file: DefinedFile, place: Defined) -> tuple[int, int]:
    """Return where the lines of a definition begin and end, if it shares them with nothing: `export` belongs to it."""
    line_start = file.content.rfind(b"\n", 0, place.begin) + 1
    begin = line_start if _NO_OTHER.fullmatch(file.content, line_start, place.begin) else place.begin
    line_end = _END_OF_LINE.match(file.content, place.end)
    return begin, place.end if line_end is None else line_end.end()


def _shares(
    n_bytes: int, whole: list[tuple[int, int]], definitions: tuple[Defined, ...]
) -> list[list[tuple[int, int]]]:
    """Return the stretches of a file that belong to each definition and to none within it; the last is the module's."""
    shares: list[list[tuple[int, int]]] = [[] for _ in range(len(definitions) + 1)]
    around: list[tuple[int, int]] = [(len(definitions), n_bytes)]
    place = 0
    for number, (begin, end) in enumerate(whole):
        if definitions[number].is_within:
            continue
        while len(around) > 1 and around[-1][1] <= begin:
            owner, owner_end = around.pop()
            shares[owner].append((place, owner_end))
            place = max(place, owner_end)
        if begin > place:
            shares[around[-1][0]].append((place, begin))
        place = max(place, begin)
        around.append((number, min(end, around[-1][1])))
    while around:
        owner, owner_end = around.pop()
        shares[owner].append((place, owner_end))
        place = max(place, owner_end)
    return shares


def _head(file: DefinedFile, whole: tuple[int, int], place: Defined) -> str:
    """Return the head of a definition with what stands before it in its line, in single spaces."""
    if not place.head:
        return ""
    before = file.content[whole[0] : place.begin].decode("utf-8", "surrogateescape")
    return " ".join(f"{before} {place.head}".split())


def _lines(text: bytes, stretches: list[tuple[int, int]]) -> tuple[bytes, ...]:
    lines = (line.strip() for begin, end in stretches for line in text[begin:end].splitlines())
    return tuple(line for line in lines if line)
