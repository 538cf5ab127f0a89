"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f60e3d30eb414e2f"
"""Of what finds the facts of a file."""

INDEX_CODE = "e81874d5146b01c4"
"""Of what makes an index, the facts included."""
