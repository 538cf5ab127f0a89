"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5431f6fd8188a7c2"
"""Of what finds the facts of a file."""

INDEX_CODE = "35a48677bf5e5be0"
"""Of what makes an index, the facts included."""
