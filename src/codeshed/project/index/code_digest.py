"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "42dc92fa2f500c97"
"""Of what finds the facts of a file."""

INDEX_CODE = "26315ba2386521bb"
"""Of what makes an index, the facts included."""
