"""Which tests ran which functions.

Turns: a Recording → TestsByFunction, for programs, and RecordedRuns, from which tests are selected. A function that changed since
has the tests that ran it before; a test that changed itself is left out of RecordedRuns.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from codeshed.model.count_phrases import count_of
from codeshed.model.recording import Recording, find_tests_by_symbol, symbol_of_test
from codeshed.query.test_selection.run_evidence import RecordedRuns


class TestsByFunction(msgspec.Struct, frozen=True, kw_only=True):
    """The sorted ids of the tests that ran each function, by its symbol id; `commit` was checked out when they ran.

    An id is written as pytest does, from the root of the repository: `tests/test_cart.py::TestCart::test_total[2]`.
    """

    __test__ = False  # it is not a class of tests, whatever pytest takes its name for

    recording: str
    commit: str
    tests_by_symbol: Mapping[str, tuple[str, ...]]

    def tests_of(self, symbol: str) -> tuple[str, ...]:
        """Return the tests that ran a function."""
        return self.tests_by_symbol.get(symbol, ())


_N_SHOWN = 10

NO_TESTS = TestsByFunction(recording="", commit="", tests_by_symbol={})


def tests_by_function(recording: Recording) -> TestsByFunction:
    """Return the tests of each function of a recording."""
    return TestsByFunction(
        recording=recording.id,
        commit=recording.calls.commit,
        tests_by_symbol=find_tests_by_symbol(recording),
    )


def recorded_runs(
    recording: Recording,
    changed: Collection[int],
    paths: Collection[str],
    commit_ids: Sequence[str],
    head: str,
) -> RecordedRuns:
    """Return what tests ran, without those that changed since or whose file is gone.

    `changed` are the numbers of the functions that changed, `paths` the files that there are, `commit_ids` the commits
    without merges, the latest first, `head` is the one that is checked out.
    """
    functions = recording.calls.functions
    outdated_symbols = {functions[number].symbol for number in changed}
    outdated = {
        each.test
        for each in recording.tests
        if symbol_of_test(each.test) in outdated_symbols or each.test.partition("::")[0] not in paths
    }
    tests_by_symbol: dict[str, tuple[str, ...]] = {}
    n_functions: Counter[str] = Counter()
    for symbol, tests in find_tests_by_symbol(recording).items():
        kept = tuple(test for test in tests if test not in outdated)
        if kept:
            tests_by_symbol[symbol] = kept
            n_functions.update(kept)
    return RecordedRuns(
        age=_age(recording.calls.commit, commit_ids, head),
        tests_by_symbol=tests_by_symbol,
        n_functions_by_test=n_functions,
        n_outdated=len(outdated),
    )


def _age(commit: str, commit_ids: Sequence[str], head: str) -> str:
    if not commit:
        return "recorded outside of git"
    at = f"recorded at {commit[:_N_SHOWN]}"
    if commit != head and commit not in commit_ids:
        return at
    n_since = 0 if commit == head else commit_ids.index(commit)
    return f"{at}, {count_of(n_since, 'commit') if n_since else 'no commit'} since"
