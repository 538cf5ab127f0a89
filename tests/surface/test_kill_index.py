"""`codeshed index` killed at random moments; `tests.surface.kill_index` does it for longer."""

from pathlib import Path

from tests.resolve.incremental import files_in
from tests.support.rounds import rounds
from tests.surface.kill_index import kill_index
from tests.surface.trials import Trial, package_folder


def test_runs_that_are_killed_with_types_and_without(tmp_path: Path) -> None:
    files = files_in(package_folder("iniconfig"))
    for types, n_kills in (("off", rounds(3)), ("on", rounds(1))):
        (tmp_path / types).mkdir()
        trial = Trial(files, tmp_path / types, seed=7, types=types)
        tally = kill_index(trial, n_kills=n_kills, seed=7, tell=lambda _: None)
        assert tally.n_kills == sum(tally.results.values()) == n_kills
