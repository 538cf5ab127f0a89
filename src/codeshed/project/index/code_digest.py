"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "b5e5262c6eddc288"
"""Of what finds the facts of a file."""

INDEX_CODE = "b9db40314ebb79f8"
"""Of what makes an index, the facts included."""
