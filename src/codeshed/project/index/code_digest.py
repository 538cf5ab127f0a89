"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "1577ba6ce158f554"
"""Of what finds the facts of a file."""

INDEX_CODE = "c650dd722f748a2a"
"""Of what makes an index, the facts included."""
