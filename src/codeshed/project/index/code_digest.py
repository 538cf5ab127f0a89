"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "4a70b355a4cb1bf7"
"""Of what finds the facts of a file."""

INDEX_CODE = "883fb94af0d6a084"
"""Of what makes an index, the facts included."""
