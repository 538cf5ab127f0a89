"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2f043a876efedba6"
"""Of what finds the facts of a file."""

INDEX_CODE = "1210333dbf8b92a1"
"""Of what makes an index, the facts included."""
