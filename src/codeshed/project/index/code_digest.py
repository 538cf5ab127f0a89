"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "9cb77ef59bc9b5b8"
"""Of what finds the facts of a file."""

INDEX_CODE = "43b33293e8066457"
"""Of what makes an index, the facts included."""
