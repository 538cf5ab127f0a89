"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "34858c943dbf2589"
"""Of what finds the facts of a file."""

INDEX_CODE = "49abf0f9c05edcb8"
"""Of what makes an index, the facts included."""
