"""Search the text of a repository for names.

Turns: names and their known definitions and uses → Mentions: all other occurrences. This is a text search without parsing.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.survey import find_texts
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.name_mentions import PLAIN_DECORATORS, KnownOccurrences, Mention, MentionKind
from codeshed.model.repository_settings import Settings
from codeshed.model.span import Span
from codeshed.project.computed_names import NameTable, find_computed_names

_WORD_BYTES = bytes(
    byte if chr(byte).isalnum() or byte == ord("_") or byte >= 128 else ord(" ")  # noqa: PLR2004 - the rest of UTF-8
    for byte in range(256)
)
_TEXTS = (
    ".html",
    ".htm",
    ".xhtml",
    ".jinja",
    ".jinja2",
    ".j2",
    ".tmpl",
    ".tpl",
    ".mako",
    ".erb",
    ".haml",
    ".slim",
    ".twig",
    ".mustache",
    ".hbs",
    ".handlebars",
    ".ejs",
    ".pug",
    ".vue",
    ".svelte",
    ".astro",
    ".jsp",
    ".ftl",
    ".vm",
    ".cshtml",
    ".razor",
    ".xml",
    ".xaml",
    ".yml",
    ".yaml",
    ".toml",
    ".ini",
    ".cfg",
    ".gql",
    ".graphql",
    ".proto",
    # Code of languages that are not read.
    ".pyx",
    ".pxd",
    ".pxi",
    ".l",
    ".ll",
    ".lex",
    ".y",
    ".yy",
    ".rl",
    ".s",
    ".asm",
    ".def",
    ".m",
    ".mm",
    ".cu",
    ".swift",
    ".kt",
    ".kts",
    ".groovy",
    ".gradle",
    ".clj",
    ".dart",
    ".pl",
    ".ex",
    ".exs",
    ".r",
    ".sh",
    ".bash",
    ".fish",
    ".zsh",
    ".ps1",
    ".bat",
    ".mk",
    ".cmake",
    ".in",
)
_MAX_TEXTS = 20_000
_SPACE = ord(" ")
_COMMENTS = (b"//", b"* ", b"/*")
_COMMENTS_OF_TEXTS = (b"#", *_COMMENTS, b"--", b"%", b";")
"""What a line of a comment begins with; in code of some languages `#` begins a directive or an attribute."""

_WRITER = re.compile(r"\w+=")
"""The name of a method of Ruby that an assignment calls: `size=` by `box.size = 3`."""

_ASSIGNED = re.compile(rb"\s*(?:\|\||&&|<<|>>|\*\*|[-+*/%|&^])?=(?![=~>])")
_MAX_BLOCK_LINES = 5000
_MAX_MENTIONS = 6
"""How many occurrences of a name are returned; one outside of the function itself is enough evidence."""


class MentionSearch:
    """Searches the files of a repository for names."""

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        self._root = root
        self._paths = tuple(paths)

    def __call__(self, known_by_name: Mapping[str, KnownOccurrences]) -> dict[str, tuple[Mention, ...]]:
        """Return the first unknown occurrences of each name, member accesses (`x.name`) first."""
        found: dict[str, list[Mention]] = {}
        names_by_word: dict[bytes, list[str]] = {}
        for name in sorted(known_by_name):
            names_by_word.setdefault(_word_in(name), []).append(name)
        names_by_word.pop(b"", None)
        if not names_by_word:
            return {}
        wanted = frozenset(names_by_word)
        name_table = NameTable(known_by_name)
        computed: set[str] = set()
        n_members: Counter[str] = Counter()
        for path in self._paths:
            content = read_bytes(self._root, path)
            if isinstance(content, Reason):
                continue
            text = _Text(path, content)
            for name, mention in _computed_mentions(text, name_table):
                if name not in computed:
                    computed.add(name)
                    found.setdefault(name, []).append(mention)
            for word in sorted(wanted.intersection(content.translate(_WORD_BYTES).split())):
                names = names_by_word[word]
                for name in names:
                    new = tuple(_mentions(text, name, known_by_name[name]))
                    found.setdefault(name, []).extend(new)
                    n_members[name] += sum(each.kind is MentionKind.MEMBER for each in new)
                # This is enough evidence of use.
                if all(n_members[name] >= _MAX_MENTIONS for name in names):
                    wanted -= {word}
        return {name: _first(places) for name, places in sorted(found.items()) if places}


def find_text_files(root: Path, settings: Settings) -> tuple[str, ...]:
    """Return the paths of templates, configuration and the like: no code, but they use symbols of code by name."""
    return tuple(find_texts(root, settings, _TEXTS)[:_MAX_TEXTS])


def _first(mentions: list[Mention]) -> tuple[Mention, ...]:
    """Return the first mentions by kind. All decorators are kept, since each is evidence for another function."""
    order = list(MentionKind)
    in_order = sorted(mentions, key=lambda each: (order.index(each.kind), each.file, each.line))
    n_decorators = sum(each.kind is MentionKind.DECORATED for each in mentions)
    return tuple(in_order[: n_decorators + _MAX_MENTIONS])


class _Text:
    """A file that is searched, and how its language writes comments and decorators."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.content = content
        language = language_of_path(path)
        traits = traits_of(language)
        self.comments = _COMMENTS_OF_TEXTS if language is None else (traits.line_comment.encode(), *_COMMENTS)
        self._decorator = re.compile(traits.decorator)
        self._member_block = re.compile(traits.member_block) if traits.member_block else None

    def is_decorated(self, n_lines: int, line_begin: int, name_begin: int) -> bool:
        """Whether a decorator may register a function: above its name, before it on its line, or on the block around it."""
        above = self.content[:line_begin].rsplit(b"\n", n_lines + 1)[:-1][-n_lines:] if n_lines else []
        own = (*above, self.content[line_begin:name_begin])
        return self._registers(own) or self._registers(self._above_block(line_begin, own[0]))

    def _registers(self, lines: Iterable[bytes]) -> bool:
        names = [self._decorator.match(line) for line in lines]
        return any(name is not None and name[1].decode() not in PLAIN_DECORATORS for name in names)

    def _above_block(self, line_begin: int, first_line: bytes) -> Iterator[bytes]:
        """Yield the decorators above the block of members that a function is in, the last first."""
        if self._member_block is None:
            return
        lines = iter(reversed(self.content[:line_begin].rsplit(b"\n", _MAX_BLOCK_LINES)[:-1]))
        indent = _indent(first_line)
        for line in lines:
            if line.strip() and _indent(line) < indent:
                if self._member_block.match(line) is None:
                    return
                break
        for line in lines:
            if self._decorator.match(line) is None:
                return
            yield line


def _computed_mentions(text: _Text, names: NameTable) -> Iterator[tuple[str, Mention]]:
    """Yield the names that may be put together in a text."""
    for computed in find_computed_names(text.content):
        for name in names.find(computed):
            line = text.content.count(b"\n", 0, computed.offset) + 1
            yield name, Mention(file=text.path, line=line, kind=MentionKind.COMPUTED)


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _mentions(text: _Text, name: str, known: KnownOccurrences) -> Iterator[Mention]:
    path, content = text.path, text.content
    begins = sorted(known.definitions.get(path, ()))
    uses = known.uses.get(path, ())
    n_found = counted_to = 0
    line = 1
    for begin in _places(content, name):
        line += content.count(b"\n", counted_to, begin)
        counted_to = begin
        line_begin = content.rfind(b"\n", 0, begin) + 1
        if begins and line >= begins[0]:
            # The first occurrence after the start of a definition is its own name; the lines between are decorators.
            if text.is_decorated(line - begins[0], line_begin, begin):
                yield Mention(file=path, line=begins[0], kind=MentionKind.DECORATED)
            begins.pop(0)
            continue
        before = content[line_begin:begin]
        if before.lstrip().startswith(text.comments) or _is_within(uses, line, len(before)):
            continue
        kind = _kind(before)
        if kind is MentionKind.WORD and _WRITER.fullmatch(name) and not before.endswith(b":"):
            continue  # A variable of that name is assigned.
        yield Mention(file=path, line=line, kind=kind)
        n_found += 1
        if n_found == _MAX_MENTIONS:
            return


def _word_in(name: str) -> bytes:
    """Return the longest word of a name, by which files are chosen: an operator has none, and is not searched."""
    return max(name.encode().translate(_WORD_BYTES).split(), key=len, default=b"")


def _places(content: bytes, name: str) -> Iterator[int]:
    """Yield the offsets of a name that begins and ends where words do."""
    wanted, rest = name.encode(), None
    if _WRITER.fullmatch(name):
        wanted, rest = wanted[:-1], _ASSIGNED
    begin = content.find(wanted)
    while begin >= 0:
        end = begin + len(wanted)
        is_whole = not (_is_word(content, begin - 1) and _is_word(content, begin)) and not (
            _is_word(content, end - 1) and _is_word(content, end)
        )
        if is_whole and (rest is None or rest.match(content, end)):
            yield begin
        begin = content.find(wanted, end)


def _is_word(content: bytes, at: int) -> bool:
    return 0 <= at < len(content) and _WORD_BYTES[content[at]] != _SPACE


def _is_within(spans: Collection[Span], line: int, column: int) -> bool:
    place = (line, column)
    return any(
        (span.start_line, span.start_column) <= place < (span.end_line, span.end_column) for span in spans
    )


def _kind(before: bytes) -> MentionKind:
    if before.count(b'"') % 2 or before.count(b"'") % 2 or before.count(b"`") % 2:
        return MentionKind.STRING
    return MentionKind.MEMBER if before.endswith((b".", b"->", b"::", b"?.")) else MentionKind.WORD
