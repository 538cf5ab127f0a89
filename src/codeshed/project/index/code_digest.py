"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "de0cbe58f7507f0a"
"""Of what finds the facts of a file."""

INDEX_CODE = "b568dc75d608f117"
"""Of what makes an index, the facts included."""
