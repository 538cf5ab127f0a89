"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "23b6e0d3d56cc847"
"""Of what finds the facts of a file."""

INDEX_CODE = "d976be40d9c87380"
"""Of what makes an index, the facts included."""
