"""Reads a query as people write one: an issue, an error message, a question, half a name.

Turns: text → QueryText: the words of title and body, and what names code: frames of tracebacks, paths, names, messages.
"""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from codeshed.model.languages.language import SUFFIXES
from codeshed.search.words import IDENTIFIER, terms_of

MAX_QUERY_CHARACTERS = 100_000
"""Of a longer query only this much is read."""

MAX_TERMS = 120
"""How many terms of a query are searched: those of the title first, then the most frequent."""

_MAX_NAMES = 40
_MAX_MESSAGES = 8
_MAX_FRAMES = 60
_MAX_PATHS = 40
_LEAST_MESSAGE_WORDS = 2
_MAX_TITLE = 200

_SUFFIX = "|".join(sorted(SUFFIXES, key=lambda each: (-len(each), each)))
_PATH = re.compile(
    rf"(?P<path>(?:[A-Za-z]:)?(?:[\w@.+-]*[/\\])*[\w@.+-]+\.(?:{_SUFFIX}))(?![\w])"
    r"(?::(?P<line>\d{1,7})(?::\d+)?)?(?:::(?P<test>[\w:.]+))?"
)
_FRAMES = (
    re.compile(r'File "(?P<path>[^"\n]+)", line (?P<line>\d+)(?:, in (?P<name>[^\n]+))?'),
    re.compile(r"^\s*at (?:async )?(?P<name>[\w.$<>\[\] ]+?) \((?:file://)?(?P<path>[^()\n]+?):(?P<line>\d+)(?::\d+)?\)", re.MULTILINE),
    re.compile(r"^\s*at (?:file://)?(?P<path>[^()\s]+?):(?P<line>\d+)(?::\d+)?$", re.MULTILINE),
    re.compile(r"^\s*(?:from )?(?P<path>[^\s:]+\.rb):(?P<line>\d+):in [`'](?P<name>[^']+)'", re.MULTILINE),
)  # fmt: skip
"""The frames of tracebacks of Python, JavaScript and Java, Rust and Go, and Ruby."""

_INNERMOST_LAST = 1
"""How many of these patterns, from the first, are of languages whose tracebacks end with the innermost frame."""

_NAME = re.compile(
    r"(?<![\w.])[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+|\b[A-Za-z_]*[a-z0-9][A-Z]\w*\b|\b\w*[A-Za-z0-9]_\w+\b|\b__\w+__\b"
)
_IN_TICKS = re.compile(r"`{1,2}([^`\n]{2,120})`{1,2}")
_QUOTED = re.compile(r"\"([^\"\n]{6,300})\"|(?<!\w)'([^'\n]{6,300})'(?!\w)|``?([^`\n]{6,300})``?")
_ERROR_LINE = re.compile(
    r"^\s*(?:E\s+)?(?:[\w.]*(?:Error|Exception|Warning|Failure|Panic)\b:|error(?:\[\w+\])?:|panic:|Uncaught|fatal:)\s*(.{4,300})$",
    re.MULTILINE,
)
_LOG_LINE = re.compile(
    r"^[^\n]{0,80}?(?:\b(?:(?P<minor>DEBUG|INFO|NOTICE)|WARN|WARNING|ERROR|CRITICAL|FATAL|SEVERE)\b|\[(?:warn|warning|error)\])[\]:|\s-]+"
    r"(?:\[[^\]\n]{1,60}\]\s*)?(?:[\w.:/-]{1,60}(?::|\s-)\s+)?(?P<message>[^\n]{4,300})$",
    re.MULTILINE,
)
"""A line of a log: time, level, thread and logger in front of the message."""

_SCOPES = re.compile(
    r"^(?:\[(?P<bracket>[^\]\n]{1,30})\]\s*)?(?:(?P<type>[\w./ -]{2,30}?)(?:\((?P<scope>[^)\n]*)\))?!?:\s+)?"
)
"""What a title begins with: `fix(parser): …`, `parser: …`, `[parser] …`."""

_CHANGE_TYPES = frozenset({
    "fix", "fixes", "fixed", "bugfix", "hotfix", "feat", "feature", "chore", "docs", "doc", "refactor", "test", "tests", "perf", "style",
    "build", "ci", "revert", "bug", "issue", "error", "question", "request", "regression", "wip", "release", "deps", "backport",
})  # fmt: skip
"""Words before the colon of a title that name a kind of change, and no part of the code."""

_MAX_SCOPE_WORDS = 3

_BOILERPLATE = re.compile(
    r"""
      ^\s*(?:\#{1,6}\s*|\*\*)?(?:describe\ the\ bug|bug\ description|to\ reproduce|steps\ to\ reproduce(?:\ the\ behaviou?r)?|expected\ (?:behaviou?r|result|output)s?|
        actual\ (?:behaviou?r|result|output)s?|additional\ (?:context|information|info)|environment|system\ information|versions?|screenshots?|checklist|
        code\ (?:sample|example)|minimal\ reproducible\ example|what\ happened|what\ did\ you\ expect.*|context|description|possible\ solution|
        relevant\ log\ output|issue\ summary|technical\ details|proposed\ (?:solution|changes?)|reproduction|describe\ the\ issue)\s*[:?]?\s*(?:\*\*)?\s*$
    | ^\s*[-*]\s*\[[ xX]\].*$
    | ^\s*[*-]?\s*\[(?:autofix|pre-commit)[^\]\n]*\].*$
    | ^\s*[*-]\s*(?:(?:update|add|fix)\s+)?(?:the\s+)?change\s?log(?:\s+entry)?\s*$
    | ^-{3,}\s*$
    | ^\s*(?:signed-off-by|co-authored-by|reviewed-by|reported-by|suggested-by|cc|git-svn-id|change-id|backport\ of)\b.*$
    | ^\s*(?:[-*]\s*)?(?:python|node|npm|os|platform|operating\ system|browser|kernel|gcc|linux|macos|windows|ubuntu|pip|conda)[\s/]*(?:version)?\s*[:=]?\s*v?\d[\w.\-]*.*$
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)  # fmt: skip
_NO_WORDS = re.compile(
    r"<!--.*?-->|https?://\S+|\b0x[0-9a-fA-F]+\b|\b[0-9a-f]{7,64}\b|\bv?\d+(?:\.\d+)+\w*\b|#\d+|\bgh-\d+\b|"
    r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,+:Z-]*",
    re.DOTALL,
)
"""Comments in HTML, addresses, hashes, versions, numbers of issues, and times of log lines."""

_VARIABLE_PART = re.compile(r"'[^']*'|\"[^\"]*\"|\b\d+\b|<[^>]*>|\{[^}]*\}|%[sdr]|/\S+")
"""The parts of a message that a program fills in."""


class Frame(msgspec.Struct, frozen=True):
    """A frame of a traceback: its path as printed, line and function."""

    path: str
    line: int
    name: str


class NamedPath(msgspec.Struct, frozen=True):
    """A path in the text, with the line or the test behind it."""

    path: str
    line: int | None
    test: str


class QueryText(msgspec.Struct, frozen=True, kw_only=True):
    """What a query says. Terms have weights; frames come innermost first."""

    scope: frozenset[str]
    """Terms of the part of the code that the title names first: `parser: wrong line numbers`."""
    title_terms: dict[str, float]
    terms: dict[str, float]
    frames: tuple[Frame, ...]
    paths: tuple[NamedPath, ...]
    names: tuple[str, ...]
    """Names of code, dotted or compound or in ticks."""
    messages: tuple[str, ...]
    """Messages, without the parts that a program fills in."""
    n_terms_omitted: int
    is_cut: bool
    """Whether the query was longer than `MAX_QUERY_CHARACTERS`."""


def read_query(text: str) -> QueryText:
    """Read a query; its first line is its title."""
    kept = text[:MAX_QUERY_CHARACTERS].replace("\r\n", "\n")
    frames = tuple(_iter_frames(kept))[:_MAX_FRAMES]
    plain = _BOILERPLATE.sub("", _NO_WORDS.sub(" ", kept)).strip()
    title, _, body = plain.partition("\n")
    title, rest = title[:_MAX_TITLE], title[_MAX_TITLE:]
    title, scope = _split_title(title)
    title_terms = _weights(title)
    all_terms = _weights(f"{title}\n{rest}\n{body}")
    in_order = sorted(all_terms, key=lambda term: (term not in title_terms, -all_terms[term], term))
    return QueryText(
        scope=scope,
        title_terms={term: title_terms[term] for term in in_order[:MAX_TERMS] if term in title_terms},
        terms={term: all_terms[term] for term in in_order[:MAX_TERMS]},
        frames=frames,
        paths=tuple(dict.fromkeys(_iter_paths(kept)))[:_MAX_PATHS],
        names=tuple(dict.fromkeys(_iter_names(plain)))[:_MAX_NAMES],
        messages=tuple(dict.fromkeys(_iter_messages(kept)))[:_MAX_MESSAGES],
        n_terms_omitted=max(0, len(in_order) - MAX_TERMS),
        is_cut=len(text) > MAX_QUERY_CHARACTERS,
    )


def _split_title(title: str) -> tuple[str, frozenset[str]]:
    """Return a title without the kind of change, and the terms of its scope."""
    prefix = _SCOPES.match(title)
    if prefix is None:
        return title, frozenset()
    given = [prefix["bracket"] or "", prefix["scope"] or ""]
    kind = prefix["type"] or ""
    if kind.lower() not in _CHANGE_TYPES and len(kind.split()) <= _MAX_SCOPE_WORDS:
        given.append(kind)
    rest = f"{kind} " if kind.lower() not in _CHANGE_TYPES else ""
    words = [word for text in given for word in IDENTIFIER.findall(text)]
    scope = frozenset(term for word in words for term in terms_of(word))
    return f"{' '.join(given[:2])} {rest}{title[prefix.end() :]}".strip(), scope


def _weights(text: str) -> dict[str, float]:
    """Return the terms of a text; one that occurs often counts more, but less than proportionally."""
    counts: Counter[str] = Counter()
    for word in IDENTIFIER.findall(text):
        counts.update(terms_of(word))
    return {term: n * 2.0 / (n + 1.0) for term, n in counts.items()}


def _iter_frames(text: str) -> Iterator[Frame]:
    for number, pattern in enumerate(_FRAMES):
        found = [
            Frame(each["path"], int(each["line"]), (each.groupdict().get("name") or "").strip())
            for each in pattern.finditer(text)
        ]
        yield from reversed(found) if number < _INNERMOST_LAST else found


def _iter_paths(text: str) -> Iterator[NamedPath]:
    for match in _PATH.finditer(text):
        line = match["line"]
        yield NamedPath(
            match["path"].replace("\\", "/").removeprefix("./"),
            None if line is None else int(line),
            (match["test"] or "").replace("::", "."),
        )


def _iter_names(text: str) -> Iterator[str]:
    for match in _IN_TICKS.finditer(text):
        inside = match[1].strip().removesuffix("()")
        if re.fullmatch(r"[A-Za-z_][\w.]*", inside):
            yield inside
    for match in _NAME.finditer(text):
        yield re.sub(r"::|#", ".", match[0])


def _iter_messages(text: str) -> Iterator[str]:
    found = [match[1] for match in _ERROR_LINE.finditer(text)]
    found += [next(filter(None, match.groups())) for match in _QUOTED.finditer(text)]
    logged = sorted(_LOG_LINE.finditer(text), key=lambda match: match["minor"] is not None)
    found += [match["message"] for match in logged]
    for message in found:
        constant = _VARIABLE_PART.sub(" ", message).strip()
        if len(constant.split()) >= _LEAST_MESSAGE_WORDS:
            yield constant
