"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "0ffc3b4d9ed6151c"
"""Of what finds the facts of a file."""

INDEX_CODE = "1dc6d09c9ebd9eb7"
"""Of what makes an index, the facts included."""
