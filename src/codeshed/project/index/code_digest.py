"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "4a70b355a4cb1bf7"
"""Of what finds the facts of a file."""

INDEX_CODE = "63e4e41dae1c1611"
"""Of what makes an index, the facts included."""
