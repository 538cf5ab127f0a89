"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "9e1b6edafd3b758f"
"""Of what finds the facts of a file."""

INDEX_CODE = "679d1c8f6cb50f57"
"""Of what makes an index, the facts included."""
