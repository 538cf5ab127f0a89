"""Globs mean what picomatch makes of them; `tools/picomatch_verdicts.py` asked it about thousands of random pairs."""

import json
from pathlib import Path

import pytest

from codeshed.model.path_globs import match_any

_VERDICTS = json.loads(Path(__file__).with_name("picomatch_verdicts.json").read_text(encoding="utf-8"))


def _may_differ(glob: str) -> bool:
    """Whether a glob is of the kinds that are read otherwise: negated parts beside dot names or within braces and paths.

    picomatch lets `!(x)` and `[^x]` match names that begin with a dot, and reads `!(x)` within braces or before `/` as a look
    ahead over the rest of the path. Here a dot name matches only if it is written, and `!(x)` is about one name.
    """
    return "!(" in glob or "[^" in glob


def test_globs_match_what_picomatch_matches() -> None:
    differences = [
        (glob, path)
        for verdict, pairs in ((True, _VERDICTS["matching"]), (False, _VERDICTS["others"]))
        for glob, path in pairs
        if match_any((glob,))(path) is not verdict
    ]
    assert [each for each in differences if not _may_differ(each[0])] == []
    n_pairs = len(_VERDICTS["matching"]) + len(_VERDICTS["others"])
    assert n_pairs >= 8000
    assert len(differences) <= n_pairs // 100


@pytest.mark.parametrize(
    ("glob", "path", "is_match"),
    [
        ("src/**", "src/a/b.py", True),
        ("src/**", "src/.hidden/b.py", False),
        ("src/**", "src", True),
        ("**/*.{ts,tsx}", "a.tsx", True),
        ("src/!(test)/*.py", "src/test/a.py", False),
        ("src/!(test)/*.py", "src/main/a.py", True),
        (".github/**", ".github/a.yml", True),
        ("!src/**", "lib/a.py", True),
        ("./src/*", "src/a", True),
        ("[!a]", "b", False),
        ("[^a]", "b", True),
        ("**.py", "src/a.py", True),
        ("SRC/*", "src/a", False),
    ],
)
def test_single_globs(glob: str, path: str, is_match: bool) -> None:  # noqa: FBT001 - a verdict
    assert match_any((glob,))(path) is is_match
