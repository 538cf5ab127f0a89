"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "7881e624f5fc468b"
"""Of what finds the facts of a file."""

INDEX_CODE = "aea773d436430995"
"""Of what makes an index, the facts included."""
