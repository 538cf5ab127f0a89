"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "e3f21aa512625eab"
"""Of what finds the facts of a file."""

INDEX_CODE = "40537d66709b2676"
"""Of what makes an index, the facts included."""
