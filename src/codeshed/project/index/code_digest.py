"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "b22af5fcbe5c2bad"
"""Of what finds the facts of a file."""

INDEX_CODE = "fed64591a548596b"
"""Of what makes an index, the facts included."""
