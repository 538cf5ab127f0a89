"""A pytest plugin that records what each function of a package reads and writes while its tests run.

    PYTHONPATH=CODESHED python -m pytest -p bench.accuracy.record_state --state-package src/click --state-out state.json.gz

Run from the root of a checkout, with Python 3.12 or newer (older ones do not tell which lines were executed). The
package's modules are rewritten when they are imported: each receiver of an attribute and each value of a variable is
shown to the recorder on its way, and the code does with it what it always did.

Not seen: `getattr`, `setattr` and `__dict__`, code that dataclasses and others generate, patterns, processes that the
tests start, and changes of an object through a local name.
"""

import ast
import builtins
import gzip
import json
import platform
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bench.accuracy.record_state.executed_lines import ExecutedLines, watch_lines
from bench.accuracy.record_state.import_hook import install
from bench.accuracy.record_state.outline import PackageOutline, module_name_of, outline_of
from bench.accuracy.record_state.rewriting import SEE, Place, Rewriter
from bench.accuracy.record_state.sightings import Sightings
from bench.accuracy.record_state.uses import recorded_uses


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """One recording that is going on."""

    root: Path
    package: str
    outline: PackageOutline
    executed: ExecutedLines
    sightings: Sightings = field(default_factory=Sightings)
    places: list[Place] = field(default_factory=list)

    def add_place(self, place: Place) -> int:
        """Number a place."""
        self.places.append(place)
        return self.sightings.add_place()

    def rewrite(self, tree: ast.Module, file: Path) -> ast.Module:
        """Rewrite a module of the package; others stay as they are."""
        path = file.relative_to(self.root).as_posix()
        module = self.outline.modules.get(module_name_of(path, self.package))
        if module is None:
            return tree
        rewriter = Rewriter(
            module=module,
            package=self.outline,
            attribute_names=self.outline.attribute_names,
            add_place=self.add_place,
        )
        return rewriter.rewrite(tree)


_RECORDING = pytest.StashKey[Recording]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take what is to be recorded from the command line."""
    group = parser.getgroup("record_state", "recording of reads and writes")
    group.addoption("--state-package", metavar="FOLDER", help="the package to watch, from the root")
    group.addoption(
        "--state-out", metavar="FILE", default="state.json.gz", help="where to write the recording"
    )
    group.addoption("--state-commit", metavar="ID", default="", help="the commit that is checked out")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before a conftest can import the package."""
    package = early_config.known_args_namespace.state_package
    if package is None:
        raise pytest.UsageError("--state-package is needed: the folder of the package, such as src/click")
    early_config.stash[_RECORDING] = start_recording(early_config.invocation_params.dir, package)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the recording when all tests are done."""
    recording = config.stash.get(_RECORDING, None)
    if recording is None:
        return
    file = Path(config.getoption("--state-out"))
    file.write_bytes(recording_json(recording, config.getoption("--state-commit")))
    del config.stash[_RECORDING]


def start_recording(root: Path, package: str) -> Recording:
    """Rewrite and watch what is imported from a package from now on."""
    root = root.resolve()
    package = package.strip("/")
    recording = Recording(
        root=root,
        package=package,
        outline=outline_of(root, package),
        executed=watch_lines(root / package),
    )
    setattr(builtins, SEE, recording.sightings.see)
    install(root / package, recording.rewrite)
    return recording


def recording_json(recording: Recording, commit: str) -> bytes:
    """Return all that was recorded, packed; the same recording gives the same bytes."""
    uses, aliases = recorded_uses(recording.outline, recording.places, recording.sightings)
    document = {
        "meta": {
            "project": recording.root.name,
            "commit": commit,
            "package": recording.package,
            "python": platform.python_version(),
        },
        "uses": uses,
        "aliases": aliases,
        "executed": {
            Path(file).relative_to(recording.root).as_posix(): sorted(lines)
            for file, lines in sorted(recording.executed.lines_by_file.items())
        },
    }
    return gzip.compress(json.dumps(document, indent=0).encode(), mtime=0)
