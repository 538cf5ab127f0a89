"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "fde4bae975e40cd9"
"""Of what finds the facts of a file."""

INDEX_CODE = "4c36a0043e732242"
"""Of what makes an index, the facts included."""
