"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "6347ad208b00dd13"
"""Of what finds the facts of a file."""

INDEX_CODE = "6cb1bfeab05563d8"
"""Of what makes an index, the facts included."""
