"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "54f4db79abf27ef1"
"""Of what finds the facts of a file."""

INDEX_CODE = "3dea029d85bc39d3"
"""Of what makes an index, the facts included."""
