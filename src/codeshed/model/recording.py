"""A recording: which functions called which while a command ran, and in which test.

It is made by `codeshed record` and joined to the graph by the content of files. A function is known again by its symbol id and
a hash of its source text; places of calls count from the first line of their function, so that it may move in its file.
"""

from collections.abc import Sequence

import msgspec

from codeshed.model.symbol_ids import content_hash

NO_FUNCTION = -1
"""The caller of a function that something outside of the project called, such as pytest."""

MAX_RECORDED_CALLS = 1_000_000
"""The cap `maxRecordedCalls`: one call is a place and the function that was called from there."""

MAX_RECORDED_RUNS = 10_000_000
"""The cap `maxRecordedRuns`: how many calls all tests together may have, each counted once for each test."""

MAX_RECORDED_SITES = 8
"""How many places of one pair of functions are kept."""


class RecordedFunction(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A function, or the code of a module outside of any function; `source_hash` is empty for that."""

    symbol: str
    path: str
    source_hash: str


class RecordedCall(msgspec.Struct, frozen=True, array_like=True):
    """A pair of functions by their numbers; `sites` are line, column, end line and end column, lines from the caller's first."""

    caller: int
    callee: int
    sites: tuple[tuple[int, int, int, int], ...] = ()


class RecordedCalls(msgspec.Struct, frozen=True, kw_only=True):
    """What was called, and by which commands; `exit_code` is that of the last. `hash_by_path` are the files as they were, by which functions are known again.

    `n_changed_files` were no longer as indexed when they ran; nothing of them is here. `n_dropped_calls` and `n_dropped_runs`
    are what the caps left out.
    """

    commands: tuple[tuple[str, ...], ...]
    exit_code: int
    commit: str
    pythons: tuple[str, ...]
    n_processes: int
    n_tests: int
    hash_by_path: dict[str, str]
    functions: tuple[RecordedFunction, ...]
    calls: tuple[RecordedCall, ...]
    n_changed_files: int = 0
    n_dropped_calls: int = 0
    n_dropped_runs: int = 0


class RecordedTest(msgspec.Struct, frozen=True, array_like=True):
    """A test by its id, `tests/test_cart.py::TestCart::test_total[2]`, and the sorted numbers of the calls that it made."""

    test: str
    calls: tuple[int, ...]


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """All of a recording. `id` is a hash of its content."""

    id: str
    calls: RecordedCalls
    tests: tuple[RecordedTest, ...]


class RecordingIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """A recording whose calls an answer rests on: how many of them are edges, and how many functions changed since."""

    id: str
    n_calls: int
    n_changed_functions: int


def find_tests_by_symbol(recording: Recording) -> dict[str, tuple[str, ...]]:
    """Return the ids of the tests that ran each function, sorted."""
    found: dict[int, set[str]] = {}
    calls = recording.calls.calls
    for each in recording.tests:
        for number in each.calls:
            for function in (calls[number].callee, calls[number].caller):
                if function != NO_FUNCTION:
                    found.setdefault(function, set()).add(each.test)
    functions = recording.calls.functions
    return {functions[number].symbol: tuple(sorted(tests)) for number, tests in sorted(found.items())}


def symbol_of_test(test: str) -> str:
    """Return the symbol id of the function of a test: `tests/test_cart.py::TestCart.test_total`."""
    path, mark, name = test.partition("::")
    return path + mark + name.partition("[")[0].replace("::", ".")


def lines_hash(lines: Sequence[bytes]) -> str:
    """Return the hash by which the source of a function is known again."""
    return content_hash(b"".join(lines))
