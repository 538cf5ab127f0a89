"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "46b072fc4ff59847"
"""Of what finds the facts of a file."""

INDEX_CODE = "208167e32bfc45a2"
"""Of what makes an index, the facts included."""
