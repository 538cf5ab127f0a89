"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "8657e094163b29c8"
"""Of what finds the facts of a file."""

INDEX_CODE = "0f91f5c930c19a3c"
"""Of what makes an index, the facts included."""
