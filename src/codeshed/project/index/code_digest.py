"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "0f6bc0132529c67e"
"""Of what finds the facts of a file."""

INDEX_CODE = "2aca2b3154b127ca"
"""Of what makes an index, the facts included."""
