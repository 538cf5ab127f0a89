"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "45eff0347331896a"
"""Of what finds the facts of a file."""

INDEX_CODE = "f218fa99645bc52d"
"""Of what makes an index, the facts included."""
