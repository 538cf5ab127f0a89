"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "84d8f3c3a833bbad"
"""Of what finds the facts of a file."""

INDEX_CODE = "b9d6ea8b51ea15d8"
"""Of what makes an index, the facts included."""
