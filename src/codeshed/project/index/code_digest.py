"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f5f2a3024979b632"
"""Of what finds the facts of a file."""

INDEX_CODE = "14e8e69cc14338a1"
"""Of what makes an index, the facts included."""
