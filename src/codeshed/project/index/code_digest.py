"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "b4b91657d865f4a1"
"""Of what finds the facts of a file."""

INDEX_CODE = "6c32b45cc6d47829"
"""Of what makes an index, the facts included."""
