"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f4f342abe0d3382e"
"""Of what finds the facts of a file."""

INDEX_CODE = "7c05dcfaa5b2e68b"
"""Of what makes an index, the facts included."""
