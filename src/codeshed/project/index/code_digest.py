"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "fbd1f1e5384f6bc0"
"""Of what finds the facts of a file."""

INDEX_CODE = "8f8201989931d409"
"""Of what makes an index, the facts included."""
