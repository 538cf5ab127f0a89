"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "60ef8648e0fd2571"
"""Of what finds the facts of a file."""

INDEX_CODE = "21c8d14b65a02a9b"
"""Of what makes an index, the facts included."""
