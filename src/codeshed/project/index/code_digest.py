"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "e329b2298644aa19"
"""Of what finds the facts of a file."""

INDEX_CODE = "57ebbed3b6c5f377"
"""Of what makes an index, the facts included."""
