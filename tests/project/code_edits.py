"""Files of other languages than Python after random edits, compared with all of them resolved anew; also as a command.

python -m tests.project.code_edits FOLDER --edits 200 --seed 1 --every 5 --suffixes .java
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.source_discovery import discover_files
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.languages.language import is_python
from codeshed.model.symbol_ids import content_hash
from codeshed.model.text.source_decoding import decode_source
from codeshed.project.index.generic_incremental_resolution import update_generic_resolution
from codeshed.project.index.generic_resolution_state import (
    INTERFACES,
    RESOLUTION_RECORDS,
    ChangedGenericResolution,
    GenericProjectState,
)
from codeshed.project.index.stored_resolution import DOCUMENTS
from codeshed.project.parsing.generic_parsing import parse_generic_file
from tests.support.code_edits import CodeEditor
from tests.support.edits import Files

if TYPE_CHECKING:
    from codeshed.project.index.current_files import CurrentFiles
    from codeshed.store.index_reading import IndexReader


class RememberedCode:
    """What an index would hold, in memory."""

    def __init__(self, manifests: Files) -> None:
        self._manifests = manifests
        self._files: Files = {}
        self._parsed: dict[tuple[str, bytes], ParsedCode] = {}
        self._parts: dict[str, Files] = {INTERFACES: {}, RESOLUTION_RECORDS: {}, DOCUMENTS: {}}
        self.index_dir = Path("memory")

    def update(self, files: Files) -> ChangedGenericResolution:
        """Bring all up to date."""
        before, self._files = self._files, dict(files)
        state = self._state(before)
        reader = cast("IndexReader", self) if before else None
        changed = update_generic_resolution(reader, state, cast("CurrentFiles", self))
        for path in state.removed:
            for parts in self._parts.values():
                parts.pop(path, None)
        self._parts[INTERFACES].update(changed.interfaces)
        self._parts[RESOLUTION_RECORDS].update(changed.records)
        self._parts[DOCUMENTS].update(changed.documents.iter_packed())
        return changed

    def _state(self, before: Files) -> GenericProjectState:
        files = self._files
        return GenericProjectState(
            paths=tuple(sorted(files)),
            changed=tuple(sorted(path for path in files if files[path] != before.get(path))),
            removed=tuple(sorted(before.keys() - files.keys())),
            manifests=self._manifests,
            has_new_manifests=False,
        )

    def rebuilt(self) -> "RememberedCode":
        """Return what comes of the same files without what is remembered of them."""
        fresh = RememberedCode(self._manifests)
        fresh._parsed = self._parsed
        fresh.update(self._files)
        return fresh

    def parts(self, kind: str) -> Files:
        """Return all parts of a kind."""
        return self._parts[kind]

    def iter_parts(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Yield parts as an index does."""
        yield from sorted(self._parts[kind].items())

    def read_part(self, kind: str, path: str) -> bytes | None:
        """Return a part as an index does."""
        return self._parts[kind].get(path)

    def generic_file(self, path: str) -> ParsedCode:
        """Return a file as it is now."""
        key = path, self._files[path]
        if key not in self._parsed:
            self._parsed[key] = ParsedCode(
                path=path,
                content=decode_source(path, key[1]).content,
                content_hash=content_hash(key[1]),
                facts=parse_generic_file(*key),
            )
        return self._parsed[key]

    def forget_file(self, path: str) -> None:
        """Keep all."""


def check_code_edits(files: Files, manifests: Files, *, seed: int, n_edits: int, every: int) -> list[int]:
    """Edit files, bring what is known of them up to date, and compare it with what is found anew.

    Returns how many files were resolved after each edit.
    """
    editor = CodeEditor(files, seed)
    remembered = RememberedCode(manifests)
    remembered.update(editor.files)
    n_resolved: list[int] = []
    since: list[list[str]] = []
    for number in range(n_edits):
        since.append(editor.step())
        n_resolved.append(len(remembered.update(editor.files).resolved))
        if number % every == every - 1:
            check_same_code(remembered, remembered.rebuilt(), f"seed {seed}, edit {number}: {since}")
            since.clear()
    return n_resolved


def check_same_code(updated: RememberedCode, built: RememberedCode, where: str) -> None:
    """Check that all that is known is the same, and what was asked for it."""
    for kind in (DOCUMENTS, INTERFACES, RESOLUTION_RECORDS):
        one, other = updated.parts(kind), built.parts(kind)
        wrong = sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))
        assert not wrong, f"{where}: {kind} of {wrong[:5]}"


def code_in(folder: Path, suffixes: tuple[str, ...]) -> tuple[Files, Files]:
    """Return the files of other languages below a folder, and its manifests."""
    discovery = discover_files(folder)
    codes = [path for path in discovery.files if not is_python(path) and path.endswith(suffixes or ("",))]
    contents = {path: read_bytes(folder, path) for path in (*codes, *discovery.manifests)}
    found = {path: content for path, content in contents.items() if not isinstance(content, Reason)}
    return {path: found[path] for path in codes if path in found}, {
        path: found[path] for path in discovery.manifests if path in found
    }


def main() -> None:
    """Check as many edits as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--suffixes", nargs="*", default=())
    given = parser.parse_args()
    files, manifests = code_in(given.folder, tuple(given.suffixes))
    began = time.process_time()
    found = sorted(
        check_code_edits(files, manifests, seed=given.seed, n_edits=given.edits, every=given.every)
    )
    print(  # noqa: T201 - a command's result
        f"{given.edits} edits of {len(files)} files, each as if resolved from nothing; resolved again: median "
        f"{found[len(found) // 2]}, nine of ten at most {found[len(found) * 9 // 10]}; "
        f"{time.process_time() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
