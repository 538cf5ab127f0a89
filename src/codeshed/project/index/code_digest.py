"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "8450ded80bee3cf8"
"""Of what finds the facts of a file."""

INDEX_CODE = "75aecbc25adead44"
"""Of what makes an index, the facts included."""
