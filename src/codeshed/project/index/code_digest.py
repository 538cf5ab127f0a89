"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "48d3540095d98ef0"
"""Of what finds the facts of a file."""

INDEX_CODE = "15d2735e8519b622"
"""Of what makes an index, the facts included."""
