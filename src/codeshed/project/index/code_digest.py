"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "57799d1bb8a726ba"
"""Of what finds the facts of a file."""

INDEX_CODE = "1ae5d6975b6d0a4f"
"""Of what makes an index, the facts included."""
