"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "847418421acd05f4"
"""Of what finds the facts of a file."""

INDEX_CODE = "3aac227a9bc03576"
"""Of what makes an index, the facts included."""
