"""Which tests ran which functions.

Turns: a Recording → TestsByFunction. This is what the selection of tests reads: a function that changed since has the tests that
ran it before.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.recording import Recording, find_tests_by_symbol


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


NO_TESTS = TestsByFunction(recording="", commit="", tests_by_symbol={})


def tests_by_function(recording: Recording) -> TestsByFunction:
    """Return the tests of each function of a recording."""
    return TestsByFunction(
        recording=recording.id,
        commit=recording.calls.commit,
        tests_by_symbol=find_tests_by_symbol(recording),
    )
