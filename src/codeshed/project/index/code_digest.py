"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "ddeea95e1bee08f8"
"""Of what finds the facts of a file."""

INDEX_CODE = "8cf4ddcfd4246848"
"""Of what makes an index, the facts included."""
