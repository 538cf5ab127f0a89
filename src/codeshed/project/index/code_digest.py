"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "0d6fa390f67d9eaf"
"""Of what finds the facts of a file."""

INDEX_CODE = "0d853fc2b5281ef0"
"""Of what makes an index, the facts included."""
