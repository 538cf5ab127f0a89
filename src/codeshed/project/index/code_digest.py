"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a9b4411ed7f1d284"
"""Of what finds the facts of a file."""

INDEX_CODE = "32b7ecceca99f8ba"
"""Of what makes an index, the facts included."""
