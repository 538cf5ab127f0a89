"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "3b12cc2f1cc1fe07"
"""Of what finds the facts of a file."""

INDEX_CODE = "5e88d49d7e1ff155"
"""Of what makes an index, the facts included."""
