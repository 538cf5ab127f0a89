"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "db0d31485c4992c3"
"""Of what finds the facts of a file."""

INDEX_CODE = "9569f203221ca35d"
"""Of what makes an index, the facts included."""
