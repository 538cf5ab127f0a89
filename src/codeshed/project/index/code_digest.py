"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "516ed09f5c2c1122"
"""Of what finds the facts of a file."""

INDEX_CODE = "9eb6e6b2a7eb74ed"
"""Of what makes an index, the facts included."""
