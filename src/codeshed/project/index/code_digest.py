"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "deecc00b6e602a5d"
"""Of what finds the facts of a file."""

INDEX_CODE = "e40bb82fa94d7c71"
"""Of what makes an index, the facts included."""
