"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "30b5b7b317a52388"
"""Of what finds the facts of a file."""

INDEX_CODE = "3c9d189fbebf2f4f"
"""Of what makes an index, the facts included."""
