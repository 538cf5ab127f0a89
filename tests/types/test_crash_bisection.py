"""How much is saved when files make the engine fail."""

from hypothesis import given
from hypothesis import strategies as st

from codeshed.types.crash_bisection import MAX_ATTEMPTS, bisect_failing_files


def saved(n_paths: int, bad: set[int]) -> tuple[set[int], int]:
    """Return which of `n_paths` files have types in the end, and after how many runs."""
    paths = tuple(f"{number:04}" for number in range(n_paths))
    attempts = []

    def attempt(tried: tuple[str, ...]) -> tuple[str, ...] | None:
        assert tried
        attempts.append(tried)
        return None if any(int(path) in bad for path in tried) else tried

    results = bisect_failing_files(paths, attempt)
    return {int(path) for result in results for path in result}, len(attempts)


@given(st.integers(2, 2000), st.integers(0, 1999))
def test_one_bad_file(n_paths: int, number: int) -> None:
    bad = number % n_paths
    found, n_attempts = saved(n_paths, {bad})
    assert n_attempts <= MAX_ATTEMPTS
    assert bad not in found
    assert n_paths - len(found) <= -(-n_paths // 16)


@given(st.integers(1, 400), st.sets(st.integers(0, 399), max_size=5))
def test_any_number_of_bad_files(n_paths: int, numbers: set[int]) -> None:
    bad = {number % n_paths for number in numbers}
    found, n_attempts = saved(n_paths, bad)
    assert n_attempts <= MAX_ATTEMPTS
    assert not found & bad


def test_a_bad_file_in_each_half() -> None:
    found, n_attempts = saved(100, {10, 90})
    assert n_attempts == MAX_ATTEMPTS
    assert found == set(range(25, 75))
