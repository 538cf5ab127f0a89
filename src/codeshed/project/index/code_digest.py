"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "d1870a6cde752223"
"""Of what finds the facts of a file."""

INDEX_CODE = "3196322196d18412"
"""Of what makes an index, the facts included."""
