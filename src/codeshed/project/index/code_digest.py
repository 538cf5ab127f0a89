"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "07278f91e91d0037"
"""Of what finds the facts of a file."""

INDEX_CODE = "85b1c743e2c9a395"
"""Of what makes an index, the facts included."""
