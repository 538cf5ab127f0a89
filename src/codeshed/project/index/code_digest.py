"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "2a64d6993b42eccc"
"""Of what finds the facts of a file."""

INDEX_CODE = "ad6ee9d397349286"
"""Of what makes an index, the facts included."""
