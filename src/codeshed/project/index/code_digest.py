"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "7881e624f5fc468b"
"""Of what finds the facts of a file."""

INDEX_CODE = "3db563a0e9b3d29a"
"""Of what makes an index, the facts included."""
