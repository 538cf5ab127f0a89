"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "a7845ee5bab48292"
"""Of what finds the facts of a file."""

INDEX_CODE = "7cce402ba2ef08ec"
"""Of what makes an index, the facts included."""
