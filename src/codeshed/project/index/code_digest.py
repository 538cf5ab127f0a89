"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "197bd73562dda4bf"
"""Of what finds the facts of a file."""

INDEX_CODE = "ef6fedff613b510c"
"""Of what makes an index, the facts included."""
