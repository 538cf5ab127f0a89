"""How long `codeshed arch check` takes, beside import-linter or dependency-cruiser with the same rules.

python -m bench.architecture.check_speed CHECKOUT --import-linter .importlinter
python -m bench.architecture.check_speed CHECKOUT --dependency-cruiser .dependency-cruiser.json --node-modules DIR --folders packages

Turns: a checkout and a configuration of the other tool → a table. The rules are those that `codeshed arch import` makes of
the configuration. Codeshed runs once with an index from before, as in a hook; the index is built if it is not there.
Times of processors are of all processes of a tool.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.support.report import Table, seconds, table_text

_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
_CODESHED = (sys.executable, "-m", "codeshed")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """What one command took and wrote."""

    wall: float
    user: float
    code: int
    output: str


def _measured(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> _Run:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.perf_counter()
    done = subprocess.run(  # noqa: S603 - commands of this file
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    wall = time.perf_counter() - began
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return _Run(wall=wall, user=user, code=done.returncode, output=done.stdout)


def main() -> int:
    """Measure both tools, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--import-linter", type=Path)
    parser.add_argument("--dependency-cruiser", type=Path)
    parser.add_argument("--node-modules", type=Path)
    parser.add_argument("--folders", nargs="*", default=["."])
    options = parser.parse_args()
    root: Path = options.checkout.resolve()
    given: Path = (options.import_linter or options.dependency_cruiser).resolve()
    environment = {"PYTHONPATH": os.pathsep.join((str(root), *sys.path))}
    if options.import_linter:
        name, command = "import-linter", [sys.executable, "-c", _LINT, "--config", str(given), "--no-cache"]
    else:
        program = options.node_modules.resolve() / "dependency-cruiser" / "bin" / "dependency-cruise.mjs"
        name = "dependency-cruiser"
        command = ["node", str(program), "--config", str(given), "--output-type", "json", *options.folders]
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.json"
        rules.write_text(
            _measured((*_CODESHED, "arch", "import", str(given), "-q"), root, environment).output
        )
        check = (*_CODESHED, "arch", "check", "-q", "--rules", str(rules), "--json")
        _measured((*_CODESHED, "index", "-q"), root, environment)
        ours = _measured(check, root, environment)
    other = _measured(command, root, environment)
    report = json.loads(ours.output)
    print(
        table_text(
            Table(
                title=f"{len(report['rules'])} rules on {root.name}, {report['counts']['files']} files",
                headings=("tool", "wall", "processor", "broken rules", "violations", "exit code"),
                rows=(
                    _row("codeshed, with an index", ours, *_found(report)),
                    _row(name, other, *_found_by_other(name, other.output)),
                ),
            )
        )
    )
    return 0


def _row(name: str, run: _Run, broken: str, violations: str) -> tuple[str, ...]:
    return name, seconds(run.wall), seconds(run.user), broken, violations, str(run.code)


def _found(report: dict[str, list[dict[str, dict[str, int]]]]) -> tuple[str, str]:
    broken = sum(each["summary"]["violations"] > 0 for each in report["rules"])
    return str(broken), str(len(report["violations"]))


def _found_by_other(name: str, output: str) -> tuple[str, str]:
    if name == "import-linter":
        return str(output.count(" BROKEN")), "-"
    violations = json.loads(output)["summary"]["violations"]
    return str(len({each["rule"]["name"] for each in violations})), str(len(violations))


if __name__ == "__main__":
    sys.exit(main())
