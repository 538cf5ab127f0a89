"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "854669655fafe9d3"
"""Of what finds the facts of a file."""

INDEX_CODE = "bc02781ebc8bb300"
"""Of what makes an index, the facts included."""
