"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "197bd73562dda4bf"
"""Of what finds the facts of a file."""

INDEX_CODE = "777d78920205d077"
"""Of what makes an index, the facts included."""
