"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "d223bc659dcda3da"
"""Of what finds the facts of a file."""

INDEX_CODE = "485e33e32e7abe18"
"""Of what makes an index, the facts included."""
