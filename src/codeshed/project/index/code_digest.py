"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "60ef8648e0fd2571"
"""Of what finds the facts of a file."""

INDEX_CODE = "2abe776e66d69ead"
"""Of what makes an index, the facts included."""
