"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "9dd39c3230566678"
"""Of what finds the facts of a file."""

INDEX_CODE = "18120d8a049548c3"
"""Of what makes an index, the facts included."""
