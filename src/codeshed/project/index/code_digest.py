"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a6cee91cd7ea02a5"
"""Of what finds the facts of a file."""

INDEX_CODE = "2a308a39946adaca"
"""Of what makes an index, the facts included."""
