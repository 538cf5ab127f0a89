"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "09b5c817deec6448"
"""Of what finds the facts of a file."""

INDEX_CODE = "dace0402645ea027"
"""Of what makes an index, the facts included."""
