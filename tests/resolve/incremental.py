"""Resolving after random edits, compared with resolving everything; also as a command, for thousands of them.

python -m tests.resolve.incremental FOLDER --edits 1000 --seed 1 --every 10
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from codeshed.discover.source_discovery import discover_files
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.resolve.python.incremental.incremental_resolution import update_resolution
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.resolve.python.incremental.resolved_files import InMemoryResolution
from tests.support.edits import Editor, Files

Parsed = dict[tuple[str, bytes], OpenedFile]
"""Files by their paths and contents, so that each is parsed once."""


class Project:
    """A project that is resolved again after each change."""

    def __init__(self, is_full: Callable[[int], bool] = lambda _: False) -> None:
        self._is_full = is_full
        self.resolved = InMemoryResolution()
        self.n_resolved = 0

    def bring_up_to_date(self, files: Files, parsed: Parsed) -> None:
        """Resolve what changed."""
        opened = {path: _opened(path, content, parsed) for path, content in files.items()}
        known = frozenset(self.resolved.paths())
        changed = tuple(
            path
            for path in sorted(files)
            if path not in known or self.resolved.file(path).content_hash != opened[path].content_hash
        )
        state = ProjectState(
            paths=tuple(sorted(files)),
            changed=changed,
            read_interface=lambda path: opened[path].interface,
            open_file=opened.__getitem__,
            is_full=self._is_full,
        )
        found = update_resolution(self.resolved, state)
        self.n_resolved += len(found.documents)
        self.resolved.apply(found)


def _opened(path: str, content: bytes, parsed: Parsed) -> OpenedFile:
    key = (path, content)
    if key not in parsed:
        file = parse_file(path, content)
        parsed[key] = OpenedFile(
            content=file.content, content_hash=file.content_hash, facts=file.facts, interface=file.interface
        )
    return parsed[key]


def check_edits(
    files: Files, *, seed: int, n_edits: int, every: int = 1, is_full: Callable[[int], bool] = lambda _: False
) -> float:
    """Edit, resolve incrementally, and compare with a full resolution; return how many files ran per edit."""
    editor = Editor(files, seed)
    project = Project(is_full)
    parsed: Parsed = {}
    project.bring_up_to_date(files, parsed)
    project.n_resolved = 0
    for number in range(n_edits):
        edits = editor.step()
        project.bring_up_to_date(editor.files, parsed)
        if number % every == every - 1:
            whole = Project()
            whole.bring_up_to_date(editor.files, parsed)
            check_same(whole.resolved, project.resolved, f"seed {seed}, edit {number}: {edits}")
    return project.n_resolved / max(n_edits, 1)


def check_same(whole: InMemoryResolution, updated: InMemoryResolution, where: str) -> None:
    """Compare two resolutions: documents and everything that is stored."""
    assert whole.paths() == updated.paths(), where
    for path in whole.paths():
        assert whole.document(path) == updated.document(path), f"{where}: the document of {path}"
        assert whole.record(path) == updated.record(path), f"{where}: the flow of {path}"
        assert whole.shared_nodes(path) == updated.shared_nodes(path), f"{where}: the topics of {path}"
        assert whole.n_writes(path) == updated.n_writes(path), f"{where}: the writes of {path}"
    assert whole.outlines() == updated.outlines(), where
    assert whole.outer_fields() == updated.outer_fields(), where
    assert whole.n_attribute_stores() == updated.n_attribute_stores(), where
    assert whole.n_open_writes() == updated.n_open_writes(), where
    assert whole.entry_points() == updated.entry_points(), f"{where}: entry points"


def files_in(folder: Path) -> Files:
    """Return the code below a folder."""
    return {
        path: (folder / path).read_bytes()
        for path in discover_files(folder).files
        if not path.endswith(".pyi")
    }


def main() -> None:
    """Check as many edits as requested."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    n_resolved = check_edits(files_in(given.folder), seed=given.seed, n_edits=given.edits, every=given.every)
    print(f"{given.edits} edits, all as if resolved from nothing; {n_resolved:.1f} files resolved for each")  # noqa: T201 - a command's result


if __name__ == "__main__":
    main()
