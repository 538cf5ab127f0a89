"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "1ed7faf351a8eab2"
"""Of what finds the facts of a file."""

INDEX_CODE = "697b589f680b9585"
"""Of what makes an index, the facts included."""
