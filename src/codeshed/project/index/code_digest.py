"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "6c151b7229d47bd9"
"""Of what finds the facts of a file."""

INDEX_CODE = "3e2f0ab9820ef7e2"
"""Of what makes an index, the facts included."""
