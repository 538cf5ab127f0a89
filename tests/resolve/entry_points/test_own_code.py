"""Searching this project's own files gives the same result with one file open and with all files open."""

from pathlib import Path

from tests.resolve.entry_points.toy import Toy

_ROOT = Path(__file__).parents[3]
_FOLDERS = (
    "src/codeshed/cli",
    "src/codeshed/resolve/entry_points",
    "tests/resolve",
    "tests/surface",
    "examples",
)


def test_one_open_file_is_enough() -> None:
    paths = [path for folder in _FOLDERS for path in sorted((_ROOT / folder).rglob("*.py"))]
    files = {path.relative_to(_ROOT).as_posix(): path.read_bytes() for path in paths}
    whole, alone = Toy(files), Toy(files)
    whole.open(*whole.paths)
    for path in reversed(whole.paths):
        alone.open(path)
        assert alone.find(path) == whole.find(path)
        alone.close(path)
