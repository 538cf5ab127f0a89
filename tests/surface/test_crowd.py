"""Writers and readers of one index at once, by real commands; `tests.surface.crowd` does it for longer."""

from pathlib import Path

from tests.resolve.incremental import files_in
from tests.surface.crowd import check_crowd
from tests.surface.trials import Trial, package_folder


def test_two_writers_and_four_readers(tmp_path: Path) -> None:
    trial = Trial(files_in(package_folder("iniconfig")), tmp_path, seed=1, types="off")
    counts = check_crowd(trial, seconds=3)
    assert counts["writes"] >= 2
    assert counts["reads"] >= 4
