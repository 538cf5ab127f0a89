"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "d9d76a38a98cffa6"
"""Of what finds the facts of a file."""

INDEX_CODE = "8f88f088bb4952a9"
"""Of what makes an index, the facts included."""
