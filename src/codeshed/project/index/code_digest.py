"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "441825ce16191196"
"""Of what finds the facts of a file."""

INDEX_CODE = "43c8be1c81e2edde"
"""Of what makes an index, the facts included."""
