"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "36db583f5d250de1"
"""Of what finds the facts of a file."""

INDEX_CODE = "269d142dceffbcf3"
"""Of what makes an index, the facts included."""
