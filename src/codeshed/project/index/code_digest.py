"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "58d2dc9ab9fec7d0"
"""Of what finds the facts of a file."""

INDEX_CODE = "b6c92c1e93c9a4f6"
"""Of what makes an index, the facts included."""
