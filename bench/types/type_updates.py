"""`python -m bench.types.type_updates FOLDER [--edits N] [--seed S] [--bodies | --together]`: are types right after edits?

It copies the Python files of a folder, edits the copy, brings what is known of its types up to date after each edit and
compares that with a run of the type engine over all files. It prints how many edits others could not see, how many
files ran again, and how many kept types that had become wrong: none must.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bench.types.code_edits import copy_project, edit
from codeshed.discover.source_discovery import discover_files
from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.type_facts import symbols_by_name_offset
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.project.types.type_records import FileTypeRecord
from codeshed.project.types.type_runs import plan_runs
from codeshed.project.types.type_updates import TypedProject, run_types, update_types
from codeshed.types.engine_options import EngineOptions


@dataclass(slots=True)
class Outcome:
    """What happened over many edits."""

    n_edits: int = 0
    n_unseen: int = 0
    n_files: int = 0
    n_run_again: int = 0
    n_changed_others: int = 0
    seconds: list[float] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    unseen_kinds: Counter[str] = field(default_factory=Counter)


@cache
def _parsed(path: str, content: bytes) -> ParsedFile:
    """Parse a text once: most files stay as they are from edit to edit."""
    return parse_file(path, content)


class EditedProject:
    """A folder of code that is edited, and what is known of its types."""

    def __init__(self, root: Path, known: dict[str, FileTypeRecord] | None = None) -> None:
        self.root = root
        self.known = run_types(self.project(), self.paths()).types_by_path if known is None else known

    def paths(self) -> tuple[str, ...]:
        """Return the files as they are now."""
        return discover_files(self.root).files

    def project(self) -> TypedProject:
        """Return the project as it is now."""

        @cache
        def file_at(path: str) -> ParsedFile | None:
            file = self.root / path
            return _parsed(path, file.read_bytes()) if file.is_file() else None

        @cache
        def symbols_in(path: str) -> dict[int, str]:
            file = None if path.endswith(".pyi") else file_at(path)
            return {} if file is None else symbols_by_name_offset(path, file.facts)

        return TypedProject(
            root=self.root,
            runs=plan_runs(self.paths()),
            file_at=file_at,
            symbols_in=symbols_in,
            options=EngineOptions(),
        )

    def update(self, *changed: str) -> dict[str, FileTypeRecord]:
        """Bring what is known up to date after an edit, and return what was found again."""
        found = update_types(self.project(), self.known, changed).types_by_path
        paths = frozenset(self.paths())
        self.known = {path: each for path, each in {**self.known, **found}.items() if path in paths}
        return found

    def find_stale(self) -> list[str]:
        """Return the files that a run over all of them knows otherwise, and take that over."""
        everything = run_types(self.project(), self.paths()).types_by_path
        stale = [
            path
            for path in sorted(everything.keys() | self.known.keys())
            if everything.get(path) != self.known.get(path)
        ]
        self.known = everything
        return stale


def check_edits(
    root: Path, n_edits: int, seed: int, report: Callable[[str], None] = print, *, is_in_body: bool = False
) -> Outcome:
    """Edit the code below a folder, or the bodies of its functions alone, and update what is known, again and again."""
    edited = EditedProject(root)
    source = random.Random(seed)
    outcome = Outcome()
    while outcome.n_edits < n_edits:
        path = source.choice([each for each in edited.paths() if each.endswith(".py")])
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        kind, content = edit(text, source, is_in_body=is_in_body)
        if content is None:
            continue
        before = edited.known
        (root / path).write_text(content, encoding="utf-8")
        began = time.perf_counter()
        found = edited.update(path)
        outcome.seconds.append(time.perf_counter() - began)
        kept = edited.known
        stale = edited.find_stale()
        is_unseen = set(found) == {path}
        outcome.n_edits += 1
        outcome.n_unseen += is_unseen
        outcome.n_files += len(kept)
        outcome.n_run_again += len(found)
        outcome.n_changed_others += any(
            before[each].types != edited.known[each].types for each in before if each != path
        )
        outcome.kinds[kind] += 1
        outcome.unseen_kinds[kind] += is_unseen
        outcome.stale += [f"{kind} in {path}: {each}" for each in stale]
        report(f"{outcome.n_edits:4} {kind} in {path}: {len(found)} run again, stale {stale}")
    return outcome


def check_unseen_edits(root: Path, n_edits: int, seed: int, report: Callable[[str], None] = print) -> Outcome:
    """Edit bodies below a folder, take back what others can see, and compare with one run over all files in the end.

    Who can't see an edit does not run again, so that this is where types could become stale.
    """
    edited = EditedProject(root)
    source = random.Random(seed)
    outcome = Outcome()
    while outcome.n_edits < n_edits:
        path = source.choice([each for each in edited.paths() if each.endswith(".py")])
        text = (root / path).read_bytes()
        kind, content = edit(text.decode("utf-8", "replace"), source, is_in_body=True)
        if content is None:
            continue
        (root / path).write_text(content, encoding="utf-8")
        began = time.perf_counter()
        found = run_types(edited.project(), [path]).types_by_path
        outcome.seconds.append(time.perf_counter() - began)
        is_unseen = found[path].exports == edited.known[path].exports
        if is_unseen:
            edited.known |= found
        else:
            (root / path).write_bytes(text)
        outcome.n_edits += 1
        outcome.n_unseen += is_unseen
        outcome.n_files += len(edited.known)
        outcome.n_run_again += 1
        outcome.kinds[kind] += 1
        outcome.unseen_kinds[kind] += is_unseen
        report(f"{outcome.n_edits:4} {kind} in {path}: {'unseen' if is_unseen else 'seen'}")
    outcome.stale = edited.find_stale()
    return outcome


def _say(line: str) -> None:
    print(line, flush=True)


def main(arguments: list[str]) -> None:
    """Edit a copy of a folder and print what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.types.type_updates", description="Check types after random edits."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bodies", action="store_true", help="edit the bodies of functions alone")
    parser.add_argument(
        "--together",
        action="store_true",
        help="edit bodies, take back what others can see, and run over all files once in the end",
    )
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="codeshed-edits-") as folder:
        copy_project(options.folder, Path(folder))
        outcome = (
            check_unseen_edits(Path(folder), options.edits, options.seed, _say)
            if options.together
            else check_edits(Path(folder), options.edits, options.seed, _say, is_in_body=options.bodies)
        )
    print(
        f"{outcome.n_edits} edits, {outcome.n_unseen} that others can't see; "
        f"{outcome.n_changed_others} changed the types of others; "
        f"{outcome.n_run_again} of {outcome.n_files} files ran again; "
        f"{len(outcome.stale)} stale; {sorted(outcome.seconds)[len(outcome.seconds) // 2]:.1f} s in the middle\n"
        + "\n".join(
            f"  {kind}: {outcome.unseen_kinds[kind]} of {n} unseen"
            for kind, n in sorted(outcome.kinds.items())
        )
        + "\n".join(["", *outcome.stale])
    )


if __name__ == "__main__":
    main(sys.argv[1:])
