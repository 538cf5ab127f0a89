"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "38107ab3df9d9ee9"
"""Of what finds the facts of a file."""

INDEX_CODE = "75f3413233cd73a5"
"""Of what makes an index, the facts included."""
