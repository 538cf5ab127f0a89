"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a6cee91cd7ea02a5"
"""Of what finds the facts of a file."""

INDEX_CODE = "f28a9577c263ae6d"
"""Of what makes an index, the facts included."""
