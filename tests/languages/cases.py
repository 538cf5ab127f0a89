r"""Cases in markdown: a heading names a case, prose says its rule, fenced blocks are its files and expectations.

    ## A call through an alias

    An imported module may be called by another name.

    ```python path=app/a.py
    from app import b as other
    def run(): other.work()
    ```
    ```python path=app/b.py
    def work(): ...
    ```
    ```expect
    app/a.py::run -call-> app/b.py::work [declared]
    ```

A block with a path is a file; Python without a path is `main.py`. With the word `escapes` in its info string, `\r`,
`\x00` and the like in it denote those characters. `expect` holds with and without a type engine, `expect types=on`
and `expect types=off` only so. `tests/languages/assertions.py` says what a line may be. A line that begins with
`FIXME` is true of the code and known not to be found yet: once it is, the test asks for the word to be taken away.
"""

import re
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from codeshed.model.facts.type_facts import TypeReport
from codeshed.model.semantic import SemanticData
from codeshed.project.index.graph_in_memory import Types, read_repository
from codeshed.project.parsing.python_parsing import parse_file
from tests.languages.assertions import Assertion, parse_assertion
from tests.languages.found import EntryPoint
from tests.languages.typed_cases import typed_cases
from tests.support.resolve_in_memory import resolve_python_files

FOLDER = Path(__file__).parent

_HEADING = re.compile(r"(?P<marks>#{1,4}) +(?P<title>.+)")
_FENCE = re.compile(r"(?P<ticks>```+)(?P<info>.*)")
_FIXME = "FIXME "
_DEFAULT_PATH = "main.py"
_MODES = {"on": (True,), "off": (False,), None: (False, True)}


class BrokenCaseError(Exception):
    """A markdown file does not keep the format."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One line of an `expect` block: where it stands, in which modes it holds, and whether it is found already."""

    line: int
    text: str
    assertion: Assertion
    modes: tuple[bool, ...]
    is_fixme: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A small project and what is true of it."""

    document: str
    title: str
    prose: str
    files: dict[str, str]
    expectations: tuple[Expectation, ...]

    @property
    def name(self) -> str:
        """The id of its test."""
        return f"{self.document}::{self.title}"


@dataclass(slots=True)
class _Section:
    title: str
    line: int
    prose: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    expectations: list[Expectation] = field(default_factory=list)


def find_cases(folder: Path = FOLDER) -> tuple[Case, ...]:
    """Return the cases of all markdown files below a folder, in the order of their paths."""
    return tuple(
        case
        for path in sorted(folder.rglob("*.md"))
        for case in parse_cases(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix())
    )


def parse_cases(markdown: str, document: str) -> tuple[Case, ...]:
    """Return the cases of one markdown file; a section without blocks is prose about those behind it."""
    cases: dict[str, Case] = {}
    for section in _sections(markdown, document):
        if not section.files and not section.expectations:
            continue
        place = f"{document}:{section.line}"
        prose = " ".join(section.prose)
        for is_missing, why in (
            (not section.files, "a case needs a file"),
            (not section.expectations, "a case needs an expectation"),
            (not prose, "a case needs a sentence that says its rule"),
            (section.title in cases, f"there is another case called {section.title!r}"),
        ):
            if is_missing:
                raise BrokenCaseError(place, why)
        cases[section.title] = Case(
            document=document,
            title=section.title,
            prose=prose,
            files=section.files,
            expectations=tuple(section.expectations),
        )
    return tuple(cases.values())


def _sections(markdown: str, document: str) -> list[_Section]:
    # Only a line feed ends a line: form feeds and carriage returns may be part of an example.
    lines = markdown.split("\n")
    sections = [_Section(title=document, line=1)]
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if fence := _FENCE.fullmatch(line):
            begin = number
            while number < len(lines) and lines[number] != fence["ticks"]:
                number += 1
            if number == len(lines):
                raise BrokenCaseError(f"{document}:{begin}", "this block does not end")
            _add_block(sections[-1], fence["info"].split(), lines[begin:number], begin, document)
            number += 1
        elif heading := _HEADING.fullmatch(line):
            sections.append(_Section(title=heading["title"].strip(), line=number))
        elif line.strip() and not line.startswith("<!--"):
            sections[-1].prose.append(line.strip())
    return sections


def _add_block(section: _Section, info: list[str], lines: list[str], begin: int, document: str) -> None:
    language = info[0] if info else ""
    options = dict(word.split("=", 1) for word in info[1:] if "=" in word)
    place = f"{document}:{begin}"
    if language == "expect":
        mode = options.get("types")
        if mode not in _MODES or len(options) != len(info) - 1:
            raise BrokenCaseError(place, "an expectation is for `types=on`, `types=off`, or both")
        section.expectations += [
            _expectation(line.strip(), number, _MODES[mode], document)
            for number, line in enumerate(lines, start=begin + 1)
            if line.strip() and not line.startswith("#")
        ]
        return
    path = options.get("path", _DEFAULT_PATH if language == "python" else None)
    if path is None:
        raise BrokenCaseError(place, "a block that is no Python needs a path")
    if path in section.files:
        raise BrokenCaseError(place, f"the case has another file {path!r}")
    text = "".join(f"{line}\n" for line in lines)
    section.files[path] = _unescaped(text) if "escapes" in info[1:] else text


def _expectation(line: str, number: int, modes: tuple[bool, ...], document: str) -> Expectation:
    is_fixme = line.startswith(_FIXME)
    text = line.removeprefix(_FIXME)
    try:
        assertion = parse_assertion(text)
    except ValueError as error:
        raise BrokenCaseError(f"{document}:{number}", str(error)) from error
    return Expectation(line=number, text=text, assertion=assertion, modes=modes, is_fixme=is_fixme)


def _unescaped(text: str) -> str:
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


def index_case(files: dict[str, str], *, types: bool) -> SemanticData:
    """Return what the product makes of a small project, with or without a type engine.

    A case of one file takes its types from a run of the engine over all such cases.
    """
    if types and list(files) == [_DEFAULT_PATH]:
        report = _reports()[files[_DEFAULT_PATH]]
        return resolve_python_files([parse_file(_DEFAULT_PATH, files[_DEFAULT_PATH].encode())], report)
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), files)
        return read_repository(Path(folder), types=Types.ON if types else Types.OFF).data


@cache
def _reports() -> dict[str, TypeReport]:
    """Return what the type engine says of each single file, by its text."""
    texts = {case.files[_DEFAULT_PATH] for case in find_cases() if list(case.files) == [_DEFAULT_PATH]}
    return typed_cases((text, text) for text in sorted(texts))


def entry_points(data: SemanticData) -> tuple[EntryPoint, ...]:
    """Return the entry points that the product found."""
    return tuple(
        EntryPoint(each.symbol, each.kind, each.detail)
        for document in data.documents
        for each in document.entry_points
    )


def write_tree(root: Path, files: dict[str, str]) -> None:
    """Write the files of a case below a folder, every byte as it stands in the case."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
