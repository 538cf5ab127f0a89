"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "769daabb7f05fa41"
"""Of what finds the facts of a file."""

INDEX_CODE = "92d97f393008475a"
"""Of what makes an index, the facts included."""
