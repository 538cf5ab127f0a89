"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5b5169695fe1c2a5"
"""Of what finds the facts of a file."""

INDEX_CODE = "d5f4e1b04469e953"
"""Of what makes an index, the facts included."""
