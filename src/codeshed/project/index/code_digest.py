"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5b3ea1ce41b38915"
"""Of what finds the facts of a file."""

INDEX_CODE = "fcc6c04b402c7a0a"
"""Of what makes an index, the facts included."""
