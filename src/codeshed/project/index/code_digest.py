"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2bb9e938b7c8281f"
"""Of what finds the facts of a file."""

INDEX_CODE = "6cd7968111f9aa8a"
"""Of what makes an index, the facts included."""
