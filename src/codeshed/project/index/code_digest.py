"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "09b5c817deec6448"
"""Of what finds the facts of a file."""

INDEX_CODE = "900e9e16221b6bde"
"""Of what makes an index, the facts included."""
