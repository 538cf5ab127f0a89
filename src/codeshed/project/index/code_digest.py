"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "fd622ebbf7dad2d1"
"""Of what finds the facts of a file."""

INDEX_CODE = "49296bd6f955b4a0"
"""Of what makes an index, the facts included."""
