"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "9fe550cd85031040"
"""Of what finds the facts of a file."""

INDEX_CODE = "77b96989aaa00b33"
"""Of what makes an index, the facts included."""
