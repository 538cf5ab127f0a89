"""The rules of one ignore file, or of the settings, compiled for matching.

Turns: rules with their patterns → RuleTable, which finds the last rule that matches a path.

Literals are looked up in a dict. All patterns with wildcards are joined into one regular expression, the last rule first,
so that a single match finds the rule.
"""

import re
from collections.abc import Iterable

import msgspec

from codeshed.discover.exclusion_reasons import Layer, Rule
from codeshed.discover.ignore_patterns import MAX_PATTERN_BYTES, Pattern, parse_pattern, trim_line
from codeshed.model.repository_settings import Settings

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_Entry = tuple[Rule, Pattern]


class RuleProblem(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that are ignored: where they are, and why. Line 0 is the whole file."""

    path: str
    line: int
    message: str


class _Matcher(msgspec.Struct, frozen=True):
    """Compiled patterns for names, or for paths; a match is the number of a rule."""

    number_by_literal: dict[bytes, int]
    wildcards: re.Pattern[bytes] | None
    numbers: tuple[int, ...]

    def last_match(self, text: bytes) -> int:
        """Return the number of the last rule that matches, -1 if none does."""
        number = self.number_by_literal.get(text, -1)
        match = None if self.wildcards is None else self.wildcards.fullmatch(text)
        return (
            number
            if match is None or match.lastindex is None
            else max(number, self.numbers[match.lastindex - 1])
        )


class RuleTable:
    """The rules of one folder, in order; later ones override earlier ones."""

    def __init__(self, folder: str, entries: Iterable[_Entry]) -> None:
        entries = tuple(entries)
        self._n_skipped = len(encoded_path(folder)) + 1 if folder else 0
        self._rules = tuple(rule for rule, _ in entries)
        patterns = [pattern for _, pattern in entries]
        of_files = [None if pattern.is_for_folders else pattern for pattern in patterns]
        self._for_folders = (_matcher(patterns, is_for_names=True), _matcher(patterns, is_for_names=False))
        self._for_files = (_matcher(of_files, is_for_names=True), _matcher(of_files, is_for_names=False))

    def __len__(self) -> int:
        """Return the number of rules."""
        return len(self._rules)

    def last_match(self, path: bytes, *, is_folder: bool) -> Rule | None:
        """Return the last rule, negated or not, that matches a path below the folder of the rules."""
        names, paths = self._for_folders if is_folder else self._for_files
        number = max(
            names.last_match(path[path.rfind(b"/") + 1 :]), paths.last_match(path[self._n_skipped :])
        )
        return None if number < 0 else self._rules[number]


def encoded_path(path: str) -> bytes:
    """Return the bytes of a path in the file system, which patterns are matched against."""
    return path.encode("utf-8", "surrogateescape")


def read_rules(
    content: bytes, *, layer: Layer, folder: str, source: str
) -> tuple[RuleTable, tuple[RuleProblem, ...]]:
    """Parse the ignore file of a folder. Lines may end in CRLF, and a byte order mark is skipped."""
    entries: list[_Entry] = []
    problems: list[RuleProblem] = []
    for number, line in enumerate(content.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), 1):
        text = trim_line(line.removesuffix(b"\r"))
        if len(text) > MAX_PATTERN_BYTES:
            message = f"a pattern of more than {MAX_PATTERN_BYTES} bytes is not obeyed"
            problems.append(RuleProblem(path=source, line=number, message=message))
            continue
        pattern = parse_pattern(text)
        if pattern is not None:
            entries.append((_rule(pattern, text, layer=layer, source=source, line=number), pattern))
    return RuleTable(folder, entries), tuple(problems)


def settings_rules(settings: Settings) -> RuleTable:
    """Return the rules of the settings: `exclude`, then `include` as negated rules."""
    entries: list[_Entry] = []
    for source, prefix, texts in (("exclude", b"", settings.exclude), ("include", b"!", settings.include)):
        for number, text in enumerate(texts, 1):
            line = trim_line(encoded_path(text))
            pattern = parse_pattern(prefix + line)
            if pattern is not None:
                rule = _rule(pattern, line, layer=Layer.SETTINGS, source=source, line=number)
                entries.append((rule, pattern))
    return RuleTable("", entries)


def _rule(pattern: Pattern, text: bytes, *, layer: Layer, source: str, line: int) -> Rule:
    return Rule(
        layer=layer,
        source=source,
        line=line,
        pattern=text.decode("utf-8", "backslashreplace"),
        is_negated=pattern.is_negated,
        is_plain=pattern.is_plain,
    )


def _matcher(patterns: list[Pattern | None] | list[Pattern], *, is_for_names: bool) -> _Matcher:
    chosen = [
        (number, pattern)
        for number, pattern in enumerate(patterns)
        if pattern is not None and pattern.is_for_names is is_for_names
    ]
    wildcards = [(number, pattern.regex) for number, pattern in reversed(chosen) if pattern.regex is not None]
    # An empty group behind each pattern tells which one matched. It is not a group around the pattern, so that the regex
    # engine can skip alternatives by their first byte.
    joined = b"|".join(regex + b"()" for _, regex in wildcards)
    return _Matcher(
        {pattern.literal: number for number, pattern in chosen if pattern.literal is not None},
        re.compile(joined) if wildcards else None,
        tuple(number for number, _ in wildcards),
    )
