"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2fac84abfcc3809a"
"""Of what finds the facts of a file."""

INDEX_CODE = "dc588d7f2208aab5"
"""Of what makes an index, the facts included."""
