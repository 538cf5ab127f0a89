"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "217e49a30408f3ab"
"""Of what finds the facts of a file."""

INDEX_CODE = "06df95a800b18ae7"
"""Of what makes an index, the facts included."""
