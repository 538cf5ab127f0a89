"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "c49e977212df3f04"
"""Of what finds the facts of a file."""

INDEX_CODE = "66c28aa18729b5f4"
"""Of what makes an index, the facts included."""
