"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "811d89c1ad2e45ef"
"""Of what finds the facts of a file."""

INDEX_CODE = "6f5b7a000985798d"
"""Of what makes an index, the facts included."""
