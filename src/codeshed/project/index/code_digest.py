"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "bb599ab16083f946"
"""Of what finds the facts of a file."""

INDEX_CODE = "6b645a3f64bde8b9"
"""Of what makes an index, the facts included."""
