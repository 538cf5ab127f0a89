"""Counts with their nouns, for the messages of records and errors."""


def count_of(count: int, noun: str) -> str:
    """Write a count with its noun: `1 file`, `3 files`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def is_or_are(count: int) -> str:
    """Return `is` for 1 and `are` for other counts."""
    return "is" if count == 1 else "are"
