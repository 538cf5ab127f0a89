"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "02c39833301aee04"
"""Of what finds the facts of a file."""

INDEX_CODE = "668ef17289370763"
"""Of what makes an index, the facts included."""
