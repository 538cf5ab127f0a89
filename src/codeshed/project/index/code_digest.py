"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "b932a22b91fa3f26"
"""Of what finds the facts of a file."""

INDEX_CODE = "9cc6e84e96f8695c"
"""Of what makes an index, the facts included."""
