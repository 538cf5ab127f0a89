"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "ebbcb03636f5acb1"
"""Of what finds the facts of a file."""

INDEX_CODE = "74d7e0fc1c86a022"
"""Of what makes an index, the facts included."""
