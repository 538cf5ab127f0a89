"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "463104274b68169c"
"""Of what finds the facts of a file."""

INDEX_CODE = "16890ef0c4cec74e"
"""Of what makes an index, the facts included."""
