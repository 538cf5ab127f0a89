"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "7e380bc1833cba85"
"""Of what finds the facts of a file."""

INDEX_CODE = "9fa0a43fcddafdd8"
"""Of what makes an index, the facts included."""
