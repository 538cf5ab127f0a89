"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "1d5b2d9e5a415385"
"""Of what finds the facts of a file."""

INDEX_CODE = "34c9a5db93081d4b"
"""Of what makes an index, the facts included."""
