"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5b4398632de3cfef"
"""Of what finds the facts of a file."""

INDEX_CODE = "bb2c6c7f8a135e65"
"""Of what makes an index, the facts included."""
