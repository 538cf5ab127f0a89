"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "f2e176a6221e37c9"
"""Of what finds the facts of a file."""

INDEX_CODE = "af939f4d8724c392"
"""Of what makes an index, the facts included."""
