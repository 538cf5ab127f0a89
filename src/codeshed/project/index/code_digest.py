"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "8132c2b4820e9ec8"
"""Of what finds the facts of a file."""

INDEX_CODE = "c69a0d14e1b0f93c"
"""Of what makes an index, the facts included."""
