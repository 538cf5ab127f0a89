"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2003ecb27064475c"
"""Of what finds the facts of a file."""

INDEX_CODE = "a31fc9b92c6be32a"
"""Of what makes an index, the facts included."""
