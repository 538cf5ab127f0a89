"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "3d00b4d8db440f41"
"""Of what finds the facts of a file."""

INDEX_CODE = "82b2c8a156544c94"
"""Of what makes an index, the facts included."""
