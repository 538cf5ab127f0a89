"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "95e35ab13e89c898"
"""Of what finds the facts of a file."""

INDEX_CODE = "ae268cb2095d9499"
"""Of what makes an index, the facts included."""
