"""The settings of Jest and Vitest, as far as their files write them out.

Turns: `jest.config.*`, `vitest.config.*`, `vite.config.*` and the `jest` of `package.json` → RunnerTests. Nothing is run: of
JavaScript only keys with texts, regular expressions and lists of them are read. A value that is computed counts as not there.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from posixpath import normpath

import msgspec

from codeshed.discover.file_reading import read_bytes
from codeshed.model.languages.runner_tests import (
    JEST_IGNORED,
    JEST_TESTS,
    SCRIPT_LANGUAGES,
    VITEST_EXCLUDED,
    VITEST_TESTS,
    RunnerTests,
)

_MAX_BYTES = 200_000
_MAX_FILES = 500
_MAX_VALUES = 100
_MAX_LENGTH = 300
_CONFIG = re.compile(r"(?P<runner>jest|vitest|vite)\.config\.(?:[mc]?[jt]s|json)")
_ROOT_FILES = ("jest.config.json", "package.json")
_TOKEN = re.compile(
    r"""
      (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\$])*`)
    | (?P<expression>/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*)
    | (?P<name>[A-Za-z_$][\w$]*)
    | (?P<sign>\.\.\.|\S)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = frozenset("{[("), frozenset("}])")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ROOT_DIR = re.compile(r"<rootDir>/?")


class _Setting(msgspec.Struct, frozen=True):
    """A key with the keys around it, and the texts and regular expressions that are its value.

    `place` is the number of the object in a list that the key is in, 0 if it is in none.
    """

    keys: tuple[str, ...]
    place: int
    texts: tuple[str, ...]


def read_script_tests(root: Path, paths: Iterable[str]) -> tuple[RunnerTests, ...]:
    """Return the settings of all runners; `paths` are those of the indexed files, `package.json` is read at the root."""
    named = [(path, match["runner"]) for path in sorted(paths) if (match := _config_of(path)) is not None]
    folders = {path.rpartition("/")[0] for path, runner in named if runner == "vitest"}
    named = [each for each in named if each[1] != "vite" or each[0].rpartition("/")[0] not in folders]
    found: list[RunnerTests] = []
    for path, runner in named[:_MAX_FILES]:
        content = read_bytes(root, path, max_bytes=_MAX_BYTES)
        if isinstance(content, bytes):
            settings = list(_settings(content.decode("utf-8", "replace")))
            folder = path.rpartition("/")[0]
            found += _jest(folder, settings) if runner == "jest" else _vitest(folder, settings, runner)
    for path in _ROOT_FILES:
        content = read_bytes(root, path, max_bytes=_MAX_BYTES)
        if isinstance(content, bytes):
            settings = _json_settings(content)
            inner = [each for each in settings if each.keys[:1] == ("jest",)]
            own = [msgspec.structs.replace(each, keys=each.keys[1:]) for each in inner]
            chosen = settings if path != "package.json" else own
            found += _jest("", chosen) if chosen else []
    return tuple(found)


def _config_of(path: str) -> "re.Match[str] | None":
    return _CONFIG.fullmatch(path.rpartition("/")[2])


def _jest(folder: str, settings: Sequence[_Setting]) -> list[RunnerTests]:
    """Return the tests of Jest, those of each of its `projects` apart."""
    groups = _by_project(settings, ())
    return [_jest_project(folder, each) for each in groups]


def _jest_project(folder: str, settings: Mapping[str, _Setting]) -> RunnerTests:
    globs, expressions = settings.get("testMatch"), settings.get("testRegex")
    is_usual = globs is None and expressions is None
    starts = settings.get("roots")
    ignored = settings.get("testPathIgnorePatterns")
    base = settings.get("rootDir")
    start = "" if base is None or not base.texts else _inside(base.texts[0])
    below = f"{start}/" if start else ""
    return RunnerTests(
        languages=SCRIPT_LANGUAGES,
        folder=folder,
        starts=(start,)
        if starts is None
        else tuple(_inside(_ROOT_DIR.sub(below, each)) for each in starts.texts),
        globs=JEST_TESTS if is_usual else tuple(_rooted(each, below) for each in _texts(globs)),
        expressions=tuple(_ROOT_DIR.sub(f"^/{below}", each) for each in _texts(expressions)),
        ignored=JEST_IGNORED
        if ignored is None
        else tuple(_ROOT_DIR.sub(f"^/{below}", each) for each in ignored.texts),
    )


def _vitest(folder: str, settings: Sequence[_Setting], runner: str) -> list[RunnerTests]:
    """Return the tests of Vitest, those of each of its `projects` apart; a Vite file counts if it says anything of tests."""
    groups = _by_project(settings, ("test",))
    if runner == "vite" and not any("test" in each.keys for each in settings):
        return []
    return [_vitest_project(folder, each) for each in groups]


def _vitest_project(folder: str, settings: Mapping[str, _Setting]) -> RunnerTests:
    globs, excluded, start = settings.get("include"), settings.get("exclude"), settings.get("dir")
    return RunnerTests(
        languages=SCRIPT_LANGUAGES,
        folder=folder,
        starts=("",) if start is None or not start.texts else (_inside(start.texts[0]),),
        globs=VITEST_TESTS if globs is None or not globs.texts else globs.texts,
        # Most lists of what is excluded begin with the usual ones.
        excluded=(*VITEST_EXCLUDED, *_texts(excluded)),
    )


def _by_project(settings: Sequence[_Setting], around: tuple[str, ...]) -> list[dict[str, _Setting]]:
    """Return the settings of each project by key; those of the file alone if no project has any of its own."""
    own: dict[str, _Setting] = {}
    projects: dict[int, dict[str, _Setting]] = {}
    for each in settings:
        outer, name = each.keys[:-1], each.keys[-1]
        if outer == around:
            own.setdefault(name, each)
        elif "projects" in outer and outer[outer.index("projects") + 1 :] == around:
            projects.setdefault(each.place, {}).setdefault(name, each)
    listed = [
        each for _, each in sorted(projects.items()) if {"include", "testMatch", "testRegex"} & set(each)
    ]
    return listed or [own]


def _texts(setting: _Setting | None) -> tuple[str, ...]:
    return () if setting is None else setting.texts


def _inside(folder: str) -> str:
    """Return a folder relative to that of the settings, the whole of it if it leads out."""
    plain = normpath(_ROOT_DIR.sub("", folder)).removeprefix("/")
    return "" if plain == "." or plain.startswith("..") else plain


def _rooted(pattern: str, below: str) -> str:
    sign, rest = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    return f"{sign}{_ROOT_DIR.sub(below, rest)}"


def _json_settings(content: bytes) -> list[_Setting]:
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return []
    return list(_iter_json(document, (), 0))


def _iter_json(value: object, keys: tuple[str, ...], place: int) -> Iterator[_Setting]:
    if isinstance(value, dict) and len(keys) < 5:  # noqa: PLR2004 - no setting is deeper
        for key, inner in value.items():
            yield from _iter_json(inner, (*keys, str(key)), place)
    elif isinstance(value, str) and keys:
        yield _Setting(keys, place, _kept([value]))
    elif isinstance(value, list) and keys:
        yield _Setting(keys, place, _kept(each for each in value if isinstance(each, str)))
        for number, each in enumerate(value, 1):
            if isinstance(each, dict):
                yield from _iter_json(each, keys, number)


def _kept(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for each in texts if len(each) <= _MAX_LENGTH)[:_MAX_VALUES]


def _settings(text: str) -> Iterator[_Setting]:
    """Yield the keys of all object literals whose values are texts, regular expressions, or lists of them.

    Calls and functions around an object do not count.
    """
    tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup != "comment"]
    reader = _ObjectReader()
    before = ""
    for token, following in zip(tokens, [*(each.group() for each in tokens[1:]), ""], strict=True):
        sign = token.group()
        if sign in _OPENING:
            yield from reader.open(sign)
        elif sign in _CLOSING:
            yield from reader.close(sign)
        elif token.lastgroup in {"name", "text"} and following == ":" and reader.is_in("{"):
            reader.set_key(_value(token))
        elif token.lastgroup in {"text", "expression"}:
            yield from reader.read(_value(token), is_whole=before == ":" and following in {",", "}"})
        before = sign


class _Bracket(msgspec.Struct, frozen=True):
    """An open bracket: how many keys are around it, and the place outside of it."""

    sign: str
    n_keys: int
    place: int


class _ObjectReader:
    """The keys around the present token of nested object literals, and the list that it is in."""

    def __init__(self) -> None:
        self._keys: list[str] = []
        self._brackets: list[_Bracket] = []
        self._listed: list[str] | None = None
        self._place = 0
        self._n_objects = 0

    def is_in(self, sign: str) -> bool:
        """Whether the innermost bracket is of a kind."""
        return bool(self._brackets) and self._brackets[-1].sign == sign

    def set_key(self, key: str) -> None:
        """Begin a key; it ends where the next one begins, or its object."""
        del self._keys[self._brackets[-1].n_keys :]
        self._keys.append(key)

    def open(self, sign: str) -> Iterator[_Setting]:
        """Begin an object, a list, or something else in brackets; an object is a value without texts."""
        if sign == "{" and self._keys:
            yield _Setting(tuple(self._keys), self._place, ())
        is_listed = sign == "{" and self.is_in("[")
        self._brackets.append(_Bracket(sign, len(self._keys), self._place))
        if is_listed:
            self._n_objects += 1
            self._place = self._n_objects
        if sign == "[" and self._keys:
            self._listed = []

    def close(self, sign: str) -> Iterator[_Setting]:
        """End what was opened; a list yields its texts."""
        if not self._brackets:
            return
        ended = self._brackets.pop()
        self._place = ended.place
        del self._keys[ended.n_keys :]
        if sign == "]" and self._listed is not None:
            if self._keys:
                yield _Setting(tuple(self._keys), self._place, _kept(self._listed))
            self._listed = None

    def read(self, text: str, *, is_whole: bool) -> Iterator[_Setting]:
        """Take a text into the list around it, or yield it as the whole value of a key."""
        if self.is_in("[") and self._listed is not None:
            self._listed.append(text)
        elif is_whole and self._keys:
            yield _Setting(tuple(self._keys), self._place, _kept([text]))


def _value(token: "re.Match[str]") -> str:
    text = token.group()
    if token.lastgroup == "text":
        return _ESCAPE.sub(r"\1", text[1:-1])
    if token.lastgroup == "expression":
        return text[1 : text.rindex("/")].replace("\\/", "/")
    return text
