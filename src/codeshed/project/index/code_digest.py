"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "9c531b21572eca3e"
"""Of what finds the facts of a file."""

INDEX_CODE = "3c1d17f26ef94c2d"
"""Of what makes an index, the facts included."""
