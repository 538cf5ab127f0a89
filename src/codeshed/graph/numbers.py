"""Whether what a caller gives as a number is one: nothing checks the types of arguments but this."""


def is_share(value: object) -> bool:
    """Whether a value is a number from 0 to 1."""
    return isinstance(value, int | float) and 0.0 <= value <= 1.0


def is_whole(value: object, *, at_least: int) -> bool:
    """Whether a value is a whole number and not too small; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= at_least
