"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "c6506b03f3cbda86"
"""Of what finds the facts of a file."""

INDEX_CODE = "fdf6d3a574e78e2c"
"""Of what makes an index, the facts included."""
