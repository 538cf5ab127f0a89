"""After any edit, resolving what changed gives what resolving everything gives."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.resolve.incremental import check_edits, files_in


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, which serves as real code."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@pytest.mark.parametrize("seed", range(5))
def test_edits_of_a_small_package(seed: int) -> None:
    assert check_edits(files_in(package_folder("pluggy")), seed=seed, n_edits=200, every=5) > 0


@pytest.mark.parametrize("seed", range(2))
def test_edits_of_a_package_with_many_classes(seed: int) -> None:
    assert check_edits(files_in(package_folder("click")), seed=seed, n_edits=40, every=10) > 0
