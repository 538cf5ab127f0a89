"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "1cdd2a64438ed290"
"""Of what finds the facts of a file."""

INDEX_CODE = "a9ea9d4be1566ae3"
"""Of what makes an index, the facts included."""
