"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "45727710396c0a08"
"""Of what finds the facts of a file."""

INDEX_CODE = "9dc96faaf820bc7d"
"""Of what makes an index, the facts included."""
