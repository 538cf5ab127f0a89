"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "e2fcfdd1af227db3"
"""Of what finds the facts of a file."""

INDEX_CODE = "ab1c891bee64adbc"
"""Of what makes an index, the facts included."""
