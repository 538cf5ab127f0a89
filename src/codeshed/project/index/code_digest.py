"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "46dccad77993dd18"
"""Of what finds the facts of a file."""

INDEX_CODE = "c65599d5c56fa7aa"
"""Of what makes an index, the facts included."""
