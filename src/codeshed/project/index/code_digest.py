"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "155d56797f75ea18"
"""Of what finds the facts of a file."""

INDEX_CODE = "88074ef89cf2e6ff"
"""Of what makes an index, the facts included."""
