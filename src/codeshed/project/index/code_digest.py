"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "cb93b8ec0958f57d"
"""Of what finds the facts of a file."""

INDEX_CODE = "454c4761925dee35"
"""Of what makes an index, the facts included."""
