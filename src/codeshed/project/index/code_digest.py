"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "29ff89cd5bcffa15"
"""Of what finds the facts of a file."""

INDEX_CODE = "334578fb89253048"
"""Of what makes an index, the facts included."""
