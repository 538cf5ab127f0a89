"""How often tests with random input try.

`pytest` alone tries so often that what such a test once found would most likely be found again, in a few seconds.
`CODESHED_ROUNDS=10 pytest …` tries ten times as often: for a change to what a random test guards, and overnight.
"""

import os

_FACTOR = int(os.environ.get("CODESHED_ROUNDS", "1"))


def rounds(n: int) -> int:
    """Return how many examples, edits or seeds are tried where a plain run tries `n`."""
    return n * _FACTOR
