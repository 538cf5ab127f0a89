"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "d4b64e016318ddd4"
"""Of what finds the facts of a file."""

INDEX_CODE = "7254267237466da2"
"""Of what makes an index, the facts included."""
