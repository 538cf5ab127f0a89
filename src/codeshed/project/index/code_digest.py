"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "6f25468dfb6c4234"
"""Of what finds the facts of a file."""

INDEX_CODE = "7954a1b94d4419e3"
"""Of what makes an index, the facts included."""
