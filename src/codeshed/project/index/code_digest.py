"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5ec4c91977d6486a"
"""Of what finds the facts of a file."""

INDEX_CODE = "0843f1c047df91aa"
"""Of what makes an index, the facts included."""
