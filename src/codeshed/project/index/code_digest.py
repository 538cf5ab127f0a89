"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "15adf57d594bbe3e"
"""Of what finds the facts of a file."""

INDEX_CODE = "74d321abfe50d82c"
"""Of what makes an index, the facts included."""
