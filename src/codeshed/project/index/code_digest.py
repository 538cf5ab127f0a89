"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "6c151b7229d47bd9"
"""Of what finds the facts of a file."""

INDEX_CODE = "c1561850022bfb8f"
"""Of what makes an index, the facts included."""
