"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "38c754b2164914e2"
"""Of what finds the facts of a file."""

INDEX_CODE = "43b44fe17d8c4d5f"
"""Of what makes an index, the facts included."""
