"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "ebbcb03636f5acb1"
"""Of what finds the facts of a file."""

INDEX_CODE = "4459872c4c419d4b"
"""Of what makes an index, the facts included."""
