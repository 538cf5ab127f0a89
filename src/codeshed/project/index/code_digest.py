"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "534fb84710919b90"
"""Of what finds the facts of a file."""

INDEX_CODE = "505a06d314574913"
"""Of what makes an index, the facts included."""
