"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2b43cab09b6a9e98"
"""Of what finds the facts of a file."""

INDEX_CODE = "5c752d4f76360257"
"""Of what makes an index, the facts included."""
