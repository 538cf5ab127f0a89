"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a5aae6b1a502b610"
"""Of what finds the facts of a file."""

INDEX_CODE = "95bb1d16b695fc21"
"""Of what makes an index, the facts included."""
