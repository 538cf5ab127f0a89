"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f5a5fd33df86272a"
"""Of what finds the facts of a file."""

INDEX_CODE = "6b3f43736b2ad1c8"
"""Of what makes an index, the facts included."""
