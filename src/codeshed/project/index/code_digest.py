"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "53a513a090f3e184"
"""Of what finds the facts of a file."""

INDEX_CODE = "def57e3b9344b9d5"
"""Of what makes an index, the facts included."""
