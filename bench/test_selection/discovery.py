"""How the tests that are discovered compare with those that a runner lists.

Turns: a checkout + what `pytest --collect-only -q` (or `jest --listTests`) printed there → Discovery: what ours has, lacks, invents.
"""

from pathlib import Path

import msgspec

from codeshed import open_project
from codeshed.api.selection_inputs import read_selection_inputs
from codeshed.model.languages.declared_tests import node_id
from codeshed.model.languages.language import language_of_path

_NO_IDS = ("ERROR ", "FAILED ", "SKIPPED ", "=", " ", "<", "[")


class Discovery(msgspec.Struct, frozen=True, kw_only=True):
    """Tests, or test files if the runner listed files: those of both, those that only the runner has, those that only we have.

    `open_files` have tests that code makes while it is loaded; what we lack of these cannot be known.
    """

    both: int
    lacks: tuple[str, ...]
    invents: tuple[str, ...]
    n_lacks_in_open_files: int = 0


def read_listed(text: str, checkout: Path) -> frozenset[str]:
    """Return the node ids in the output of a runner, without their parameters, or else the paths of files."""
    lines = [line.strip() for line in text.splitlines() if not line.startswith(_NO_IDS)]
    ids = {line.partition("[")[0] for line in lines if "::" in line}
    if ids:
        return frozenset(ids)
    root = f"{checkout.resolve().as_posix()}/"
    paths = {line.removeprefix(root) for line in lines}
    return frozenset(path for path in paths if language_of_path(path) and " " not in path)


def compare_discovery(checkout: Path, listed: Path) -> Discovery:
    """Return how the tests of a checkout compare with those in a file."""
    theirs = read_listed(listed.read_text(), checkout)
    with open_project(checkout) as project:
        opened = project.refresh()._open_index(is_for_few=False)  # noqa: SLF001 - the test files are no answer
        hashes = {each.path: each.content_hash for each in opened.reader.files}
        tests = read_selection_inputs(checkout, opened.graph, hashes).tests
    open_files = {path for path, file in tests.items() if not file.tests}
    languages = {language_of_path(each.partition("::")[0]) for each in theirs}
    own = {path: file for path, file in tests.items() if language_of_path(path) in languages}
    if any("::" in each for each in theirs):
        ours = {node_id(path, test) for path, file in own.items() for test in file.tests}
    else:
        ours = set(own)
    lacks = sorted(theirs - ours)
    return Discovery(
        both=len(theirs & ours),
        lacks=tuple(lacks),
        invents=tuple(sorted(ours - theirs)),
        n_lacks_in_open_files=sum(each.partition("::")[0] in open_files for each in lacks),
    )
