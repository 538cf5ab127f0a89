"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "32d56d1333c34c81"
"""Of what finds the facts of a file."""

INDEX_CODE = "564c7be63c579ef6"
"""Of what makes an index, the facts included."""
