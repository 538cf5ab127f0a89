"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "4b471960479d1c17"
"""Of what finds the facts of a file."""

INDEX_CODE = "7813a289299a0a25"
"""Of what makes an index, the facts included."""
