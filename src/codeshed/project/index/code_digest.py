"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a803fe278892b43a"
"""Of what finds the facts of a file."""

INDEX_CODE = "5ead37c794e9fe9b"
"""Of what makes an index, the facts included."""
