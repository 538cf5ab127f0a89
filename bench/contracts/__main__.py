"""`python -m bench.contracts calls FOLDER …` and `python -m bench.contracts mutants FOLDER … [--checkers]`.

`dropped`: of the calls that are right, in any language, how many would be reported with fewer or more arguments. `calls`: what `codeshed contracts` warns of in packages that are known to work. `mutants`: how many seeded mistakes it finds,
and with `--checkers` how many mypy and pyrefly find in the same files.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.contracts.dropped_arguments import print_dropped
from bench.contracts.mutations import KINDS, Mutant, apply, choose, find_mutants
from codeshed.api.project import open_project

_PLACE = re.compile(r"^(?P<path>[^:\s]+\.py):(?P<line>\d+):", re.MULTILINE)
_FINDINGS = ("ARITY_MISMATCH", "INCOMPATIBLE_ARG_KIND")
_Places = set[tuple[str, int]]


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.contracts", description=__doc__)
    parser.add_argument("what", choices=("calls", "mutants", "dropped"))
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=200, help="how many mutants, over all folders and kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkers", action="store_true", help="also run mypy and pyrefly")
    parser.add_argument("--missed", action="store_true", help="list what was not found")
    options = parser.parse_args()
    if options.what == "calls":
        _print_calls(options.folders)
    elif options.what == "dropped":
        print_dropped(options.folders)
    else:
        _print_mutants(options)


def _print_calls(folders: list[Path]) -> None:
    print("| package | calls | checked | ARITY_MISMATCH | INCOMPATIBLE_ARG_KIND |\n|---|---|---|---|---|")
    totals: Counter[str] = Counter()
    lines = []
    for folder in folders:
        with open_project(folder) as project:
            report = project.contracts(profile="wide").document
        counts = report.counts
        figures = {
            "calls": counts.calls,
            "checked": counts.checked_calls,
            "arity": counts.mismatches,
            "types": counts.incompatible_arguments,
        }
        totals.update(figures)
        print(f"| {folder.name} | {' | '.join(f'{each:,}' for each in figures.values())} |", flush=True)
        lines += [
            f"{each.code} {(each.data or {}).get('file')}:{(each.data or {}).get('startLine')} {each.message}"
            for entry in report.symbols
            for each in entry.warnings or ()
            if each.code in _FINDINGS
        ]
    print(f"| all | {' | '.join(f'{each:,}' for each in totals.values())} |\n")
    print("\n".join(lines))


def _print_mutants(options: argparse.Namespace) -> None:
    n_made: Counter[str] = Counter()
    n_found: Counter[tuple[str, str]] = Counter()
    checkers = ("contracts", *(("mypy", "pyrefly") if options.checkers else ()))
    per_kind = -(-options.count // (len(options.folders) * len(KINDS)))
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch) / folder.name
            shutil.copytree(folder, root, ignore=shutil.ignore_patterns(".codeshed", "__pycache__"))
            with open_project(folder) as project:
                all_mutants = list(find_mutants(folder, project.answer_context()))
            mutants = choose(all_mutants, per_kind, options.seed)
            before = {name: _places(name, root) for name in checkers if name != "contracts"}
            apply(root, mutants)
            after = {name: _places(name, root) for name in checkers}
        for mutant in mutants:
            n_made[mutant.kind] += 1
            for name in checkers:
                is_found = _is_found(mutant, after[name] - before.get(name, set()))
                n_found[mutant.kind, name] += is_found
                if options.missed and name == "contracts" and not is_found:
                    print(
                        f"missed: {mutant.kind}: {folder.name}/{mutant.path}:{mutant.line} {mutant.text[:90]!r}",
                        flush=True,
                    )
        print(
            f"{folder.name}: {len(mutants)} of {len(all_mutants)} possible mutants",
            file=sys.stderr,
            flush=True,
        )
    print(f"| mistake | made | {' | '.join(checkers)} |\n|---|---|{'---|' * len(checkers)}")
    for kind in KINDS:
        print(f"| {kind} | {n_made[kind]} | {' | '.join(str(n_found[kind, name]) for name in checkers)} |")
    total = [sum(n_found[kind, name] for kind in KINDS) for name in checkers]
    print(f"| all | {n_made.total()} | {' | '.join(map(str, total))} |")


def _is_found(mutant: Mutant, places: _Places) -> bool:
    """Whether a call is reported on one of its lines; edits keep lines, but for those of arguments that are left out."""
    return any((mutant.path, line) in places for line in range(mutant.line, mutant.end_line + 1))


def _places(checker: str, root: Path) -> _Places:
    if checker == "contracts":
        with open_project(root) as project:
            report = project.contracts(profile="wide").document
        return {
            (str((each.data or {}).get("file")), int((each.data or {}).get("startLine") or 0))
            for entry in report.symbols
            for each in entry.warnings or ()
            if each.code in _FINDINGS
        }
    if checker == "mypy":
        command = [
            "-m",
            "mypy",
            "--check-untyped-defs",
            "--ignore-missing-imports",
            "--no-incremental",
            "--no-error-summary",
            ".",
        ]
        output = _run([sys.executable, *command], root)
        return {(each["path"].removeprefix("./"), int(each["line"])) for each in _PLACE.finditer(output)}
    command = [
        str(Path(sys.executable).parent / "pyrefly"),
        "check",
        "--output-format",
        "json",
        "--skip-interpreter-query",
    ]
    output = _run(
        [
            *command,
            "--preset",
            "default",
            "--check-unannotated-defs",
            "true",
            *(str(each) for each in sorted(root.rglob("*.py"))),
        ],
        root,
    )
    try:
        errors = json.loads(output[output.index("{") :])["errors"]
    except (ValueError, KeyError):
        print(f"pyrefly: {output[:300]}", file=sys.stderr)
        return set()
    return {(_relative(each["path"], root), int(each["line"])) for each in errors}


def _relative(path: str, root: Path) -> str:
    whole = (root / path).resolve()
    return whole.relative_to(root.resolve()).as_posix() if whole.is_relative_to(root.resolve()) else path


def _run(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout  # noqa: S603 - our own tools


if __name__ == "__main__":
    main()
