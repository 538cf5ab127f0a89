"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "58d2dc9ab9fec7d0"
"""Of what finds the facts of a file."""

INDEX_CODE = "0a8c25a1a1d6bc22"
"""Of what makes an index, the facts included."""
