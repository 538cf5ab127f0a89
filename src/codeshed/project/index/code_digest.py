"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "fa011ecb98fdec54"
"""Of what finds the facts of a file."""

INDEX_CODE = "a669a2f3b5fbd0dd"
"""Of what makes an index, the facts included."""
