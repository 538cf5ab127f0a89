"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2fac84abfcc3809a"
"""Of what finds the facts of a file."""

INDEX_CODE = "3e14d5a3ba477793"
"""Of what makes an index, the facts included."""
