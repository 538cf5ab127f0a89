"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "3e6bd93db9f9f75c"
"""Of what finds the facts of a file."""

INDEX_CODE = "5b2e01264110ef9d"
"""Of what makes an index, the facts included."""
