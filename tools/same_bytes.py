"""Whether a change keeps every byte of what Codeshed answers: the net below a refactoring.

python -m tools.same_bytes ~/checkouts/* --against main --keep /tmp/same-bytes
python -m tools.same_bytes ~/checkouts/* --against main --edits 6

Turns: checkouts and two revisions of Codeshed → the exports that differ. For each checkout, each revision builds an
index from nothing and writes every export: edges, SemanticData, footprints, the profile, the graph file, and for a
sample of symbols their graph packs, impacts, contexts, callers and callees, and the paths between them, in every format;
and what is unused. With `--edits`, each revision also makes that many random edits, the same ones, in a copy of the
checkout. After each edit it answers from a quick update, brings the index up to date, writes the exports again, and what
the edit reaches. The signature of the index, which must differ, is masked. Exits with 1 if any export differs.

The other revision is run from a worktree of its own, by its command line alone, so that it may be laid out in any way.
With `--keep` its exports stay in a folder, and a second run makes only those of the current tree.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.project.index_edits import files_and_manifests_in, write_files
from tests.support.code_edits import CodeEditor

ROOT = Path(__file__).parents[1]
_DOCUMENTS = ("graph", "impact", "context", "callers", "callees", "search", "find")
_TEXTS = (
    ("graph", "text"),
    ("graph", "md"),
    ("graph", "dot"),
    ("graph", "mermaid"),
    ("graph", "graphml"),
    ("impact", "text"),
    ("context", "md"),
    ("context", "xml"),
    ("callers", "text"),
    ("footprint", "text"),
)
_PAIRS = (("path", "json"), ("path", "text"), ("why", "json"), ("why", "text"))
_DATE = "2026-01-01T00:00:00Z"
_MAX_STDERR = 4000
_OF_CHANGES = (
    ("impact", "json"),
    ("impact", "text"),
    ("affected", "json"),
    ("tests", "json"),
    ("untested", "json"),
    ("risk", "json"),
)
# Runs commands of one revision in one process, since starting Python for each of them takes most of the time. The
# signature of the index is the same for all revisions: it is printed, and its length decides what fits into a budget.
_RUN_COMMANDS = """
import contextlib, importlib, io, json, pkgutil, sys
import codeshed
for module in pkgutil.walk_packages(codeshed.__path__, "codeshed."):
    if module.name.startswith("codeshed.project.") and module.name.endswith("signature"):
        importlib.import_module(module.name).index_signature = lambda settings: "masked"
from codeshed.cli.main import run
for arguments, path in json.load(sys.stdin):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    with contextlib.redirect_stdout(out):
        code = run(arguments)
    out.flush()
    with open(path, "wb") as file:
        file.write(b"exit %d\\n" % code + out.buffer.getvalue())
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """How much of each checkout is compared."""

    n_seeds: int
    n_edits: int


def differing_exports(expected: Path, actual: Path) -> list[str]:
    """Return the names of the exports that are not the same in two folders, or that only one of them has."""
    names = {path.name for folder in (expected, actual) for path in folder.iterdir()}
    return sorted(name for name in names if _content(expected / name) != _content(actual / name))


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def write_exports(source: Path, checkout: Path, folder: Path, amount: Amount) -> None:
    """Write every export of a checkout into a folder, by the Codeshed whose `src` folder is given.

    The folder appears when all is written: a run that was interrupted leaves none that looks complete.
    """
    with tempfile.TemporaryDirectory(prefix="codeshed-same-bytes-") as work:
        index, exports = Path(work) / "index", Path(work) / "exports"
        environment = {
            **os.environ,
            "PYTHONPATH": str(source),
            "XDG_CACHE_HOME": str(Path(work) / "cache"),
        }

        def run_commands(commands: list[tuple[list[str], str]]) -> None:
            ran = subprocess.run(  # noqa: S603 - our own interpreter
                [sys.executable, "-P", "-c", _RUN_COMMANDS],
                cwd=work,
                env=environment,
                input=json.dumps(commands).encode(),
                capture_output=True,
                check=False,
            )
            for arguments, path in commands:
                # Two answers that both failed for a bug would be the same bytes.
                printed = Path(path).read_bytes() if Path(path).exists() else b"exit 3\n"
                if printed.startswith(b"exit 3\n"):
                    raise SystemExit(
                        f"{checkout}: `codeshed {' '.join(arguments)}` of {source} ended in a bug:\n"
                        + ran.stderr.decode(errors="replace")[-_MAX_STDERR:]
                    )

        def make_exports(root: Path, folder: Path, index: Path) -> None:
            arguments = ["write-exports", str(root), str(folder), "--index-dir", str(index)]
            run_commands([(arguments, str(Path(work) / "printed"))])

        make_exports(checkout, exports, index)
        # Packages know their folder's name, so the copy has the same.
        edited, edited_index = Path(work) / "edited" / checkout.name, Path(work) / "edited-index"
        for number, _ in enumerate(_edit(checkout, edited, amount.n_edits)):
            if number:
                quick = ["--repo", str(edited), "--index-dir", str(edited_index), "--refresh", "quick"]
                seeds = _seeds(exports / f"edit-{number - 1:03}-edges.jsonl", amount.n_seeds // 4)
                run_commands(
                    [
                        (
                            ["callers", seed, "--format", "json", *quick],
                            str(exports / f"edit-{number:03}-quick-{place:03}.json"),
                        )
                        for place, seed in enumerate(seeds)
                    ]
                )
            after_edit = Path(work) / "after-edit"
            make_exports(edited, after_edit, edited_index)
            for path in after_edit.iterdir():
                path.rename(exports / f"edit-{number:03}-{path.name}")
            after_edit.rmdir()
            if number:
                place = ["--repo", str(edited), "--index-dir", str(edited_index), "--refresh", "never"]
                run_commands(
                    [
                        (
                            [command, "--diff", "HEAD~1", "--format", form, *place],
                            str(exports / f"edit-{number:03}-{command}.{form}"),
                        )
                        for command, form in _OF_CHANGES
                    ]
                )
        repository = ["--repo", str(checkout), "--index-dir", str(index), "--refresh", "never"]
        commands = [
            (
                [document, seed, "--format", "json", *repository],
                str(exports / f"{document}-{number:03}.json"),
            )
            for number, seed in enumerate(_seeds(exports / "edges.jsonl", amount.n_seeds))
            for document in _DOCUMENTS
        ]
        commands += [
            ([command, seed, "--format", form, *repository], str(exports / f"{command}-{number:03}.{form}"))
            for number, seed in enumerate(_seeds(exports / "edges.jsonl", amount.n_seeds // 4))
            for command, form in _TEXTS
        ]
        seeds = _seeds(exports / "edges.jsonl", amount.n_seeds)
        commands += [
            (
                [command, start, end, "--format", form, *repository],
                str(exports / f"{command}-{number:03}.{form}"),
            )
            for number, (start, end) in enumerate(zip(seeds[::2], seeds[1::2], strict=False))
            for command, form in _PAIRS
        ]
        commands.append((["unused", "--format", "json", *repository], str(exports / "unused.json")))
        run_commands(commands)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(exports, folder)


def _edit(checkout: Path, folder: Path, n_edits: int) -> Iterator[None]:
    """Copy the code of a checkout and edit it: yields for the copy itself, and after each edit."""
    if not n_edits:
        return
    files = files_and_manifests_in(checkout)
    editor = CodeEditor(files, seed=1)
    write_files(folder, {}, files)
    _git(folder, "init", "--quiet")
    _commit_all(folder)
    yield
    for _ in range(n_edits):
        before = dict(editor.files)
        editor.step()
        write_files(folder, before, editor.files)
        _commit_all(folder)
        yield


def _git(folder: Path, *arguments: str) -> None:
    person = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    environment = {**os.environ, "GIT_COMMITTER_DATE": _DATE}
    subprocess.run(["git", "-C", str(folder), *person, *arguments], check=True, env=environment)  # noqa: S603, S607 - git


def _commit_all(folder: Path) -> None:
    """Commit everything; the date is fixed, since an answer names its commit."""
    _git(folder, "add", "--all", "--force")
    _git(folder, "commit", "--quiet", "--allow-empty", "--date", _DATE, "--message", "edit")


def _seeds(edges: Path, n_seeds: int) -> list[str]:
    """Return symbols with edges, evenly spaced in their order, so that the choice is the same for the same graph."""
    with edges.open(encoding="utf-8") as lines:
        symbols = sorted({json.loads(line)["source"] for line in lines})
    step = max(1, len(symbols) // n_seeds)
    return symbols[::step][:n_seeds]


@contextmanager
def _worktree(revision: str) -> Iterator[Path]:
    """Check out a revision of Codeshed aside."""
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory(prefix="codeshed-worktree-") as folder:
        path = Path(folder) / "codeshed"
        subprocess.run([*git, "add", "--quiet", "--detach", str(path), revision], check=True)  # noqa: S603 - git
        try:
            yield path
        finally:
            subprocess.run([*git, "remove", "--force", str(path)], check=True)  # noqa: S603 - git


def _commit(revision: str) -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", f"{revision}^{{commit}}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - git


def _expected_folder(keep: Path, commit: str, checkout: Path, amount: Amount) -> Path:
    """Return where the exports of a checkout by another revision are kept."""
    key = hashlib.sha256(str(checkout).encode()).hexdigest()[:8]
    return keep / commit[:12] / f"{checkout.name}-{key}-{amount.n_seeds}-{amount.n_edits}"


def compare(checkouts: list[Path], revision: str, keep: Path, amount: Amount) -> int:
    """Print for each checkout whether its exports are the same, and return how many checkouts differ."""
    commit = _commit(revision)
    expected = {each: _expected_folder(keep, commit, each, amount) for each in checkouts}
    missing = [each for each in checkouts if not expected[each].exists()]
    if missing:
        with _worktree(commit) as worktree:
            for checkout in missing:
                write_exports(worktree / "src", checkout, expected[checkout], amount)
    n_different = 0
    for checkout in checkouts:
        with tempfile.TemporaryDirectory(prefix="codeshed-exports-") as folder:
            actual = Path(folder) / "exports"
            write_exports(ROOT / "src", checkout, actual, amount)
            names = differing_exports(expected[checkout], actual)
            if names:
                n_different += 1
                kept = expected[checkout].with_name(expected[checkout].name + ".actual")
                shutil.rmtree(kept, ignore_errors=True)
                shutil.move(actual, kept)
                print(f"{checkout.name}: {len(names)} differ: {', '.join(names[:8])}", flush=True)
                print(f"    compare {expected[checkout]} with {kept}", flush=True)
            else:
                n_exports = sum(1 for _ in expected[checkout].iterdir())
                print(f"{checkout.name}: {n_exports} exports, the same bytes", flush=True)
    return n_different


def main() -> int:
    """Compare the current tree with another revision."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("checkouts", nargs="+", type=Path, metavar="CHECKOUT")
    parser.add_argument(
        "--against", required=True, metavar="REV", help="the revision whose bytes are expected"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep the exports of REV here for the next run"
    )
    parser.add_argument(
        "--seeds", type=int, default=12, help="how many symbols of each checkout are asked about"
    )
    parser.add_argument(
        "--edits", type=int, default=0, help="how many random edits are made in a copy of each checkout"
    )
    options = parser.parse_args()
    checkouts = [each.resolve() for each in options.checkouts]
    with tempfile.TemporaryDirectory(prefix="codeshed-kept-") as folder:
        n_different = compare(
            checkouts,
            options.against,
            (options.keep or Path(folder)).resolve(),
            Amount(n_seeds=options.seeds, n_edits=options.edits),
        )
    print(f"{len(checkouts) - n_different} of {len(checkouts)} checkouts have the same bytes")
    return 1 if n_different else 0


if __name__ == "__main__":
    sys.exit(main())
