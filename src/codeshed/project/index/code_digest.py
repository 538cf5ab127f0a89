"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5bfb979780f444f8"
"""Of what finds the facts of a file."""

INDEX_CODE = "438030683577cd5d"
"""Of what makes an index, the facts included."""
