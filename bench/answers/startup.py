"""How long `codeshed --help` takes, and which heavy modules it imports.

Measures the time from starting the process to its end, beside an interpreter that does nothing.
"""

import subprocess
import sys
import time
from pathlib import Path

from bench.support.report import Report, Table, met, seconds, times

WANTED_SECONDS = 0.3
N_REPEATS = 10
HEAVY_MODULES = ("numpy", "msgspec", "rustworkx", "splintr", "rich")

_PRINT_MODULES = """
import sys
from codeshed.cli.main import run
code = run(["--help"])
sys.stderr.write(" ".join(sorted(sys.modules)))
sys.exit(code)
"""


def run(_folder: Path) -> Report:
    """Measure the start, and list what it imported."""
    nothing = _best_seconds([sys.executable, "-c", "pass"])
    start = _best_seconds(_help_command())
    modules = _imported_modules()
    heavy = [name for name in HEAVY_MODULES if name in modules]
    time_table = Table(
        title="Startup: codeshed --help",
        headings=("command", "time", "wanted", "met", "ratio"),
        rows=(
            ("python -c pass", seconds(nothing), "", "", times(1.0)),
            (
                "codeshed --help",
                seconds(start),
                f"< {seconds(WANTED_SECONDS)}",
                met(is_met=start < WANTED_SECONDS),
                times(start / nothing),
            ),
        ),
        notes=(f"time: best of {N_REPEATS} processes.",),
    )
    module_table = Table(
        title="Startup: heavy modules imported by then",
        headings=("module", "imported", "wanted", "met"),
        rows=[
            (name, "yes" if name in heavy else "no", "no", met(is_met=name not in heavy))
            for name in HEAVY_MODULES
        ],
        notes=(f"{len(modules)} modules are imported in all.",),
    )
    return Report(
        tables=(time_table, module_table),
        figures={
            "python_seconds": nothing,
            "help_seconds": start,
            "n_modules": len(modules),
            "heavy_modules": heavy,
        },
    )


def _help_command() -> list[str]:
    """Return the installed command, or the module where it is not installed beside this interpreter."""
    script = Path(sys.executable).parent / "codeshed"
    return [str(script), "--help"] if script.exists() else [sys.executable, "-m", "codeshed", "--help"]


def _best_seconds(command: list[str]) -> float:
    return min(_seconds(command) for _ in range(N_REPEATS))


def _seconds(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - our own command
    return time.perf_counter() - begin


def _imported_modules() -> frozenset[str]:
    """Return the modules that are imported when the help has been printed."""
    command = [sys.executable, "-c", _PRINT_MODULES]
    done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - our own command
    return frozenset(done.stderr.split())
