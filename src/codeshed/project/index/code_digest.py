"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5051124995b637e3"
"""Of what finds the facts of a file."""

INDEX_CODE = "29a24c3aa4ef7493"
"""Of what makes an index, the facts included."""
