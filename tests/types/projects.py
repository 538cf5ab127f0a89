"""Projects for the engine: files in one text, and a run over them.

#- shop/cart.py
class Cart: ...
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codeshed.model.facts.type_facts import FileTypes, SymbolsByOffset
from codeshed.model.source_reader import line_starts
from codeshed.model.text.source_decoding import decode_source
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.project.types.type_runs import symbols_in_files
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_report import EngineReport
from codeshed.types.type_engine import start_engine
from tests.types.dump import Dump

_FILE = re.compile(r"^#- (\S+)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Analysed:
    """The texts of files, and what the engine reported about them."""

    content_by_path: Mapping[str, bytes]
    report: EngineReport

    def types(self, path: str) -> FileTypes | None:
        """Return what is known of a file."""
        return self.report.read(path, line_starts(self.content_by_path[path]))

    def lines(self, path: str) -> list[str]:
        """Return what is known of a file, as text."""
        types = self.types(path)
        return [] if types is None else Dump(self.content_by_path).lines(path, types)


def files_in(text: str) -> dict[str, bytes]:
    """Return the files of a project that is written in one text."""
    parts = _FILE.split(textwrap.dedent(text))
    return {path: content.encode() for path, content in zip(parts[1::2], parts[2::2], strict=True)}


def write_files(root: Path, content_by_path: Mapping[str, bytes]) -> None:
    """Write files below a root."""
    for path, content in content_by_path.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)


def symbols_of(content_by_path: Mapping[str, bytes]) -> SymbolsByOffset:
    """Return what the code among some files defines."""
    return symbols_in_files(
        parse_file(path, content)
        for path, content in content_by_path.items()
        if path.endswith((".py", ".ipynb"))
    )


@contextmanager
def analysed(
    root: Path,
    content_by_path: Mapping[str, bytes],
    *search_roots: str,
    options: EngineOptions | None = None,
) -> Iterator[Analysed]:
    """Write files, run the engine over those that are Python, and give what it found."""
    write_files(root, content_by_path)
    paths = tuple(path for path in content_by_path if path.endswith((".py", ".pyi", ".ipynb")))
    texts = {path: decode_source(path, content).content for path, content in content_by_path.items()}
    with start_engine(root, paths, search_roots or (".",), options or EngineOptions()) as engine:
        yield Analysed(texts, engine.wait(symbols_of(content_by_path)))
