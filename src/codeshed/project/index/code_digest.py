"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "ea43e41c3ba2b022"
"""Of what finds the facts of a file."""

INDEX_CODE = "03264e24ee641529"
"""Of what makes an index, the facts included."""
