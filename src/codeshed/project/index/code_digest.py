"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2bb46830d9ee88f3"
"""Of what finds the facts of a file."""

INDEX_CODE = "f19363b741b6bc27"
"""Of what makes an index, the facts included."""
