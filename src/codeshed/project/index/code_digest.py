"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "26c2296a39b42db6"
"""Of what finds the facts of a file."""

INDEX_CODE = "0866db37ec87c053"
"""Of what makes an index, the facts included."""
