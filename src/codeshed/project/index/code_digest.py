"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "b6b0cd7b6efba80a"
"""Of what finds the facts of a file."""

INDEX_CODE = "002ba4329b72c163"
"""Of what makes an index, the facts included."""
