"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "5ddcc9b502961577"
"""Of what finds the facts of a file."""

INDEX_CODE = "b5bd558533781a08"
"""Of what makes an index, the facts included."""
