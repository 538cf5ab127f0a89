"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "7280bd8cc82197ba"
"""Of what finds the facts of a file."""

INDEX_CODE = "1fffff6349c99753"
"""Of what makes an index, the facts included."""
