"""The text index of any commit, from blobs: each version of a file is parsed once.

Turns: the blobs of a tree → TextIndex.
"""

import pickle
import subprocess
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.search.fixes import Blob
from codeshed.model.languages.language import is_python, language_of_path
from codeshed.model.semantic import DefinitionKind
from codeshed.model.source_reader import line_starts
from codeshed.model.text.source_decoding import decode_source
from codeshed.project.parsing.generic_parsing import parse_generic_file
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.search.file_words import FileWords, UnitSpan, words_of_file
from codeshed.search.segment import make_segment
from codeshed.search.text_index import TextIndex, index_segments

_N_PER_SEGMENT = 256


class BlobReader:
    """Reads blobs of a repository, each once."""

    def __init__(self, root: Path, kept: Path) -> None:
        self._root = root
        self._file = kept
        self._words: dict[tuple[str, str], FileWords] = {}
        if kept.exists():
            self._words = pickle.loads(kept.read_bytes())  # noqa: S301 - we wrote it

    def words(self, blobs: Sequence[Blob]) -> list[FileWords]:
        """Return the words of blobs, in their order."""
        missing = [blob for blob in blobs if (blob.path, blob.id) not in self._words]
        for blob, content in self._read(missing):
            spans, text = spans_and_text(blob.path, content)
            self._words[blob.path, blob.id] = words_of_file(
                blob.path, language_of_path(blob.path), text, spans
            )
        return [self._words[blob.path, blob.id] for blob in blobs]

    def index(self, blobs: Sequence[Blob]) -> TextIndex:
        """Return the text index of a tree."""
        words = self.words(blobs)
        return index_segments(
            [make_segment(words[n : n + _N_PER_SEGMENT]) for n in range(0, len(words), _N_PER_SEGMENT)]
        )

    def keep(self) -> None:
        """Write the words of all blobs to the file that they are kept in."""
        self._file.write_bytes(pickle.dumps(self._words))

    def _read(self, blobs: Sequence[Blob]) -> Iterator[tuple[Blob, bytes]]:
        question = "".join(f"{blob.id}\n" for blob in blobs).encode()
        output = subprocess.run(  # noqa: S603 - a fixed program
            ("git", "-C", str(self._root), "cat-file", "--batch"),  # noqa: S607
            input=question,
            check=True,
            capture_output=True,
        ).stdout
        offset = 0
        for blob in blobs:
            end = output.index(b"\n", offset)
            n_bytes = int(output[offset:end].split()[2])
            yield blob, output[end + 1 : end + 1 + n_bytes]
            offset = end + n_bytes + 2


def spans_and_text(path: str, content: bytes) -> tuple[tuple[UnitSpan, ...], str]:
    """Return the definitions of a file, and its text."""
    source = decode_source(path, content)
    starts = line_starts(source.content)
    text = source.content.decode("utf-8", "replace")
    if is_python(path):
        found = [
            (each.qualified_name, each.begin, each.end, not each.is_class)
            for each in parse_file(path, content).facts.definitions
        ]
    else:
        definitions = parse_generic_file(path, content).definitions
        found = [
            (_qualified(definitions, number), each.begin, each.end, each.kind is DefinitionKind.FUNCTION)
            for number, each in enumerate(definitions)
            if each.kind is not DefinitionKind.VARIABLE
        ]
    spans = tuple(
        UnitSpan(name, bisect_right(starts, begin), bisect_right(starts, max(begin, end - 1)), is_function)
        for name, begin, end, is_function in found
    )
    return spans, text


def _qualified(definitions: Sequence[object], number: int) -> str:
    names = []
    while number >= 0:
        names.append(definitions[number].name)  # type: ignore[attr-defined]
        number = definitions[number].parent  # type: ignore[attr-defined]
    return ".".join(reversed(names))
