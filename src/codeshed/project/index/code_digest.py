"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "1577ba6ce158f554"
"""Of what finds the facts of a file."""

INDEX_CODE = "3832efa006d9b898"
"""Of what makes an index, the facts included."""
