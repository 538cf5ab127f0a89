"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "84f148a83ef519d4"
"""Of what finds the facts of a file."""

INDEX_CODE = "aeb26babf9dafb9f"
"""Of what makes an index, the facts included."""
