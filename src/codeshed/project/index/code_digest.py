"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2aae495ef4178694"
"""Of what finds the facts of a file."""

INDEX_CODE = "0988d28d642a45ba"
"""Of what makes an index, the facts included."""
