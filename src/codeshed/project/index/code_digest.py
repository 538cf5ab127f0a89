"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f8df7be967258cba"
"""Of what finds the facts of a file."""

INDEX_CODE = "f12276096e5d99ec"
"""Of what makes an index, the facts included."""
