"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "ddeea95e1bee08f8"
"""Of what finds the facts of a file."""

INDEX_CODE = "ed6a1dc196bd1f20"
"""Of what makes an index, the facts included."""
