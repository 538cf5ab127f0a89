"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "ea37e2a79761b906"
"""Of what finds the facts of a file."""

INDEX_CODE = "6646ba45bb936f38"
"""Of what makes an index, the facts included."""
