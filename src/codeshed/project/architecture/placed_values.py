"""JSON, JSONC and YAML with the line of each value.

Turns: a text → plain values, and the line of each by its path: `("rules", 2, "from")`.
"""

import json
import re
from collections.abc import Mapping

import msgspec
import yaml

from codeshed.model.architecture.rule_validation import Path

_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_SCALAR = re.compile(r'"(?:[^"\\\n]|\\.)*"|[-+.\w]+')
_MAX_DEPTH = 50


class PlacedValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value, and the lines of all that is in it; the path `()` is the value itself."""

    value: object
    lines: Mapping[Path, int]

    def line_of(self, path: Path) -> int | None:
        """Return the line of a value, or of the nearest value around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


class TextProblemError(ValueError):
    """A text that is no JSON or YAML: the line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


def parse_json(text: str) -> PlacedValue:
    """Parse JSON that may have comments and commas before closing brackets."""
    reader = _JsonReader(text)
    return PlacedValue(value=reader.read_document(), lines=reader.lines)


def parse_yaml(text: str) -> PlacedValue:
    """Parse YAML; dates stay texts."""
    lines: dict[Path, int] = {}
    try:
        node = yaml.compose(text, Loader=_TextLoader)
        if node is not None:
            _note_lines(node, (), lines)
        value: object = yaml.load(text, Loader=_TextLoader)  # noqa: S506 - it only makes plain values
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise TextProblemError(1 if mark is None else mark.line + 1, f"{error.problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise TextProblemError(1, str(error).partition("\n")[0]) from None
    return PlacedValue(value=value, lines=lines)


class _TextLoader(yaml.SafeLoader):
    """Makes plain values only, and leaves dates as texts."""


_TextLoader.yaml_implicit_resolvers = {
    first: [each for each in resolvers if each[0] != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _note_lines(node: yaml.Node, path: Path, lines: dict[Path, int]) -> None:
    lines[path] = node.start_mark.line + 1
    if len(path) > _MAX_DEPTH:
        raise TextProblemError(node.start_mark.line + 1, "it is nested too deeply")
    if isinstance(node, yaml.SequenceNode):
        for index, each in enumerate(node.value):
            _note_lines(each, (*path, index), lines)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _note_lines(value, (*path, key.value), lines)
            lines[*path, key.value] = key.start_mark.line + 1


class _JsonReader:
    """A recursive reader of JSON that notes lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self.lines: dict[Path, int] = {}

    def read_document(self) -> object:
        value = self._read_value(())
        self._skip_blank()
        if self._position < len(self._text):
            raise self._error("there is something behind the end")
        return value

    def _read_value(self, path: Path) -> object:
        if len(path) > _MAX_DEPTH:
            raise self._error("it is nested too deeply")
        self._skip_blank()
        self.lines.setdefault(path, self._line())
        first = self._text[self._position : self._position + 1]
        if first == "{":
            return self._read_object(path)
        if first == "[":
            return self._read_array(path)
        return self._read_scalar()

    def _read_object(self, path: Path) -> dict[str, object]:
        found: dict[str, object] = {}
        self._position += 1
        while not self._takes("}"):
            self._skip_blank()
            line = self._line()
            key = self._read_scalar()
            if not isinstance(key, str):
                raise self._error("a name is not in double quotes")
            if key in found:
                raise self._error(f"{key!r} is there twice")
            self.lines[*path, key] = line
            if not self._takes(":"):
                raise self._error(f"there is no colon behind {key!r}")
            found[key] = self._read_value((*path, key))
            if not self._takes(",") and not self._sees("}"):
                raise self._error("there is no comma or } behind a value")
        return found

    def _read_array(self, path: Path) -> list[object]:
        found: list[object] = []
        self._position += 1
        while not self._takes("]"):
            found.append(self._read_value((*path, len(found))))
            if not self._takes(",") and not self._sees("]"):
                raise self._error("there is no comma or ] behind a value")
        return found

    def _read_scalar(self) -> object:
        match = _SCALAR.match(self._text, self._position)
        shown = match[0] if match else self._text[self._position : self._position + 1] or "the end"
        try:
            value: object = json.loads(shown)
        except ValueError:
            raise self._error(f"{shown} is no JSON value") from None
        self._position += len(shown)
        return value

    def _skip_blank(self) -> None:
        match = _BLANK.match(self._text, self._position)
        self._position = self._position if match is None else match.end()

    def _sees(self, sign: str) -> bool:
        self._skip_blank()
        return self._text.startswith(sign, self._position)

    def _takes(self, sign: str) -> bool:
        is_there = self._sees(sign)
        self._position += len(sign) if is_there else 0
        return is_there

    def _line(self) -> int:
        return self._text.count("\n", 0, self._position) + 1

    def _error(self, reason: str) -> TextProblemError:
        return TextProblemError(self._line(), reason)
