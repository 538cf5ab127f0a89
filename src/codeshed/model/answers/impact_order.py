"""The one order of what a change reaches, for text, JSON and the rules on answers.

Turns: what is known of a reached node → its sort key: production before tests, then steps, then bands of confidence,
then confidence times log2(2 + users), then key.
"""

from math import log2

_CERTAIN, _LIKELY = 0.9, 0.5

ImpactOrder = tuple[bool, int, int, float, str]


def impact_order(*, is_test: bool, steps: int, confidence: float, users: int, key: str) -> ImpactOrder:
    """Return the place of a node among those that a change reaches; `users` are the edges by which it is used.

    >>> impact_order(is_test=False, steps=1, confidence=0.95, users=2, key="symbol:a.py::run")
    (False, 1, 0, -1.9, 'symbol:a.py::run')
    """
    band = 0 if confidence >= _CERTAIN else 1 if confidence >= _LIKELY else 2
    return is_test, steps, band, -round(confidence * log2(2 + users), 6), key
