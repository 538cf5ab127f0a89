"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "0d14ded0e1499932"
"""Of what finds the facts of a file."""

INDEX_CODE = "e68590a1843df6a7"
"""Of what makes an index, the facts included."""
